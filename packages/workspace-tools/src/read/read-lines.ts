import { constants } from 'node:fs';
import { FileHandle } from 'node:fs/promises';
import { ReadableEntry } from '../path-guard';
import { WorkspaceError } from '../workspace-error';
import { findLastLines, scanLines } from './line-scan';
import { numberLines } from './number-lines';
import { binaryFile, tooLarge } from './read-refusal';
import { ReadRequest, ReadResult } from './read-request';
import { TextEncoding, countLines, decodeText, detectEncoding } from './text-encoding';

/** So much of a file tells whether it is text. */
const SNIFFED_BYTES = 8 * 1024;

/** Bounds of one read. */
interface LineLimits {
    readonly bytes: number;
    readonly scanBytes: number;
    readonly signal?: AbortSignal;
}

/** A stretch of whole lines, perhaps cut at its end or, at the end of a file, at its beginning. */
interface Piece {
    readonly content: string;
    readonly lines: number;
    readonly startLine?: number;
    readonly isCut: boolean;
}

/** Reads some lines of a text file. Neither the size of the file nor the length of its lines matters for the memory that it takes. */
export async function readLines(entry: ReadableEntry, request: ReadRequest, limits: LineLimits): Promise<ReadResult> {
    const handle = await entry.pinned.open(constants.O_RDONLY);
    try {
        const { size } = await handle.stat();
        const file = new LinesOfFile(handle, size, await sniff(handle, size, request, limits), request, limits);
        const { pieces, totalLines, omitted } = await file.read();
        const first = pieces[0];
        const last = pieces[pieces.length - 1];
        const texts = request.numbered
            ? await Promise.all(pieces.map(({ content, startLine }) => numberLines(content, numberOf(startLine, request))))
            : pieces.map(({ content }) => content);
        return {
            path: entry.relativePath,
            content: texts.join(''),
            encoding: file.encoding,
            size,
            lines: pieces.reduce((sum, { lines }) => sum + lines, 0),
            startLine: first.startLine,
            endLine: last.startLine === undefined ? undefined : last.startLine + last.lines - 1,
            totalLines,
            ...(omitted ? { omitted } : {}),
            truncated: omitted !== undefined || pieces.some(({ isCut }) => isCut),
            modifiedMs: entry.pinned.stats.mtimeMs
        };
    } finally {
        await handle.close();
    }
}

function numberOf(startLine: number | undefined, { path }: ReadRequest): number {
    if (startLine === undefined) {
        throw new WorkspaceError('too-large', 'The lines at the end of so large a file cannot be numbered. Ask for them without numbers.', {
            path
        });
    }
    return startLine;
}

/** The encoding of a file that its lines can be found in by their bytes. */
async function sniff(handle: FileHandle, size: number, { path }: ReadRequest, limits: LineLimits): Promise<TextEncoding> {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
    const bytes = buffer.subarray(0, bytesRead);
    if (!decodeText(bytes, bytesRead === size)) {
        throw binaryFile(path, bytes, size);
    }
    const encoding = detectEncoding(bytes);
    if (encoding.startsWith('utf16')) {
        throw tooLarge(path, size, limits.bytes);
    }
    return encoding;
}

class LinesOfFile {
    constructor(
        private readonly handle: FileHandle,
        private readonly size: number,
        readonly encoding: TextEncoding,
        private readonly request: ReadRequest,
        private readonly limits: LineLimits
    ) {}

    async read(): Promise<{ pieces: Piece[]; totalLines?: number; omitted?: ReadResult['omitted'] }> {
        const { head, tail, maxLines, startLine, endLine } = this.request;
        const { bytes } = this.limits;
        if (tail !== undefined) {
            const { totalLines } = await this.scan(1, 0);
            return { pieces: [await this.last(tail, totalLines, bytes)], totalLines };
        }
        if (maxLines === undefined) {
            return this.range(startLine ?? 1, head ?? endLine ?? Infinity, bytes);
        }
        const half = Math.ceil(maxLines / 2);
        const beginning = await this.range(1, half, bytes / 2);
        const { totalLines } = beginning;
        if (totalLines !== undefined && totalLines <= maxLines) {
            return this.range(1, totalLines, bytes);
        }
        const end = await this.last(maxLines - half, totalLines, bytes / 2);
        return {
            pieces: [...beginning.pieces, end],
            totalLines,
            omitted: end.startLine === undefined ? undefined : { startLine: half + 1, endLine: end.startLine - 1 }
        };
    }

    private scan(first: number, last: number): ReturnType<typeof scanLines> {
        return scanLines(this.handle, { first, last }, this.limits.scanBytes, this.limits.signal);
    }

    private async range(first: number, last: number, limit: number): Promise<{ pieces: Piece[]; totalLines?: number }> {
        const { totalLines, start, end } = await this.scan(first, last);
        if (start === undefined) {
            throw tooLarge(this.request.path, this.size, this.limits.scanBytes);
        }
        const wanted = last < first ? start : (end ?? this.size);
        const isCut = wanted - start > limit;
        const content = await this.decode(start, isCut ? start + Math.floor(limit) : wanted, !isCut);
        return { pieces: [{ content, lines: countLines(content), startLine: first, isCut }], totalLines };
    }

    private async last(count: number, totalLines: number | undefined, limit: number): Promise<Piece> {
        const { start, isCut } = await findLastLines(this.handle, this.size, count, Math.floor(limit), this.limits.signal);
        const content = await this.decode(start, this.size, true);
        const lines = countLines(content);
        return { content, lines, startLine: totalLines === undefined ? undefined : totalLines - lines + 1, isCut };
    }

    /** @param isComplete false when the end may cut a character, whose beginning is then left out */
    private async decode(start: number, end: number, isComplete: boolean): Promise<string> {
        const bytes = Buffer.allocUnsafe(Math.max(0, end - start));
        const { bytesRead } = await this.handle.read(bytes, 0, bytes.length, start);
        let from = 0;
        // A place that was found by counting bytes may lie inside a character.
        while (start > 0 && from < 4 && (bytes[from] & 0xc0) === 0x80) {
            from++;
        }
        const decoded = decodeText(bytes.subarray(from, bytesRead), isComplete);
        if (!decoded) {
            throw binaryFile(this.request.path, bytes, this.size);
        }
        return decoded.text;
    }
}
