import { quoted, withoutBlocks } from './answer-text';
import { addressed } from './addressed';
import { COMMAND } from './guide-blocks';

const SHOWN_FAILURES = 5;
/** Command, how it ended, the reason, perhaps in quotes, and how long it took. */
const FAILURE = /^(\S+) → (FAILED|REFUSED|UNKNOWN)[^:]*: (.*?)(?: \(\d+ms\))?$/;

/** What each command does, in words for a person. */
const DEEDS: Readonly<Record<string, string>> = {
    [COMMAND.openEditor]: 'Opening a file',
    [COMMAND.highlight]: 'Marking lines',
    [COMMAND.clearHighlight]: 'Taking a mark away',
    [COMMAND.closeEditor]: 'Closing a file',
    [COMMAND.openPane]: 'Opening a pane',
    [COMMAND.listPanes]: 'Looking at what is open',
    [COMMAND.createTerminal]: 'Starting a terminal',
    [COMMAND.send]: 'Running something in a terminal',
    [COMMAND.readOutput]: 'Reading a terminal',
    [COMMAND.listTerminals]: 'Looking at the terminals',
    [COMMAND.closeTerminal]: 'Closing a terminal',
    [COMMAND.listFiles]: 'Looking into a folder',
    [COMMAND.findFiles]: 'Finding files',
    [COMMAND.writeFile]: 'Writing a file'
};

/** What went wrong of late, from the lines that the instructions have about it, the latest last. */
export function failureAnswer(lines: readonly string[]): string {
    const failures = [...new Set(lines.flatMap(line => failureText(line) ?? []))].slice(-SHOWN_FAILURES);
    return failures.length === 0
        ? 'As far as I can see, nothing: no recent command has failed.'
        : `This did not work:\n\n${failures.map(text => `- ${text}`).join('\n')}`;
}

function failureText(line: string): string | undefined {
    const parts = FAILURE.exec(line);
    if (parts === null) {
        return undefined;
    }
    const [, commandId, outcome, reason] = parts;
    const doubt = outcome === 'UNKNOWN' ? ' (it may have happened)' : '';
    return `${DEEDS[commandId] ?? `The command ${quoted(commandId)}`}${doubt}: ${reasonText(reason)}`;
}

/** The first line of a reason, said to the person. */
function reasonText(reason: string): string {
    const [first] = unquoted(reason).split('\n');
    return withoutBlocks(addressed(first));
}

/** Reasons that are not plain words stand there as JSON strings. */
function unquoted(reason: string): string {
    try {
        const value: unknown = reason.startsWith('"') ? JSON.parse(reason) : reason;
        return String(value);
    } catch {
        return reason;
    }
}
