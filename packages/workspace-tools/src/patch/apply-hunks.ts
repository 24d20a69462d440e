import { quotePath } from '../quote-path';
import { WorkspaceError } from '../workspace-error';
import { Hunk } from './file-patch';
import { GatheredText } from './gathered-text';
import { HunkPlace, HunkSearch } from './hunk-search';
import { ADDED, REMOVED } from './patch-text';
import { TextLines, withoutReturn } from './text-lines';

/**
 * The text with all hunks applied. A hunk may have moved up or down but must match exactly, save for the kind of its line ends and for
 * the line end of a last line that it keeps, which the file may lack.
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
        result.add(text, file.start(done), file.start(place.line));
        done = place.line + hunk.oldLines;
        drift = place.line - hunk.start;
        if (!addNewLines(result, hunk, file, place)) {
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
 * Adds the lines that a hunk keeps, as they are in the file, and the new ones, with the line ends of the file where the patch has others.
 * @returns false when a line without a line end has another one behind it
 */
function addNewLines(result: GatheredText, hunk: Hunk, file: TextLines, place: HunkPlace): boolean {
    const { patch, firstLine, endLine } = hunk;
    const { text } = patch.lines;
    // Without old lines the line before is not of the hunk.
    const model = hunk.oldLines === 0 ? Math.max(place.line - 1, 0) : place.line;
    let next = place.line;
    for (let line = firstLine; line < endLine; line++) {
        if (patch.isRemark(line)) {
            continue;
        }
        const kind = patch.kind(line);
        next += kind === ADDED ? 0 : 1;
        if (kind === REMOVED) {
            continue;
        }
        if (result.endsInLine) {
            return false;
        }
        if (kind !== ADDED) {
            result.add(file.text, file.start(next - 1), file.start(next));
            if (patch.isWhole(line) && !file.isWhole(next - 1) && line + 1 < endLine) {
                result.addAll(lineEndOf(file, next - 1));
            }
            continue;
        }
        const [start, end, isWhole] = [patch.textStart(line), patch.textEnd(line), patch.isWhole(line)];
        if (place.isExact) {
            result.add(text, start, isWhole ? end + 1 : end);
        } else {
            const lineEnd = isWhole ? lineEndOf(file, Math.max(next - 1, model)) : '';
            result.add(text, start, withoutReturn(text, start, end));
            result.addAll(lineEnd);
        }
    }
    return !(result.endsInLine && next < file.count);
}

/** That of the line before where a line has none. */
function lineEndOf(file: TextLines, line: number): string {
    const known = file.isWhole(line) || line === 0 ? line : line - 1;
    return file.hasReturn(known) ? '\r\n' : '\n';
}
