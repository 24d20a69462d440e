import { commandBlock, quoted } from './answer-text';
import type { FileReference } from './file-reference';

/** Id of the command that opens a file in an editor. */
export const EDITOR_OPEN = 'openspace.editor.open';

/** The block that opens a file at its place. */
export function openBlock({ path, line, column }: FileReference): string {
    return commandBlock(EDITOR_OPEN, { path, line, column });
}

/** The file and its place in words. */
export function describeReference({ path, line, column }: FileReference): string {
    const place = [line !== undefined && ` at line ${line}`, column !== undefined && `, column ${column}`];
    return quoted(path) + place.filter(part => part !== false).join('');
}
