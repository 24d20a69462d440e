import { commandBlock, quoted } from './answer-text';
import type { FileReference } from './file-reference';
import type { GuideContext } from './guide-context';

/** Ids of the commands that the guide uses. */
export const COMMAND = {
    openEditor: 'openspace.editor.open',
    highlight: 'openspace.editor.highlight',
    clearHighlight: 'openspace.editor.clear_highlight',
    closeEditor: 'openspace.editor.close',
    openPane: 'openspace.pane.open',
    listPanes: 'openspace.pane.list',
    createTerminal: 'openspace.terminal.create',
    send: 'openspace.terminal.send',
    readOutput: 'openspace.terminal.read_output',
    listTerminals: 'openspace.terminal.list',
    closeTerminal: 'openspace.terminal.close',
    listFiles: 'openspace.file.list',
    findFiles: 'openspace.file.search',
    writeFile: 'openspace.file.write'
} as const;

/** Everything that the guide runs in a terminal runs in this one. */
export const GUIDE_TERMINAL = 'guide';
/** The guide has one mark at a time. */
const GUIDE_HIGHLIGHT = 'guide';
/** To the right, or below. */
export type SplitDirection = 'vertical' | 'horizontal';
/** How long the guide waits for a command that it runs. */
const WAIT_MS = 60_000;
/** The end of the output is what tells how it went. */
const SHOWN_LINES = 30;

/** The block that opens a file at its place. */
export function openBlock({ path, line, column }: FileReference): string {
    return commandBlock(COMMAND.openEditor, { path, line, column });
}

/** The block that closes the editors of a file. */
export function closeBlock(path: string): string {
    return commandBlock(COMMAND.closeEditor, { path });
}

/** The block that opens a file in a pane of its own. */
export function splitBlock(path: string, splitDirection: SplitDirection): string {
    return commandBlock(COMMAND.openPane, { type: 'editor', contentId: path, splitDirection });
}

/** The block that marks lines of a file. */
export function highlightBlock(path: string, startLine: number, endLine: number): string {
    return commandBlock(COMMAND.highlight, { path, ranges: [{ startLine, endLine }], highlightId: GUIDE_HIGHLIGHT });
}

/** The block that takes the guide's mark away. */
export function clearHighlightBlock(): string {
    return commandBlock(COMMAND.clearHighlight, { highlightId: GUIDE_HIGHLIGHT });
}

/** The block that finds files by name. */
export function findBlock(query: string): string {
    return commandBlock(COMMAND.findFiles, { query });
}

/** The block that asks what is open, and where. */
export function listPanesBlock(): string {
    return commandBlock(COMMAND.listPanes, {});
}

/** The block that lists a folder. */
export function listFilesBlock(path: string): string {
    return commandBlock(COMMAND.listFiles, { path });
}

/** The block that writes a file. */
export function writeBlock(path: string, content: string): string {
    return commandBlock(COMMAND.writeFile, { path, content });
}

/** The block that starts a terminal, with a title or with that of its shell. */
export function createTerminalBlock(title: string | undefined): string {
    return commandBlock(COMMAND.createTerminal, { title });
}

/** The block that shows the guide's terminal. */
export function showTerminalBlock(): string {
    return commandBlock(COMMAND.openPane, { type: 'terminal', contentId: GUIDE_TERMINAL });
}

/** The block that asks what terminals there are. */
export function listTerminalsBlock(): string {
    return commandBlock(COMMAND.listTerminals, {});
}

/** The block that closes a terminal. */
export function closeTerminalBlock(terminalId: string): string {
    return commandBlock(COMMAND.closeTerminal, { terminalId });
}

/** The block that reads what the guide's terminal shows. */
export function readTerminalBlock(): string {
    return commandBlock(COMMAND.readOutput, { terminalId: GUIDE_TERMINAL, lines: SHOWN_LINES });
}

/** The blocks that run a command line in the guide's terminal and read what it printed. */
export function runBlocks(commandLine: string, { hasTerminal }: GuideContext): string[] {
    return [
        ...(hasTerminal ? [] : [createTerminalBlock(GUIDE_TERMINAL)]),
        commandBlock(COMMAND.send, { terminalId: GUIDE_TERMINAL, text: `${commandLine}\n`, waitMs: WAIT_MS }),
        readTerminalBlock()
    ];
}

/** The file and its place in words. */
export function describeReference({ path, line, column }: FileReference): string {
    const place = [line !== undefined && ` at line ${line}`, column !== undefined && `, column ${column}`];
    return quoted(path) + place.filter(part => part !== false).join('');
}
