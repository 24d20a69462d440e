import { accessSync, constants } from 'node:fs';
import { chmod } from 'node:fs/promises';
import type { PathGuard } from '../path-guard';
import type { PinnedEntry } from '../pinned-entry';
import { systemErrorCode } from '../workspace-error';

/** What its owner needs to look through a folder and to give names in it. */
const OPEN = 0o700;

/**
 * Opens a folder to us if it is closed but ours: a command could do the same, and in the meantime it reaches by name what no list shows.
 * @param path bytes where it is no text
 * @returns whether we may look through it
 */
export async function openFolder(guard: PathGuard, path: string | Buffer): Promise<boolean> {
    if (isOpen(path)) {
        return true;
    }
    const directory = await guard.pin(path, { followLinks: false, directory: true });
    try {
        // Held by descriptor: the folder cannot be swapped for one that lies outside.
        if (directory.realPath === path.toString()) {
            await openHeldFolder(directory);
        }
    } finally {
        directory.close();
    }
    return isOpen(path);
}

/** Whoever made a folder can close it, also to a new name for what lies in it. */
export async function openHeldFolder({ accessPath, stats: { mode, uid } }: PinnedEntry): Promise<void> {
    if (uid === process.geteuid?.() && (mode & OPEN) !== OPEN) {
        await chmod(accessPath, (mode & 0o7777) | OPEN);
    }
}

/** Whether an error says that something is closed to us and that we cannot open it. */
export function isClosed(error: unknown): boolean {
    return ['EACCES', 'EPERM', 'EROFS'].includes(systemErrorCode(error) ?? '');
}

function isOpen(path: string | Buffer): boolean {
    try {
        accessSync(path, constants.R_OK | constants.X_OK);
        return true;
    } catch (error) {
        if (!isClosed(error)) {
            throw error;
        }
        return false;
    }
}
