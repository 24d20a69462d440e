import { quoted } from './answer-text';
import { COMMAND } from './guide-blocks';
import { readResults, type ReadResult } from './results-report';

const SHOWN_ITEMS = 12;

/** What the guide says when the IDE tells it how its commands ended; undefined when a person speaks. */
export function answerToResults(message: string): string | undefined {
    const results = readResults(message);
    if (results === undefined) {
        return undefined;
    }
    const reasons = [...new Set(results.filter(({ outcome }) => outcome !== 'done').map(({ summary }) => summary))];
    const found = results.filter(({ outcome }) => outcome === 'done').flatMap(result => foundBy(result) ?? []);
    const failure = reasons.length === 0 ? [] : [`That did not work. ${reasons.map(withoutBlocks).join(' ')}`];
    const answer = [...failure, ...found].join('\n\n');
    return answer === '' ? 'Done.' : answer;
}

/** What a command that reads has found, in words for a person; undefined for one that does not read. */
function foundBy({ commandId, data, lines }: ReadResult): string | undefined {
    switch (commandId) {
        case COMMAND.readOutput:
            return outputAnswer(data, lines.get('output') ?? []);
        case COMMAND.findFiles:
            return listAnswer(lines.get('results') ?? [], 'I found', 'No file of that name is here. Try a part of the name.');
        case COMMAND.listFiles:
            return listAnswer(namesOf(data.files), 'This is there:', 'The folder is empty.');
        case COMMAND.listPanes:
            return listAnswer(namesOf(data.panes), 'This is open:', 'Nothing is open.');
        default:
            return undefined;
    }
}

function outputAnswer({ lastCommand }: Record<string, unknown>, lines: readonly string[]): string {
    const { commandLine, exitCode, running } = (lastCommand ?? {}) as { commandLine?: string; exitCode?: number; running?: boolean };
    const name = commandLine === undefined ? 'The command' : quoted(commandLine);
    const how = running
        ? 'is still running'
        : exitCode === undefined
          ? 'has run'
          : exitCode === 0
            ? 'went well'
            : `ended with exit code ${exitCode}`;
    return `${name} ${how}. The terminal shows:\n\n${fenced(lines)}`;
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

/** Lines as code, in a fence that no line can end. */
function fenced(lines: readonly string[]): string {
    const longest = Math.max(2, ...lines.flatMap(line => line.match(/`+/g)?.map(ticks => ticks.length) ?? []));
    const fence = '`'.repeat(longest + 1);
    return [`${fence}text`, ...lines.map(withoutBlocks), fence].join('\n');
}

function withoutBlocks(text: string): string {
    return text.replaceAll('%%', '% %');
}
