import { hash } from 'node:crypto';
import { constants } from 'node:fs';
import { guessMediaType } from './media-type';
import { PathGuard } from '../path-guard';
import { PinnedEntry } from '../pinned-entry';
import { quotePath } from '../quote-path';
import { notAFile } from '../refusal';
import { PathOptions } from '../requested-path';
import { ReadRequest, ReadResult } from './read-request';
import { countLines, decodeText } from './text-encoding';
import { WorkspaceError } from '../workspace-error';

/** Reads a text file. Binary files are described in the error; larger ones than the limit are refused unless a beginning was asked for. */
export async function readFile(guard: PathGuard, request: ReadRequest, options: PathOptions = {}): Promise<ReadResult> {
    const { path } = request;
    return guard.withReadable(path, options, async entry => {
        if (entry.kind === 'directory') {
            throw notAFile(path, 'is a directory');
        }
        const limit = Math.min(request.maxBytes ?? Infinity, guard.policy.limits.readBytes);
        const { bytes, size } = await readBeginning(entry.pinned, limit);
        const truncated = size > bytes.length;
        const decoded = decodeText(bytes, !truncated);
        if (!decoded) {
            throw binaryFile(path, bytes, size);
        }
        if (truncated && request.maxBytes === undefined) {
            throw tooLarge(path, size, limit);
        }
        return {
            path: entry.relativePath,
            content: decoded.text,
            encoding: decoded.encoding,
            size,
            lines: countLines(decoded.text),
            truncated,
            modifiedMs: entry.pinned.stats.mtimeMs,
            hash: truncated ? undefined : hashBytes(bytes)
        };
    });
}

/** SHA-256 in hexadecimal. */
export function hashBytes(bytes: Uint8Array): string {
    return hash('sha256', bytes, 'hex');
}

/** The first bytes of a pinned file, never more than `limit`, however large the file is or grows meanwhile. */
export async function readBeginning(pinned: PinnedEntry, limit: number): Promise<{ bytes: Buffer; size: number }> {
    // One byte more than the size tells whether the file grew, and finds the content of files that claim to be empty.
    let buffer = Buffer.allocUnsafe(Math.min(pinned.stats.size, limit) + 1);
    let filled = 0;
    const handle = await pinned.open(constants.O_RDONLY);
    try {
        for (;;) {
            const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled);
            filled += bytesRead;
            if (bytesRead === 0 || filled === pinned.stats.size || filled > limit) {
                break;
            }
            if (filled === buffer.length) {
                buffer = Buffer.concat([buffer], limit + 1);
            }
        }
    } finally {
        await handle.close();
    }
    return { bytes: buffer.subarray(0, Math.min(filled, limit)), size: filled > limit ? Math.max(filled, pinned.stats.size) : filled };
}

function binaryFile(path: string, bytes: Buffer, size: number): WorkspaceError {
    const mediaType = guessMediaType(bytes);
    return new WorkspaceError(
        'binary-file',
        `${quotePath(path)} is not a text file (${mediaType}, ${size} bytes), so its content is not shown. Choose a text file.`,
        { path, size, mediaType }
    );
}

function tooLarge(path: string, size: number, limit: number): WorkspaceError {
    return new WorkspaceError(
        'too-large',
        `${quotePath(path)} has ${size} bytes; at most ${limit} are read at once. Open it in the editor, or search for the part you need.`,
        { path, size, limit }
    );
}
