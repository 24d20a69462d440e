import { accessSync, constants } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import type { PathGuard } from '../path-guard';
import type { PinnedEntry } from '../pinned-entry';
import { systemErrorCode } from '../workspace-error';
import { Identity, identityFrom } from './entry-identity';

/** What its owner needs to look through a folder and to give names in it. */
const OPEN = 0o700;

/**
 * Makes sure that a folder can be looked through, if that is allowed.
 * @param path bytes where it is no text
 * @returns whether it can be
 */
export type EnterFolder = (path: string | Buffer) => boolean | Promise<boolean>;

/**
 * Enters what a command can have closed as well, which is opened: the command reached by name what no list shows, and could open it again.
 * That is what belongs to us and was not closed before the command.
 */
export function enterOpening(guard: PathGuard, closedBefore: ReadonlySet<Identity>): EnterFolder {
    return async path => {
        if (isOpen(path)) {
            return true;
        }
        const directory = await guard.pin(path, { followLinks: false, directory: true });
        try {
            // Held by descriptor: the folder cannot be swapped for one that lies outside, or that a person closed.
            if (
                directory.realPath === path.toString() &&
                !closedBefore.has(identityFrom(await stat(directory.accessPath, { bigint: true })))
            ) {
                await openHeldFolder(directory);
            }
        } finally {
            directory.close();
        }
        return isOpen(path);
    };
}

/** Whoever made a folder can close it, also to a new name for what lies in it. */
export async function openHeldFolder({ accessPath, stats }: PinnedEntry): Promise<void> {
    if (isOurs(stats) && (stats.mode & OPEN) !== OPEN) {
        await chmod(accessPath, (stats.mode & 0o7777) | OPEN);
    }
}

/** Whether something belongs to our user, as all that commands make does: no provider lets them give it to another one. */
export function isOurs({ uid }: { readonly uid: number | bigint }): boolean {
    return Number(uid) === process.geteuid?.();
}

/** Whether an error says that something is closed to us and that we cannot open it. */
export function isClosed(error: unknown): boolean {
    return ['EACCES', 'EPERM', 'EROFS'].includes(systemErrorCode(error) ?? '');
}

/** Whether a folder may be looked through as it is: what a person or somebody else has closed stays so. */
export function isOpen(path: string | Buffer): boolean {
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
