import { addressed } from './addressed';
import { quoted, withoutBlocks } from './answer-text';
import { COMMAND } from './guide-blocks';
import { outputAnswer } from './output-answer';
import type { ReadResult } from './results-report';

const SHOWN_ITEMS = 12;
/** Words that a shell and grep take as they are. */
const PLAIN_WORDS = /^\w[\w.-]*$/;

/** What the guide says when the IDE tells it how its commands ended. */
export function answerToResults(results: readonly ReadResult[]): string {
    const told = toldResults(results);
    const reasons = [...new Set(told.filter(({ outcome }) => outcome !== 'done').map(({ summary }) => summary))];
    const found = told.filter(({ outcome }) => outcome === 'done').flatMap(result => foundBy(result) ?? []);
    const failure = reasons.length === 0 ? [] : [`That did not work. ${withoutBlocks(addressed(reasons.join(' ')))}`];
    const answer = [...failure, ...found].join('\n\n');
    return answer === '' ? 'Done.' : answer;
}

/** Once something did not happen in the terminal, what stands there is of earlier commands. */
function toldResults(results: readonly ReadResult[]): readonly ReadResult[] {
    const isOfTerminal = ({ commandId }: ReadResult): boolean => commandId.startsWith('openspace.terminal.');
    const end = results.findIndex(result => isOfTerminal(result) && result.outcome !== 'done');
    return end === -1 ? results : results.filter((result, index) => index <= end || !isOfTerminal(result));
}

/** What a command that reads has found, in words for a person; undefined for one that does not read. */
function foundBy({ commandId, args, data, lines }: ReadResult): string | undefined {
    switch (commandId) {
        case COMMAND.readOutput:
            return outputAnswer(data, lines.get('output') ?? []);
        case COMMAND.findFiles:
            return listAnswer(lines.get('results') ?? [], 'These names match:', nothingFound(args.query));
        case COMMAND.listFiles:
            return listAnswer(namesOf(data.files), 'This is there:', 'The folder is empty.');
        case COMMAND.listPanes:
            return listAnswer(namesOf(data.panes), 'This is open:', 'Nothing is open.');
        case COMMAND.listTerminals:
            return listAnswer(namesOf(data.terminals), 'These terminals are there:', 'There is no terminal.');
        default:
            return undefined;
    }
}

/** The guide finds files by name, and people often look for what stands in them. */
function nothingFound(query: unknown): string {
    const grep = typeof query === 'string' && PLAIN_WORDS.test(query) ? `say \`run grep -rn ${query} .\` or ` : '';
    return `No file of that name is here. I look at the names of files only: for what stands in them, ${grep}use the search view (Ctrl+Shift+F).`;
}

function listAnswer(names: readonly string[], opening: string, empty: string): string {
    if (names.length === 0) {
        return empty;
    }
    const rest = names.length - SHOWN_ITEMS;
    const shown = names.slice(0, SHOWN_ITEMS).map(name => `- ${quoted(name)}`);
    return [`${opening}\n`, ...shown, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n');
}

/** The names, titles or tabs of a list of things. */
function namesOf(things: unknown): string[] {
    return (Array.isArray(things) ? things : []).flatMap((thing: { name?: string; title?: string; tabs?: { title?: string }[] }) =>
        thing.tabs ? thing.tabs.flatMap(({ title }) => title ?? []) : [thing.name ?? thing.title ?? []].flat()
    );
}
