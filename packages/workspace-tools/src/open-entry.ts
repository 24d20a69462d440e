import { closeSync, read } from 'node:fs';
import type { PinnedEntry } from './pinned-entry';

/** Calls `use` with a pinned entry opened; it is closed when `use` is done. */
export async function withDescriptor<T>(pinned: PinnedEntry, flags: number, use: (descriptor: number) => Promise<T>): Promise<T> {
    const descriptor = pinned.open(flags);
    try {
        return await use(descriptor);
    } finally {
        closeSync(descriptor);
    }
}

/** Fills a buffer from an open file, beginning at a position. @returns how many bytes came; none at the end of the file */
export function readAt(descriptor: number, buffer: Buffer, position: number): Promise<number> {
    return new Promise((resolve, reject) =>
        read(descriptor, buffer, 0, buffer.length, position, (error, bytesRead) => (error ? reject(error) : resolve(bytesRead)))
    );
}
