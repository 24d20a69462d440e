import { quotePath } from '../quote-path';
import { WorkspaceError } from '../workspace-error';
import { Hunk } from './file-patch';
import { GatheredText } from './gathered-text';
import { HunkPlace, HunkSearch } from './hunk-search';
import { REMOVED } from './patch-text';
import { TextLines, withoutReturn } from './text-lines';

/**
 * The text with all hunks applied. A hunk may have moved up or down but must match exactly, save for the kind of its line ends.
 * @throws WorkspaceError `patch-conflict` that names the file and the hunk
 */
export function applyHunks(path: string, text: string, hunks: readonly Hunk[]): string {
    const file = new TextLines(text);
    const search = new HunkSearch(file, hunks);
    const result = new GatheredText();
    let [done, drift] = [0, 0];
    for (const [index, hunk] of hunks.entries()) {
        const place = search.find(hunk, hunk.start + drift, done);
        if (place === undefined) {
            throw conflict(path, `its hunk ${index + 1} does not match the file`, { position: index + 1, line: hunk.start + 1 });
        }
        const isBehindPart = place.line > done && !file.isWhole(place.line - 1);
        result.add(text, file.start(done), file.start(place.line));
        done = place.line + hunk.oldLines;
        drift = place.line - hunk.start;
        if (!addNewLines(result, hunk, file, place, isBehindPart)) {
            throw conflict(path, `its hunk ${index + 1} would join two lines`, { position: index + 1, line: hunk.start + 1 });
        }
    }
    result.add(text, file.start(done), text.length);
    return result.join();
}

/** A file that is not as the patch expects it. */
export function conflict(path: string, problem: string, details: { position?: number; line?: number } = {}): WorkspaceError {
    return new WorkspaceError(
        'patch-conflict',
        `The patch cannot be applied to ${quotePath(path)}: ${problem}. Nothing was changed; read the file again and make a new patch.`,
        { path, ...details }
    );
}

/**
 * Adds the new lines of a hunk, with the line ends of the file where the patch has others.
 * @param isBehindPart whether the line before them has no line end
 * @returns false when a line without a line end has another one behind it
 */
function addNewLines(result: GatheredText, hunk: Hunk, file: TextLines, place: HunkPlace, isBehindPart: boolean): boolean {
    const { patch, firstLine, endLine } = hunk;
    const { text } = patch.lines;
    const lineEnd = place.isExact ? undefined : lineEndOf(file, place.line);
    let isOpen = isBehindPart;
    let isAdded = false;
    for (let line = firstLine; line < endLine; line++) {
        if (patch.kind(line) === REMOVED || patch.isRemark(line)) {
            continue;
        }
        if (isOpen) {
            return false;
        }
        isAdded = true;
        isOpen = !patch.isWhole(line);
        const [start, end] = [patch.textStart(line), patch.textEnd(line)];
        if (lineEnd === undefined) {
            result.add(text, start, isOpen ? end : end + 1);
        } else {
            result.add(text, start, withoutReturn(text, start, end));
            result.add(lineEnd, 0, isOpen ? 0 : lineEnd.length);
        }
    }
    return !(isAdded && isOpen && place.line + hunk.oldLines < file.count);
}

function lineEndOf(file: TextLines, line: number): string {
    const end = file.end(line);
    return file.isWhole(line) && withoutReturn(file.text, file.start(line), end) < end ? '\r\n' : '\n';
}
