import { randomInt } from 'node:crypto';
import { lstat, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PathGuard } from '../path-guard';
import type { PinnedEntry } from '../pinned-entry';
import { throwUnlessGone } from '../throw-unless-gone';
import { openHeldFolder } from './open-folder';

/** File systems take names of 255 bytes. */
const LONGEST_KEPT_BYTES = 200;
/** So many names are tried one after another; a command can take thousands of them. */
const MOST_COUNTED = 10;
const MOST_NUMBERS = 2 ** 40;

/** Whether a name is one that was given to something refused; git gives none like it. */
export function isHarmlessName(name: string): boolean {
    return /^refused-.*~$/s.test(name);
}

/**
 * Gives a file or folder a name that nothing looks for. What is gone meanwhile, or lies elsewhere, is left alone.
 * @param bytes its name where that is no text; the path then has other characters in its place
 * @returns its new path, if it has one
 */
export async function giveHarmlessName(
    guard: PathGuard,
    path: string,
    bytes: Buffer = Buffer.from(basename(path))
): Promise<string | undefined> {
    let directory: PinnedEntry;
    try {
        directory = await guard.pin(dirname(path), { followLinks: false, directory: true });
    } catch (error) {
        throwUnlessGone(error);
        return undefined;
    }
    try {
        // Held by descriptor: the folder cannot be swapped for one that lies outside.
        if (directory.realPath !== dirname(path)) {
            return undefined;
        }
        await openHeldFolder(directory);
        const current = Buffer.concat([Buffer.from(`${directory.accessPath}/`), bytes]);
        const name = shorten(basename(path));
        let harmless = `refused-${name}~`;
        for (let count = 2; await exists(join(directory.accessPath, harmless)); count++) {
            harmless = `refused-${count > MOST_COUNTED ? randomInt(MOST_NUMBERS) : count}-${name}~`;
        }
        await rename(current, join(directory.accessPath, harmless));
        return join(directory.realPath, harmless);
    } catch (error) {
        throwUnlessGone(error);
        return undefined;
    } finally {
        directory.close();
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
        throwUnlessGone(error);
        return false;
    }
}
