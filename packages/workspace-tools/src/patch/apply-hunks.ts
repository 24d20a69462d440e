import { setImmediate as nextTurn } from 'node:timers/promises';
import { quotePath } from '../quote-path';
import { WorkspaceError } from '../workspace-error';
import { Hunk } from './file-patch';

/** How many lines away from where its header says a hunk is looked for. */
const MOST_DRIFT = 10_000;
const HUNKS_PER_TURN = 100;

/**
 * The text with all hunks applied. A hunk may have moved up or down but must match exactly, save for the kind of its line ends.
 * @throws WorkspaceError `patch-conflict` that names the file and the hunk
 */
export async function applyHunks(path: string, text: string, hunks: readonly Hunk[]): Promise<string> {
    const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    const parts: string[] = [];
    let [done, drift] = [0, 0];
    for (const [index, hunk] of hunks.entries()) {
        if (index % HUNKS_PER_TURN === HUNKS_PER_TURN - 1) {
            await nextTurn();
        }
        const place = findPlace(lines, hunk, hunk.start + drift, done);
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

function findPlace(lines: readonly string[], { oldLines }: Hunk, expected: number, first: number): number | undefined {
    if (oldLines.length === 0) {
        return expected >= first && expected <= lines.length ? expected : undefined;
    }
    for (const same of [isSame, isSameButForLineEnd]) {
        for (let distance = 0; distance <= MOST_DRIFT; distance++) {
            for (const place of distance === 0 ? [expected] : [expected - distance, expected + distance]) {
                const fits = place >= first && place + oldLines.length <= lines.length;
                if (fits && oldLines.every((line, index) => same(line, lines[place + index]))) {
                    return place;
                }
            }
        }
    }
    return undefined;
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
