import { quotePath } from '../quote-path';
import { WorkspaceError } from '../workspace-error';
import { Hunk } from './file-patch';

/** How many lines away from where its header says a hunk is looked for. */
const MOST_DRIFT = 10_000;
/** Lines that are compared while the hunks of one file are looked for; beyond it a hunk must be where its header says. */
const MOST_COMPARISONS = 20_000_000;

/**
 * The text with all hunks applied. A hunk may have moved up or down but must match exactly, save for the kind of its line ends.
 * @throws WorkspaceError `patch-conflict` that names the file and the hunk
 */
export function applyHunks(path: string, text: string, hunks: readonly Hunk[]): string {
    const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    const search: HunkSearch = { lines, comparisons: 0 };
    const parts: string[] = [];
    let [done, drift] = [0, 0];
    for (const [index, hunk] of hunks.entries()) {
        const place = findPlace(search, hunk, hunk.start + drift, done);
        if (place === undefined) {
            throw conflict(path, `its hunk ${index + 1} does not match the file`, { position: index + 1, line: hunk.start + 1 });
        }
        const added = linesFor(lines, hunk, place);
        const kept = lines.slice(done, place);
        done = place + hunk.oldLines.length;
        drift = place - hunk.start;
        const isWhole = (line: string): boolean => line.endsWith('\n');
        if ((!kept.every(isWhole) && added.length > 0) || !added.slice(0, done < lines.length ? undefined : -1).every(isWhole)) {
            throw conflict(path, `its hunk ${index + 1} would join two lines`, { position: index + 1, line: hunk.start + 1 });
        }
        parts.push(kept.join(''), added.join(''));
    }
    return parts.join('') + lines.slice(done).join('');
}

/** A file that is not as the patch expects it. */
export function conflict(path: string, problem: string, details: { position?: number; line?: number } = {}): WorkspaceError {
    return new WorkspaceError(
        'patch-conflict',
        `The patch cannot be applied to ${quotePath(path)}: ${problem}. Nothing was changed; read the file again and make a new patch.`,
        { path, ...details }
    );
}

/** The lines of a file in which hunks are looked for, and how many were compared so far. */
interface HunkSearch {
    readonly lines: readonly string[];
    comparisons: number;
}

function findPlace(search: HunkSearch, { oldLines }: Hunk, expected: number, first: number): number | undefined {
    const { lines } = search;
    if (oldLines.length === 0) {
        return expected >= first && expected <= lines.length ? expected : undefined;
    }
    const last = lines.length - oldLines.length;
    for (const same of [isSame, isSameButForLineEnd]) {
        for (let distance = 0; distance <= MOST_DRIFT; distance++) {
            const places = distance === 0 ? [expected] : [expected - distance, expected + distance];
            const found = places.find(place => place >= first && place <= last && matchesAt(search, oldLines, place, same));
            if (found !== undefined) {
                return found;
            }
            if (search.comparisons > MOST_COMPARISONS) {
                break;
            }
        }
    }
    return undefined;
}

function matchesAt(search: HunkSearch, oldLines: readonly string[], place: number, same: typeof isSame): boolean {
    const different = oldLines.findIndex((line, index) => !same(line, search.lines[place + index]));
    search.comparisons += different < 0 ? oldLines.length : different + 1;
    return different < 0;
}

/** The new lines, with the line ends of the file where the patch has others. */
function linesFor(lines: readonly string[], { oldLines, newLines }: Hunk, place: number): readonly string[] {
    if (oldLines.every((line, index) => isSame(line, lines[place + index]))) {
        return newLines;
    }
    const carriageReturn = lines[place].endsWith('\r\n') ? '\r' : '';
    return newLines.map(line => (line.endsWith('\n') ? withoutLineEnd(line) + carriageReturn + '\n' : withoutLineEnd(line)));
}

function isSame(a: string, b: string): boolean {
    return a === b;
}

function isSameButForLineEnd(a: string, b: string): boolean {
    return a.endsWith('\n') === b.endsWith('\n') && withoutLineEnd(a) === withoutLineEnd(b);
}

function withoutLineEnd(line: string): string {
    return line.replace(/\r?\n$|\r$/, '');
}
