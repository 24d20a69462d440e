import { constants, fsync as fsyncWithCallback } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { Pin, PinnedEntry, systemError } from './pinned-entry';
import { withDescriptor } from './open-entry';
import { ParentDirectoryError, systemErrorCode } from './workspace-error';

const fsync = promisify(fsyncWithCallback);

/**
 * Makes directories one inside the other below a pinned one, each through the descriptor of its parent, and calls `use` with the
 * innermost. A link that appears in their place is not followed. When `use` fails, the directories made here are removed again.
 */
export async function withDirectories<T>(
    pin: Pin,
    parent: PinnedEntry,
    names: readonly string[],
    use: (innermost: PinnedEntry) => Promise<T>
): Promise<T> {
    if (names.length === 0) {
        return use(parent);
    }
    const path = `${parent.accessPath}/${names[0]}`;
    const isNew = await makeDirectory(path);
    try {
        const made = await pin(path, { followLinks: false, directory: true });
        try {
            if (dirname(made.realPath) !== parent.realPath) {
                throw systemError('ENOENT');
            }
            const result = await withDirectories(pin, made, names.slice(1), use);
            await syncDirectory(parent);
            return result;
        } finally {
            made.close();
        }
    } catch (error) {
        if (isNew) {
            // Fails when someone put a file there meanwhile; the directory is theirs then, and the first error is the one to report.
            await rmdir(path).catch(() => undefined);
        }
        throw error;
    }
}

/** Makes the names in a directory durable. Windows does it by itself and cannot open directories. */
export async function syncDirectory(directory: PinnedEntry): Promise<void> {
    if (process.platform === 'win32') {
        return;
    }
    await withDescriptor(directory, constants.O_RDONLY | constants.O_DIRECTORY, fsync);
}

async function makeDirectory(path: string): Promise<boolean> {
    try {
        await mkdir(path);
        return true;
    } catch (error) {
        if (systemErrorCode(error) === 'EEXIST') {
            return false;
        }
        throw new ParentDirectoryError(error);
    }
}
