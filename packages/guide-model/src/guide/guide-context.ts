import { GUIDE_TERMINAL } from './guide-blocks';
import { lastUserText, systemText, type ChatRequest } from '../chat-request';

/** A command that the IDE offers in this turn. */
interface OfferedCommand {
    readonly id: string;
    /** What the list of commands says beside the id; may be empty. */
    readonly description: string;
}

/** All that the guide knows when it answers; read afresh from each request, for it keeps nothing between turns. */
export interface GuideContext {
    readonly question: string;
    readonly isFirstAnswer: boolean;
    readonly isSampleProject: boolean;
    readonly commands: readonly OfferedCommand[];
    /** Whether the guide's terminal is open. */
    readonly hasTerminal: boolean;
    /** Recent commands that did not succeed, one line each, latest last. */
    readonly recentFailures: readonly string[];
}

const RESULTS_HEADING = /^#{1,6}\s+Recent Command Results\s*$/im;
const NEXT_HEADING = /^#{1,6}\s/m;
const TERMINALS = /^- Terminals: (.*)$/m;
const COMMAND_ID = /\bopenspace\.[a-z0-9_]+(?:\.[a-z0-9_]+)*/g;
const LISTED_COMMAND = /^[ \t]*(?:[-*]|#{1,6})[ \t]+[`*]*(openspace(?:\.[a-z0-9_]+)+)[`*]*[ \t:—–-]*(.*)$/gm;

export function readContext(request: ChatRequest): GuideContext {
    const { instructions, results } = splitResults(systemText(request));
    return {
        question: lastUserText(request),
        isFirstAnswer: !request.messages.some(message => message.role === 'assistant'),
        isSampleProject: instructions.includes('sample-project'),
        commands: offeredCommands(instructions),
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

function offeredCommands(instructions: string): OfferedCommand[] {
    const ids = new Set(instructions.match(COMMAND_ID));
    const descriptions = new Map(Array.from(instructions.matchAll(LISTED_COMMAND), ([, id, description]) => [id, description.trim()]));
    return Array.from(ids, id => ({ id, description: descriptions.get(id) ?? '' }));
}
