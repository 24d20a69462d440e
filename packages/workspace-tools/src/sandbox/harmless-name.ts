import { readdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PathGuard } from '../path-guard';
import type { PinnedEntry } from '../pinned-entry';
import { systemErrorCode } from '../workspace-error';

/** Whether a name is one that was given to something refused; git gives none like it. */
export function isHarmlessName(name: string): boolean {
    return /^refused-.*~$/s.test(name);
}

/** Gives a file or folder a name that nothing looks for. What is gone meanwhile, or lies elsewhere, is left alone. */
export async function giveHarmlessName(guard: PathGuard, path: string): Promise<boolean> {
    const name = basename(path);
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
        const taken = new Set(await readdir(directory.accessPath));
        let harmless = `refused-${name}~`;
        for (let count = 2; taken.has(harmless); count++) {
            harmless = `refused-${count}-${name}~`;
        }
        await rename(join(directory.accessPath, name), join(directory.accessPath, harmless));
        return true;
    } catch (error) {
        return falseWhenGone(error);
    } finally {
        directory.close();
    }
}

function falseWhenGone(error: unknown): false {
    if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(systemErrorCode(error) ?? '')) {
        throw error;
    }
    return false;
}
