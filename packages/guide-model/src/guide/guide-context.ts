import { GUIDE_TERMINAL } from './guide-blocks';
import { readResults } from './results-report';
import { lastUserText, systemText, type ChatRequest } from '../chat-request';

/** All that the guide knows when it answers; read afresh from each request, for it keeps nothing between turns. */
export interface GuideContext {
    readonly question: string;
    /** What the person said last: the question, unless it is the IDE that speaks. */
    readonly personsWords: string;
    readonly isFirstAnswer: boolean;
    readonly isSampleProject: boolean;
    /** A file of the project to name in examples; undefined when the guide knows of none. */
    readonly knownFile?: string;
    /** The files that are open in editors, as far as their names need no care. */
    readonly openFiles: readonly string[];
    /** Those of them that are in front, one for each pane. */
    readonly activeFiles: readonly string[];
    /** Ids of the commands that the IDE offers in this turn. */
    readonly commands: readonly string[];
    /** Whether the guide's terminal is open. */
    readonly hasTerminal: boolean;
    /** Recent commands that did not succeed, one line each, latest last. */
    readonly recentFailures: readonly string[];
}

const RESULTS_HEADING = /^#{1,6}\s+Recent Command Results\s*$/im;
const NEXT_HEADING = /^#{1,6}\s/m;
const WORKSPACE = /^- Workspace: (.*)$/m;
const MAIN_AREA = /^- Main area: (.*)$/m;
/** A file in an editor as the state names it, if nothing in its name needs care. */
const PLAIN_FILE = /(?<!\\)"([\w./-]*\w\.\w+)"(?: \(active\b)?/g;
const TERMINALS = /^- Terminals: (.*)$/m;
const COMMAND_ID = /\bopenspace\.[a-z0-9_]+(?:\.[a-z0-9_]+)*/g;

export function readContext(request: ChatRequest): GuideContext {
    const { instructions, results } = splitResults(systemText(request));
    const files = [...(MAIN_AREA.exec(instructions)?.[1] ?? '').matchAll(PLAIN_FILE)];
    const isSampleProject = WORKSPACE.exec(instructions)?.[1] === '"sample-project"';
    return {
        question: lastUserText(request),
        personsWords: lastUserText(request, text => readResults(text) === undefined),
        isFirstAnswer: !request.messages.some(message => message.role === 'assistant'),
        isSampleProject,
        knownFile: isSampleProject ? 'src/index.ts' : files.at(0)?.[1],
        openFiles: [...new Set(files.map(([, path]) => path))],
        activeFiles: files.filter(([whole]) => whole.endsWith('(active')).map(([, path]) => path),
        commands: [...new Set(instructions.match(COMMAND_ID))],
        hasTerminal: TERMINALS.exec(instructions)?.[1]?.includes(`title "${GUIDE_TERMINAL}"`) ?? false,
        recentFailures: results
            .split('\n')
            .flatMap(line => (/FAILED|REFUSED|UNKNOWN/i.test(line) ? line.replace(/^\s*[-*]\s*/, '').trim() : []))
    };
}

/** Results stand apart: an id in them may be one that the agent made up. */
function splitResults(system: string): { instructions: string; results: string } {
    const heading = RESULTS_HEADING.exec(system);
    if (heading === null) {
        return { instructions: system, results: '' };
    }
    const start = heading.index + heading[0].length;
    const length = system.slice(start).search(NEXT_HEADING);
    const end = length === -1 ? system.length : start + length;
    return { instructions: system.slice(0, heading.index) + system.slice(end), results: system.slice(start, end) };
}
