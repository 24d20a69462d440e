import { constants, fstatSync } from 'node:fs';
import { ReadableEntry } from '../path-guard';
import { TurnTaking } from '../turn-taking';
import { WorkspaceError } from '../workspace-error';
import { readAt, withDescriptor } from '../open-entry';
import { DecodedLines } from './decoded-lines';
import { LineScan, findLastLines, scanLines } from './line-scan';
import { numberLines } from './number-lines';
import { ReadLimits, isWanted } from './read-limits';
import { binaryFile, linesOutOfReach } from './read-refusal';
import { ReadRequest, ReadResult } from './read-request';
import { TextEncoding, countLines, decodeInTurns, decodeText, detectEncoding } from './text-encoding';

/** So much of a file tells whether it is text. */
const SNIFFED_BYTES = 8 * 1024;

/** A stretch of lines, perhaps cut at its end or, at the end of a file, at its beginning. */
export interface LinePiece {
    readonly content: string;
    readonly lines: number;
    readonly startLine?: number;
    readonly isCut: boolean;
    /** Whether the cut left a part of a line because there is no whole one. */
    readonly isCutInLine: boolean;
}

/** What was found of the lines that a request wants. */
export interface FoundLines {
    readonly pieces: readonly LinePiece[];
    readonly totalLines?: number;
    readonly omitted?: ReadResult['omitted'];
}

/** Reads some lines of a text file. Neither the size of the file nor the length of its lines matters for the memory that it takes. */
export async function readLines(entry: ReadableEntry, request: ReadRequest, limits: ReadLimits): Promise<ReadResult> {
    return withDescriptor(entry.pinned, constants.O_RDONLY, async descriptor => {
        const { size } = fstatSync(descriptor);
        const encoding = await sniff(descriptor, size, request, limits);
        const file = new LinesOfFile(descriptor, size, encoding, request, limits);
        const { pieces, totalLines, omitted } = encoding.startsWith('utf16')
            ? new DecodedLines(await file.decode(0, size, true)).read(request)
            : await file.read();
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
            ...(pieces.length === 1 && first.isCutInLine ? { lineIsCut: true } : {}),
            truncated: pieces.length > 1 || pieces.some(({ isCut }) => isCut),
            modifiedMs: entry.pinned.stats.mtimeMs
        };
    });
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
async function sniff(descriptor: number, size: number, { path }: ReadRequest, limits: ReadLimits): Promise<TextEncoding> {
    const buffer = Buffer.allocUnsafe(SNIFFED_BYTES);
    const bytesRead = await readAt(descriptor, buffer, 0);
    const bytes = buffer.subarray(0, bytesRead);
    const encoding = detectEncoding(bytes);
    if (!isWanted(encoding, limits) || !decodeText(bytes, bytesRead === size)) {
        throw binaryFile(path, bytes, size);
    }
    if (encoding.startsWith('utf16') && size > limits.bytes) {
        throw linesOutOfReach(path, size, limits.bytes, encoding);
    }
    return encoding;
}

class LinesOfFile {
    constructor(
        private readonly descriptor: number,
        private readonly size: number,
        readonly encoding: TextEncoding,
        private readonly request: ReadRequest,
        private readonly limits: ReadLimits
    ) {}

    /** The lines that the request names, as far as the limits allow. */
    async read(): Promise<FoundLines> {
        const { head, tail, maxLines, startLine, endLine } = this.request;
        const { bytes } = this.limits;
        if (tail !== undefined) {
            const { totalLines } = await this.scan(1, 0);
            return { pieces: [await this.last(tail, totalLines, bytes)], totalLines };
        }
        const [first, last] = [startLine ?? 1, head ?? endLine ?? Infinity];
        if (maxLines !== undefined) {
            return this.bothEnds(first, last, maxLines);
        }
        const scan = await this.scan(first, last);
        return { pieces: [await this.range(first, last, scan, bytes)], totalLines: scan.totalLines };
    }

    /** All lines where they are few and short enough, else the first half of so many and the last, as far as half of the bytes goes. */
    private async bothEnds(first: number, last: number, maxLines: number): Promise<FoundLines> {
        const { bytes } = this.limits;
        const half = Math.ceil(maxLines / 2);
        const scan = await this.scan(first, last, first + half - 1);
        const { totalLines, start, middle } = scan;
        if (last < Infinity && scan.end === undefined) {
            return this.beginning(first, Math.min(last, first + maxLines - 1));
        }
        const lastLine = Math.min(last, totalLines ?? Infinity);
        const place = scan.end ?? this.size;
        if (lastLine - first < maxLines && place - start <= bytes) {
            return { pieces: [await this.range(first, last, scan, bytes)], totalLines };
        }
        const firstHalf = middle === undefined ? scan : { ...scan, end: Math.min(middle, place) };
        const beginning = await this.range(first, first + half - 1, firstHalf, bytes / 2);
        const others = Math.min(maxLines - half, lastLine - first + 1 - beginning.lines);
        const end = fromLineStart(await this.last(others, totalLines === undefined ? undefined : lastLine, bytes / 2, place));
        // A line that was cut still ends before the next one begins.
        const content = end.content !== '' && beginning.isCutInLine ? `${beginning.content}\n` : beginning.content;
        return {
            pieces: [{ ...beginning, content }, end],
            totalLines,
            // Of a line that was cut the rest is left out.
            omitted:
                end.startLine === undefined
                    ? undefined
                    : {
                          startLine: first + beginning.lines - (beginning.isCutInLine ? 1 : 0),
                          endLine: end.isCutInLine ? end.startLine : end.startLine - 1
                      }
        };
    }

    /** The beginning of a range whose end is too far behind to be found. */
    private async beginning(first: number, last: number): Promise<FoundLines> {
        const piece = await this.range(first, last, await this.scan(first, last), this.limits.bytes);
        return { pieces: [{ ...piece, isCut: true }] };
    }

    private async scan(first: number, last: number, middle?: number): Promise<LineScan & { readonly start: number }> {
        const { start, ...scan } = await scanLines(this.descriptor, { first, last, middle }, this.limits);
        if (scan.isBinary) {
            throw binaryFile(this.request.path, Buffer.of(), this.size);
        }
        if (start === undefined) {
            throw linesOutOfReach(this.request.path, this.size, this.limits.scanBytes, this.encoding);
        }
        return { start, ...scan };
    }

    /** Whole lines, as many as the limit allows, or the beginning of the first one. */
    private async range(
        first: number,
        last: number,
        { start, end, scanned }: LineScan & { readonly start: number },
        limit: number
    ): Promise<LinePiece> {
        const isKnown = end !== undefined || last === Infinity;
        const wanted = end ?? (isKnown ? this.size : scanned);
        const isCut = !isKnown || wanted - start > limit;
        const content = await this.decode(start, Math.min(wanted, start + Math.floor(limit)), !isCut);
        return upToLineEnd({ content, lines: countLines(content), startLine: first, isCut, isCutInLine: false });
    }

    /** @param lastLine number of the last line before `end`, if it is known */
    private async last(count: number, lastLine: number | undefined, limit: number, end = this.size): Promise<LinePiece> {
        const { start, isCut } = await findLastLines(this.descriptor, end, count, Math.floor(limit), this.limits.signal);
        const content = await this.decode(start, end, true);
        const lines = countLines(content);
        return { content, lines, startLine: lastLine === undefined ? undefined : lastLine - lines + 1, isCut, isCutInLine: false };
    }

    /** @param isComplete false when the end may cut a character, whose beginning is then left out */
    async decode(start: number, end: number, isComplete: boolean): Promise<string> {
        const bytes = Buffer.allocUnsafe(Math.max(0, end - start));
        const bytesRead = await readAt(this.descriptor, bytes, start);
        let from = 0;
        // A place that was found by counting bytes may lie inside a character.
        while (start > 0 && from < 4 && (bytes[from] & 0xc0) === 0x80) {
            from++;
        }
        const decoded = await decodeInTurns(bytes.subarray(from, bytesRead), isComplete, new TurnTaking());
        if (!decoded) {
            throw binaryFile(this.request.path, bytes, this.size);
        }
        return decoded.text;
    }
}

/** Without the part of a line at the end of a piece that was cut there. */
function upToLineEnd(piece: LinePiece): LinePiece {
    const end = piece.content.lastIndexOf('\n') + 1;
    if (!piece.isCut || end === 0) {
        return { ...piece, isCutInLine: piece.isCut };
    }
    const content = piece.content.slice(0, end);
    return { ...piece, content, lines: countLines(content), isCutInLine: false };
}

/** Without the part of a line at the beginning of a piece that was cut there. */
function fromLineStart(piece: LinePiece): LinePiece {
    const start = piece.content.indexOf('\n') + 1;
    if (!piece.isCut || start === 0 || start === piece.content.length) {
        return { ...piece, isCutInLine: piece.isCut };
    }
    const { startLine } = piece;
    return {
        ...piece,
        content: piece.content.slice(start),
        lines: piece.lines - 1,
        ...(startLine !== undefined && { startLine: startLine + 1 }),
        isCutInLine: false
    };
}
