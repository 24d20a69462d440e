import { closeSync, constants, readSync } from 'node:fs';
import { orGone } from '../or-gone';
import { PinnedEntry } from '../pinned-entry';
import { decodeText, detectEncoding } from '../read/text-encoding';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** A file up to this size is read once; of a larger one each part that is wanted. */
export const READ_WHOLE_BYTES = 256 * 1024;
const MARK_BYTES = 3;

/**
 * The text of an open file as UTF-8 without a byte order mark, part by part. Its calls are synchronous, because a search has just
 * read the file and it is in memory. What a call returns is good until the next one, which may need the same room.
 */
export class FileText {
    private constructor(
        private readonly size: number,
        private readonly readPart: (start: number, end: number) => Buffer
    ) {}

    /**
     * Calls `use` with the text of a held entry, if it is a regular file that may be opened.
     * @param decodedBytes largest file in another encoding that is decoded
     * @param room what a file, or a part of it, of up to `READ_WHOLE_BYTES` is read into: nobody else's until `use` is done
     */
    static async use<T>(
        pinned: PinnedEntry,
        decodedBytes: number,
        room: Buffer,
        use: (text: FileText) => Promise<T>
    ): Promise<T | undefined> {
        const descriptor = pinned.stats.isFile() ? orGone(() => pinned.open(constants.O_RDONLY)) : undefined;
        if (descriptor === undefined) {
            return undefined;
        }
        try {
            const text = FileText.of(descriptor, pinned.stats.size, decodedBytes, room);
            return text && (await use(text));
        } finally {
            closeSync(descriptor);
        }
    }

    private static of(descriptor: number, size: number, decodedBytes: number, room: Buffer): FileText | undefined {
        const fill = (buffer: Buffer, start: number): Buffer => buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, start));
        const read = (start: number, end: number): Buffer => {
            const length = Math.max(0, Math.min(end, size) - start);
            return fill(length <= room.length ? room.subarray(0, length) : Buffer.allocUnsafe(length), start);
        };
        const beginning = fill(room.subarray(0, size <= READ_WHOLE_BYTES ? size : MARK_BYTES), 0);
        const encoding = detectEncoding(beginning);
        if (encoding.startsWith('utf16')) {
            const decoded = size <= decodedBytes ? decodeText(read(0, size), true) : undefined;
            return decoded && FileText.inMemory(Buffer.from(decoded.text));
        }
        const markBytes = encoding === 'utf8bom' ? MARK_BYTES : 0;
        return size <= READ_WHOLE_BYTES
            ? FileText.inMemory(beginning.subarray(markBytes))
            : new FileText(size - markBytes, (start, end) => read(start + markBytes, end + markBytes));
    }

    private static inMemory(bytes: Buffer): FileText {
        return new FileText(bytes.length, (start, end) => bytes.subarray(start, end));
    }

    /** The bytes of the line that begins here, without its line end, at most `limit` of them; undefined when none begins here. */
    lineAt(offset: number, limit: number): Buffer | undefined {
        if (offset >= this.size || (offset > 0 && this.readPart(offset - 1, offset)[0] !== LINE_FEED)) {
            return undefined;
        }
        const bytes = this.readPart(offset, offset + limit);
        const end = bytes.indexOf(LINE_FEED);
        return withoutCarriageReturn(end < 0 ? bytes : bytes.subarray(0, end));
    }

    /** Up to so many lines before the one that begins at an offset, as far as they lie within `limit` bytes. */
    linesBefore(offset: number, count: number, limit: number): Buffer[] {
        const start = Math.max(0, offset - limit);
        const bytes = this.readPart(start, offset);
        const lines: Buffer[] = [];
        for (let end = bytes.length - 1; end >= 0 && lines.length < count;) {
            const before = end === 0 ? -1 : bytes.lastIndexOf(LINE_FEED, end - 1);
            if (before < 0 && start > 0) {
                break;
            }
            lines.unshift(withoutCarriageReturn(bytes.subarray(before + 1, end)));
            end = before;
        }
        return lines;
    }

    /** Up to so many lines after the one that begins at an offset, as far as they lie within `limit` bytes. */
    linesAfter(offset: number, count: number, limit: number): Buffer[] {
        const bytes = this.readPart(offset, offset + limit);
        const isEnd = offset + bytes.length >= this.size;
        const lines: Buffer[] = [];
        for (let start = bytes.indexOf(LINE_FEED) + 1; start > 0 && start < bytes.length && lines.length < count;) {
            const end = bytes.indexOf(LINE_FEED, start);
            if (end < 0 && !isEnd) {
                break;
            }
            lines.push(withoutCarriageReturn(bytes.subarray(start, end < 0 ? bytes.length : end)));
            start = end + 1;
        }
        return lines;
    }
}

export function withoutCarriageReturn(line: Buffer): Buffer {
    return line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
}
