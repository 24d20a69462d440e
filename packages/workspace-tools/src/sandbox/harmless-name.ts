import { randomInt } from 'node:crypto';
import { chmod, lstat, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PathGuard } from '../path-guard';
import type { PinnedEntry } from '../pinned-entry';
import { systemErrorCode } from '../workspace-error';

/** File systems take names of 255 bytes. */
const LONGEST_KEPT_BYTES = 200;
/** So many names are tried one after another; a command can take thousands of them. */
const MOST_COUNTED = 10;
const MOST_NUMBERS = 2 ** 40;
/** What its owner needs to give names in a folder. */
const WRITABLE = 0o300;

/** Whether a name is one that was given to something refused; git gives none like it. */
export function isHarmlessName(name: string): boolean {
    return /^refused-.*~$/s.test(name);
}

/**
 * Gives a file or folder a name that nothing looks for. What is gone meanwhile, or lies elsewhere, is left alone.
 * @param bytes its name where that is no text; the path then has other characters in its place
 */
export async function giveHarmlessName(guard: PathGuard, path: string, bytes: Buffer = Buffer.from(basename(path))): Promise<boolean> {
    let directory: PinnedEntry;
    try {
        directory = await guard.pin(dirname(path), { followLinks: false, directory: true });
    } catch (error) {
        return falseWhenGone(error);
    }
    try {
        // Held by descriptor: the folder cannot be swapped for one that lies outside.
        if (directory.realPath !== dirname(path)) {
            return false;
        }
        const current = Buffer.concat([Buffer.from(`${directory.accessPath}/`), bytes]);
        const name = shorten(basename(path));
        let harmless = `refused-${name}~`;
        for (let count = 2; await exists(join(directory.accessPath, harmless)); count++) {
            harmless = `refused-${count > MOST_COUNTED ? randomInt(MOST_NUMBERS) : count}-${name}~`;
        }
        await openFolder(directory.accessPath);
        await rename(current, join(directory.accessPath, harmless));
        return true;
    } catch (error) {
        return falseWhenGone(error);
    } finally {
        directory.close();
    }
}

/** Whoever made a folder can close it to changes, and so to this one. */
async function openFolder(path: string): Promise<void> {
    const { mode, uid } = await stat(path);
    if (uid === process.geteuid?.() && (mode & WRITABLE) !== WRITABLE) {
        await chmod(path, (mode & 0o7777) | WRITABLE);
    }
}

/** So much of a name that what is added to it still makes one. */
function shorten(name: string): string {
    const characters = Array.from(name);
    let bytes = 0;
    const end = characters.findIndex(character => (bytes += Buffer.byteLength(character)) > LONGEST_KEPT_BYTES);
    return end < 0 ? name : characters.slice(0, end).join('');
}

async function exists(path: string): Promise<boolean> {
    try {
        await lstat(path);
        return true;
    } catch (error) {
        return falseWhenGone(error);
    }
}

function falseWhenGone(error: unknown): false {
    if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(systemErrorCode(error) ?? '')) {
        throw error;
    }
    return false;
}
