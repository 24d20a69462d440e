import { throwIfCancelled } from '../cancellation';
import { readAt } from '../open-entry';

const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;

/** Where lines lie in a file whose line ends are single bytes. */
export interface LineScan {
    /** Lines of the whole file; undefined when it is larger than what is scanned. */
    readonly totalLines?: number;
    /** Where the first wanted line begins, and where the last one ends with its line end; undefined when not reached. */
    readonly start?: number;
    readonly end?: number;
}

/** Counts the lines of a file from its beginning and finds a range of them, in constant memory. */
export async function scanLines(
    descriptor: number,
    range: { readonly first: number; readonly last: number },
    scanBytes: number,
    signal?: AbortSignal
): Promise<LineScan> {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let [lineFeeds, offset, lastByte] = [0, 0, LINE_FEED];
    let start = range.first === 1 ? 0 : undefined;
    let end: number | undefined;
    for (; offset < scanBytes;) {
        throwIfCancelled(signal);
        const bytesRead = await readAt(descriptor, chunk, offset);
        if (bytesRead === 0) {
            const totalLines = lineFeeds + (lastByte === LINE_FEED ? 0 : 1);
            return { totalLines, start: start ?? (totalLines < range.first ? offset : undefined), end: end ?? offset };
        }
        for (let index = 0; index < bytesRead; index++) {
            if (chunk[index] === LINE_FEED) {
                lineFeeds++;
                if (lineFeeds === range.first - 1) {
                    start = offset + index + 1;
                }
                if (lineFeeds === range.last) {
                    end = offset + index + 1;
                }
            }
        }
        lastByte = chunk[bytesRead - 1];
        offset += bytesRead;
    }
    return { start, end };
}

/**
 * Where the last lines before a line end, or the end of a file, begin, looking no further back than `limit` bytes.
 * @returns the place, and whether the limit came first
 */
export async function findLastLines(
    descriptor: number,
    end: number,
    lines: number,
    limit: number,
    signal?: AbortSignal
): Promise<{ start: number; isCut: boolean }> {
    if (lines === 0) {
        return { start: end, isCut: false };
    }
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const earliest = Math.max(0, end - limit);
    let found = 0;
    for (let behind = end; behind > earliest;) {
        throwIfCancelled(signal);
        const from = Math.max(earliest, behind - chunk.length);
        const bytesRead = await readAt(descriptor, chunk.subarray(0, behind - from), from);
        for (let index = bytesRead - 1; index >= 0; index--) {
            // The line end at the very end closes the last line and begins none.
            if (chunk[index] === LINE_FEED && from + index + 1 < end && ++found === lines) {
                return { start: from + index + 1, isCut: false };
            }
        }
        behind = from;
    }
    return { start: earliest, isCut: earliest > 0 };
}
