import { createHash, hash } from 'node:crypto';
import { constants, readSync } from 'node:fs';
import { throwIfCancelled } from '../cancellation';
import { isLocal } from '../local-devices';
import { PathGuard, ReadableEntry } from '../path-guard';
import { PinnedEntry } from '../pinned-entry';
import { notAFile } from '../refusal';
import { WorkspaceError } from '../workspace-error';
import { TurnTaking } from '../turn-taking';
import { readAt, withDescriptor } from '../open-entry';
import { scanLines } from './line-scan';
import { numberLines } from './number-lines';
import { readLines } from './read-lines';
import { ReadLimits, isWanted } from './read-limits';
import { binaryFile, tooLarge } from './read-refusal';
import { ReadOptions, ReadRequest, ReadResult } from './read-request';
import { DecodedText, TextEncoding, countLineFeeds, countLines, decodeInTurns } from './text-encoding';

/** So much of a file is read in less time than a thread takes to begin. */
const QUICK_BYTES = 128 * 1024;

/** Bytes of a file whose lines are counted, or that are hashed, before others may run. */
const COUNTED_AT_ONCE = 1024 * 1024;
const HASHED_AT_ONCE = 1024 * 1024;

/**
 * Reads a text file or a part of it. Binary files are described in the error; larger ones than the limit are refused unless a part
 * was asked for.
 * @param limit most bytes that are read; the policy's limit for reading unless given
 */
export async function readFile(
    guard: PathGuard,
    request: ReadRequest,
    options: ReadOptions = {},
    limit = options.comparedBytes ?? (options.large ? guard.policy.limits.largeReadBytes : guard.policy.limits.readBytes)
): Promise<ReadResult> {
    const { path } = request;
    return guard.withReadable(path, options, async entry => {
        if (entry.kind === 'directory') {
            throw notAFile(path, 'is a directory');
        }
        const most = Math.min(request.maxBytes ?? Infinity, limit);
        const parts = partsOf(request);
        if (parts.length > 1) {
            throw new WorkspaceError('invalid-argument', `Only one of ${parts.join(' and ')} can be read at once. Choose one.`, { path });
        }
        if (request.startLine !== undefined && request.endLine !== undefined && request.endLine < request.startLine) {
            throw new WorkspaceError(
                'invalid-argument',
                `Line ${request.endLine}, the last one to read, comes before line ${request.startLine}, the first. Swap them.`,
                { path }
            );
        }
        if (parts.length === 1) {
            return readLines(entry, request, { ...options, bytes: most, scanBytes: guard.policy.limits.scanBytes });
        }
        return readWhole(entry, request, { ...options, bytes: most, scanBytes: guard.policy.limits.scanBytes });
    });
}

async function readWhole(entry: ReadableEntry, request: ReadRequest, limits: ReadLimits): Promise<ReadResult> {
    const { scanBytes, signal } = limits;
    const { bytes, size } = await readBeginning(entry.pinned, limits.bytes, signal);
    const truncated = size > bytes.length;
    // Each step is quick by itself, all of them together are not for the largest files.
    const turns = new TurnTaking();
    const decoded = await decodeInTurns(bytes, !truncated, turns);
    if (!decoded || !isWanted(decoded.encoding, limits)) {
        throw binaryFile(request.path, bytes, size);
    }
    if (truncated && request.maxBytes === undefined) {
        throw tooLarge(request.path, size, limits.bytes);
    }
    const lines = await countLinesInTurns(decoded, bytes, turns);
    const content = request.numbered ? await numberLines(decoded.text, 1) : decoded.text;
    const totalLines = truncated ? await countAllLines(entry.pinned, decoded.encoding, scanBytes, signal) : lines;
    const text = { content, encoding: decoded.encoding, lines, totalLines, truncated };
    return new WholeFile(entry, text, size, truncated ? undefined : bytes);
}

/**
 * A file of which not only a part was wanted. Few callers ask for its hash, which takes as long as all else. It is a getter of the class,
 * because one of each object would be kept by the engine, and with it the bytes, until all garbage is collected.
 */
class WholeFile implements ReadResult {
    readonly path: string;
    readonly content: string;
    readonly encoding: TextEncoding;
    readonly lines: number;
    readonly startLine = 1;
    readonly endLine: number;
    readonly totalLines?: number;
    readonly truncated: boolean;
    readonly modifiedMs: number;
    readonly #bytes?: Buffer;
    #hash?: string;

    /** @param bytes all of the file; undefined when it was not read to its end */
    constructor(
        { relativePath, pinned }: ReadableEntry,
        text: Pick<ReadResult, 'content' | 'encoding' | 'lines' | 'totalLines' | 'truncated'>,
        readonly size: number,
        bytes: Buffer | undefined
    ) {
        this.path = relativePath;
        this.content = text.content;
        this.encoding = text.encoding;
        this.lines = text.lines;
        this.endLine = text.lines;
        this.totalLines = text.totalLines;
        this.truncated = text.truncated;
        this.modifiedMs = pinned.stats.mtimeMs;
        this.#bytes = bytes;
    }

    get hash(): string | undefined {
        return (this.#hash ??= this.#bytes && hashBytes(this.#bytes));
    }
}

/** Counts by bytes where line ends are single ones, which takes half the time. */
async function countLinesInTurns({ text, encoding }: DecodedText, bytes: Buffer, turns: TurnTaking): Promise<number> {
    if (encoding.startsWith('utf16')) {
        return countLines(text);
    }
    let lines = text === '' || text.endsWith('\n') ? 0 : 1;
    for (let start = 0; start < bytes.length; start += COUNTED_AT_ONCE) {
        lines += countLineFeeds(bytes, start, Math.min(bytes.length, start + COUNTED_AT_ONCE));
        await turns.nextIfOver();
    }
    return lines;
}

async function countAllLines(
    pinned: PinnedEntry,
    encoding: TextEncoding,
    scanBytes: number,
    signal?: AbortSignal
): Promise<number | undefined> {
    if (encoding.startsWith('utf16')) {
        return undefined;
    }
    const { totalLines } = await withDescriptor(pinned, constants.O_RDONLY, descriptor =>
        scanLines(descriptor, { first: 1, last: 0 }, { scanBytes, signal })
    );
    return totalLines;
}

/** The parts of a file that a request asks for, as its caller knows them. */
function partsOf({ startLine, endLine, head, tail, maxLines }: ReadRequest): string[] {
    const range = startLine ?? endLine;
    const asked = { ...(range === undefined ? { maxLines } : { 'a range of lines': range }), head, tail };
    return Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : name));
}

/** SHA-256 in hexadecimal. */
export function hashBytes(bytes: Uint8Array): string {
    return hash('sha256', bytes, 'hex');
}

/** The same for bytes of any number, in turns with others. */
export async function hashInTurns(bytes: Uint8Array): Promise<string> {
    if (bytes.length <= HASHED_AT_ONCE) {
        return hashBytes(bytes);
    }
    const turns = new TurnTaking();
    const hasher = createHash('sha256');
    for (let start = 0; start < bytes.length; start += HASHED_AT_ONCE) {
        hasher.update(bytes.subarray(start, start + HASHED_AT_ONCE));
        await turns.nextIfOver();
    }
    return hasher.digest('hex');
}

/** The first bytes of a pinned file, never more than `limit`, however large the file is or grows meanwhile. */
export async function readBeginning(pinned: PinnedEntry, limit: number, signal?: AbortSignal): Promise<{ bytes: Buffer; size: number }> {
    // One byte more than the size tells whether the file grew, and finds the content of files that claim to be empty.
    let buffer = Buffer.allocUnsafe(Math.min(pinned.stats.size, limit) + 1);
    let filled = 0;
    await withDescriptor(pinned, constants.O_RDONLY, async descriptor => {
        for (;;) {
            throwIfCancelled(signal);
            const rest = buffer.subarray(filled);
            const isQuick = rest.length <= QUICK_BYTES && isLocal(pinned.stats);
            const bytesRead = isQuick ? readSync(descriptor, rest, 0, rest.length, filled) : await readAt(descriptor, rest, filled);
            filled += bytesRead;
            if (bytesRead === 0 || filled === pinned.stats.size || filled > limit) {
                break;
            }
            if (filled === buffer.length) {
                buffer = Buffer.concat([buffer], limit + 1);
            }
        }
    });
    return { bytes: buffer.subarray(0, Math.min(filled, limit)), size: filled > limit ? Math.max(filled, pinned.stats.size) : filled };
}
