import { mkdir, rmdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode } from '../workspace-error';

/** Folders whose files run or approve something by themselves. A command must not be able to make them where they are missing. */
const FOLDERS = ['.vscode', '.theia', '.opencode', '.git/hooks'];

/** How many running commands need an empty folder that was made for them. */
const users = new Map<string, number>();

/** Calls `use` while every such folder of a workspace exists, so that it can be made read-only; those that were missing are removed again. */
export async function withProtectedFolders<T>(root: string, use: (folders: readonly string[]) => Promise<T>): Promise<T> {
    const folders = FOLDERS.filter(name => name !== '.git/hooks' || existsSync(join(root, '.git', 'HEAD'))).map(name => join(root, name));
    const made = folders.filter(folder => users.has(folder) || !existsSync(folder));
    made.forEach(folder => users.set(folder, (users.get(folder) ?? 0) + 1));
    try {
        await Promise.all(made.map(folder => mkdir(folder, { recursive: true })));
        return await use(folders.filter(folder => existsSync(folder)));
    } finally {
        await Promise.all(made.map(release));
    }
}

async function release(folder: string): Promise<void> {
    const left = (users.get(folder) ?? 1) - 1;
    if (left > 0) {
        users.set(folder, left);
        return;
    }
    users.delete(folder);
    try {
        await rmdir(folder);
    } catch (error) {
        // A person put something into it meanwhile, or took it away.
        if (!['ENOTEMPTY', 'ENOENT', 'EEXIST', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) {
            throw error;
        }
    }
}
