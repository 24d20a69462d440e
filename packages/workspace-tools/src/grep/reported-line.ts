import { createHash } from 'node:crypto';
import { withoutCarriageReturn } from './file-text';
import { SHOWN_BYTES } from './grep-arguments';

const LINE_FEED = 0x0a;
const PLACE = /^(\d+):(\d+):/;
/** Longest part of a record that tells its place. */
const LONGEST_PLACE = 50;

/** Says of a file, after its lines or instead of them, that the search of it ended at a NUL. It ends without one, unlike a name. */
const BINARY_REMARK =
    /^.*?: (?:WARNING: stopped searching binary file after match|binary file matches) \(found "\\0" byte around offset \d+\)\n/s;

/** A line that ripgrep says matches. */
export interface ReportedLine {
    /** From the directory that ripgrep runs in. */
    readonly path: string;
    readonly line: number;
    /** Where the line begins in the text of the file, without a byte order mark. */
    readonly offset: number;
    /** What the line is recognised by; of one that is longer than what ripgrep reports, a remark was marked. */
    readonly mark: LineMark;
}

/** The bytes of a line, or a digest of them where they are many: thousands of lines may wait to be confirmed. */
interface LineMark {
    readonly length: number;
    readonly bytes: Buffer;
}

/** Marks a line without its line end. */
function markLine(line: Buffer): LineMark {
    // A copy, so that a line does not keep all of its piece in memory.
    return { length: line.length, bytes: Buffer.from(shortened(line)) };
}

/** Whether this is the line that was marked. */
export function isMarked(line: Buffer, { length, bytes }: LineMark): boolean {
    return line.length === length && shortened(line).equals(bytes);
}

function shortened(line: Buffer): Buffer {
    return line.length <= SHOWN_BYTES ? line : createHash('sha256').update(line).digest();
}

/** What a line and the next piece take, as a rule. */
const ROOM_BYTES = 256 * 1024;

/** Reads the output of ripgrep, piece by piece: name, NUL, number, offset, content, line end. */
export class ReportedLines {
    /** Holds the beginning of a line, then a piece: one room for all, since rooms of that size are not cleared away soon. */
    private room = Buffer.allocUnsafeSlow(ROOM_BYTES);
    private filled = 0;

    /** The lines that are complete with this piece. */
    *feed(piece: Buffer): Generator<ReportedLine> {
        this.take(piece);
        const bytes = this.room.subarray(0, this.filled);
        let start = 0;
        for (;;) {
            const nameEnd = bytes.indexOf(0, start);
            const end = nameEnd < 0 ? -1 : bytes.indexOf(LINE_FEED, nameEnd);
            if (end < 0) {
                break;
            }
            const place = PLACE.exec(bytes.toString('latin1', nameEnd + 1, Math.min(end, nameEnd + 1 + LONGEST_PLACE)));
            if (place) {
                yield {
                    path: withoutRemarks(bytes.toString('utf8', start, nameEnd)).replace(/^\.\//, ''),
                    line: Number(place[1]),
                    offset: Number(place[2]),
                    mark: markLine(withoutCarriageReturn(bytes.subarray(nameEnd + 1 + place[0].length, end)))
                };
            }
            start = end + 1;
        }
        this.room.copyWithin(0, start, this.filled);
        this.filled -= start;
    }

    private take(piece: Buffer): void {
        const needed = this.filled + piece.length;
        if (needed > this.room.length) {
            this.room = Buffer.concat([this.room.subarray(0, this.filled)], 2 * needed);
        }
        piece.copy(this.room, this.filled);
        this.filled = needed;
    }
}

function withoutRemarks(name: string): string {
    let rest = name;
    while (BINARY_REMARK.test(rest)) {
        rest = rest.replace(BINARY_REMARK, '');
    }
    return rest;
}
