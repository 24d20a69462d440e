import { Hunk } from './file-patch';
import { ADDED, KEPT } from './patch-text';
import { TextLines, withoutReturn } from './text-lines';

/** How many lines away from where its header says a hunk is looked for. */
const MOST_DRIFT = 10_000;
/** Lines that are compared while the hunks of one file are looked for; beyond it a hunk must be where its header says. */
const MOST_COMPARISONS = 20_000_000;

/** Where a hunk belongs in a file. */
export interface HunkPlace {
    /** The line of the file that its old lines begin at, from 0. */
    readonly line: number;
    /** False when the file has other line ends than the patch, or lacks the last one. Without old lines those around the place tell. */
    readonly isExact: boolean;
}

/** Finds the places of hunks in the lines of a file. */
export class HunkSearch {
    /** The lines of the patch that the file must have for the hunk that is looked for. */
    private readonly oldLines: Int32Array;
    private comparisons = 0;

    constructor(
        private readonly file: TextLines,
        hunks: readonly Hunk[]
    ) {
        this.oldLines = new Int32Array(hunks.reduce((most, { oldLines }) => Math.max(most, oldLines), 0));
    }

    /**
     * The place next to where a hunk is expected; undefined when there is none.
     * @param first the first line of the file that no hunk before has changed
     */
    find(hunk: Hunk, expected: number, first: number): HunkPlace | undefined {
        if (hunk.oldLines === 0) {
            const isThere = expected >= first && expected <= this.file.count && this.endsAt(hunk, expected);
            return isThere ? { line: expected, isExact: !this.isAmongReturns(expected) || hasReturns(hunk) } : undefined;
        }
        this.collectOldLines(hunk);
        const last = this.file.count - hunk.oldLines;
        const fits = (line: number, isExact: boolean): boolean => line >= first && line <= last && this.matchesAt(hunk, line, isExact);
        for (const isExact of [true, false]) {
            for (let distance = 0; distance <= MOST_DRIFT; distance++) {
                if (fits(expected - distance, isExact)) {
                    return { line: expected - distance, isExact };
                }
                if (distance > 0 && fits(expected + distance, isExact)) {
                    return { line: expected + distance, isExact };
                }
                if (this.comparisons > MOST_COMPARISONS) {
                    break;
                }
            }
        }
        return undefined;
    }

    private collectOldLines({ patch, firstLine, endLine }: Hunk): void {
        let count = 0;
        for (let line = firstLine; line < endLine; line++) {
            if (patch.kind(line) !== ADDED && !patch.isRemark(line)) {
                this.oldLines[count++] = line;
            }
        }
    }

    private matchesAt(hunk: Hunk, place: number, isExact: boolean): boolean {
        for (let index = 0; index < hunk.oldLines; index++) {
            this.comparisons++;
            if (!this.isSame(hunk, this.oldLines[index], place + index, isExact)) {
                return false;
            }
        }
        return this.endsAt(hunk, place + hunk.oldLines);
    }

    /** Whether the file has blank lines, or ends, where the patch has lost lines of a hunk. */
    private endsAt({ choppedLines }: Hunk, place: number): boolean {
        const { text, count } = this.file;
        for (let line = place; line < Math.min(place + choppedLines, count); line++) {
            const start = this.file.start(line);
            if (withoutReturn(text, start, this.file.end(line)) !== start) {
                return false;
            }
        }
        return true;
    }

    /** Whether the lines before and behind a place, as far as they exist and have line ends, end in a carriage return and a line feed. */
    private isAmongReturns(place: number): boolean {
        const around = [place - 1, place].filter(line => line >= 0 && line < this.file.count && this.file.isWhole(line));
        return around.length > 0 && around.every(line => this.file.hasReturn(line));
    }

    private isSame({ patch }: Hunk, oldLine: number, line: number, isExact: boolean): boolean {
        const isWhole = this.file.isWhole(line);
        // Who writes a diff by hand does not know of a line end that is missing, and it still is where the line is kept.
        const mayLackEnd = !isExact && !isWhole && patch.kind(oldLine) === KEPT;
        if (patch.isWhole(oldLine) !== isWhole && !mayLackEnd) {
            return false;
        }
        const { text: patchText } = patch.lines;
        const { text } = this.file;
        const [oldStart, start] = [patch.textStart(oldLine), this.file.start(line)];
        let [oldEnd, end] = [patch.textEnd(oldLine), this.file.end(line)];
        if (!isExact) {
            [oldEnd, end] = [withoutReturn(patchText, oldStart, oldEnd), withoutReturn(text, start, end)];
        }
        if (end - start !== oldEnd - oldStart) {
            return false;
        }
        for (let index = start; index < end; index++) {
            if (text.charCodeAt(index) !== patchText.charCodeAt(oldStart + index - start)) {
                return false;
            }
        }
        return true;
    }
}

/** Whether a line of a hunk ends in a carriage return, as in a diff that shows those of the file. */
function hasReturns({ patch, firstLine, endLine }: Hunk): boolean {
    for (let line = firstLine; line < endLine; line++) {
        if (patch.lines.hasReturn(line)) {
            return true;
        }
    }
    return false;
}
