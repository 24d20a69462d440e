import { throwIfCancelled } from '../cancellation';
import { readAt } from '../open-entry';
import type { ReadLimits } from './read-limits';
import { wholeCharacters } from './text-encoding';

const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;

/** Lines that are looked for, from 1. */
export interface WantedLines {
    readonly first: number;
    readonly last: number;
    /** A line between them whose end is wanted, too. */
    readonly middle?: number;
}

/** Where lines lie in a file whose line ends are single bytes. */
export interface LineScan {
    /** Lines of the whole file; undefined when it is larger than what is scanned. */
    readonly totalLines?: number;
    /** Where the first wanted line begins, and where the middle one and the last one end with their line ends; undefined when not reached. */
    readonly start?: number;
    readonly middle?: number;
    readonly end?: number;
    /** How far the file was scanned, and whether something is no text up to there, which ends the scan. */
    readonly scanned: number;
    readonly isBinary?: true;
}

/** Counts the lines of a file from its beginning and finds some of them, in constant memory. Where all must be UTF-8, all is looked at. */
export async function scanLines(
    descriptor: number,
    wanted: WantedLines,
    { scanBytes, utf8Only, signal }: Pick<ReadLimits, 'scanBytes' | 'utf8Only' | 'signal'>
): Promise<LineScan> {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let [lineFeeds, scanned, lastByte] = [0, 0, LINE_FEED];
    let start = wanted.first === 1 ? 0 : undefined;
    let middle: number | undefined;
    let end = wanted.last < wanted.first ? start : undefined;
    for (; scanned < scanBytes;) {
        throwIfCancelled(signal);
        const bytesRead = await readAt(descriptor, chunk, scanned);
        // A character that the end of the chunk cuts is the beginning of the next one.
        const length = utf8Only === 'all' && bytesRead > 0 ? wholeCharacters(chunk.subarray(0, bytesRead)) : bytesRead;
        if (length === undefined) {
            return { scanned, isBinary: true };
        }
        if (length === 0) {
            const totalLines = lineFeeds + (lastByte === LINE_FEED ? 0 : 1);
            start ??= totalLines < wanted.first ? scanned : undefined;
            return { totalLines, start, middle: middle ?? scanned, end: end ?? scanned, scanned };
        }
        for (let index = 0; index < length; index++) {
            if (chunk[index] === LINE_FEED) {
                lineFeeds++;
                if (lineFeeds === wanted.first - 1) {
                    start = scanned + index + 1;
                }
                if (lineFeeds === wanted.middle) {
                    middle = scanned + index + 1;
                }
                if (lineFeeds === wanted.last) {
                    end = scanned + index + 1;
                }
            }
        }
        lastByte = chunk[length - 1];
        scanned += length;
    }
    return { start, middle, end, scanned };
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
