import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { orGone } from '../or-gone';
import { systemErrorCode } from '../workspace-error';

/** Folders whose files run or approve something by themselves, some as soon as they appear. */
const FOLDERS = ['.vscode', '.theia', '.opencode'];
/** Names another place for the settings of a repository. Naming the repository itself, it changes nothing. */
const COMMON_DIRECTORY = '.git/commondir';
const ITSELF = '.\n';

/** How many running commands need a placeholder that was made for them. */
const users = new Map<string, number>();

/**
 * Calls `use` while nothing can be made in the place of what acts at once: where such a file or folder is missing, a harmless one stands,
 * to be made read-only. It is removed again afterwards.
 * @param hasRepository whether the root has a repository that stays in its place
 */
export async function withPlaceholders<T>(
    root: string,
    hasRepository: boolean,
    use: (placeholders: readonly string[]) => Promise<T>
): Promise<T> {
    const isGit = hasRepository && kindOf(join(root, '.git')) === 'directory' && kindOf(join(root, '.git', 'HEAD')) === 'file';
    const names = [...FOLDERS, ...(isGit ? ['.git/hooks', COMMON_DIRECTORY] : [])];
    const wanted = names.map(name => join(root, name)).filter(path => users.has(path) || kindOf(path) === undefined || isLeftOver(path));
    wanted.forEach(path => users.set(path, (users.get(path) ?? 0) + 1));
    try {
        await Promise.all(wanted.map(make));
        return await use(wanted.filter(path => kindOf(path) !== undefined && kindOf(path) !== 'link'));
    } finally {
        await Promise.all(wanted.map(release));
    }
}

/**
 * Whether something stands in a workspace for running commands of this process alone, and nobody has put anything into it.
 * @param relativePath from the root
 */
export function isPlaceholder(root: string, relativePath: string): boolean {
    if (users.size === 0) {
        return false;
    }
    const path = join(root, relativePath);
    return users.has(path) && orGone(() => isLeftOver(path) || (kindOf(path) === 'directory' && readdirSync(path).length === 0)) === true;
}

function make(path: string): Promise<void> {
    const made = path.endsWith(COMMON_DIRECTORY) ? writeFile(path, ITSELF, { flag: 'wx' }) : mkdir(path);
    return made.catch(ignore('EEXIST'));
}

async function release(path: string): Promise<void> {
    const left = (users.get(path) ?? 1) - 1;
    if (left > 0) {
        users.set(path, left);
        return;
    }
    users.delete(path);
    await removePlaceholder(path);
}

/** Removes a placeholder, unless a command still needs it. */
export async function removePlaceholder(path: string): Promise<void> {
    if (users.has(path)) {
        return;
    }
    if (path.endsWith(COMMON_DIRECTORY)) {
        await (isLeftOver(path) ? rm(path, { force: true }) : undefined);
    } else {
        // A person put something into it meanwhile, or took it away.
        await rmdir(path).catch(ignore('ENOTEMPTY', 'ENOENT', 'EEXIST', 'ENOTDIR'));
    }
}

/** Whether a file is the placeholder of a command that was not there any more to remove it. */
function isLeftOver(path: string): boolean {
    return path.endsWith(COMMON_DIRECTORY) && kindOf(path) === 'file' && readFileSync(path, 'utf8') === ITSELF;
}

function kindOf(path: string): 'file' | 'directory' | 'link' | 'other' | undefined {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) {
        return undefined;
    }
    if (stats.isSymbolicLink()) {
        return 'link';
    }
    return stats.isDirectory() ? 'directory' : stats.isFile() ? 'file' : 'other';
}

function ignore(...codes: readonly string[]): (error: unknown) => void {
    return error => {
        if (!codes.includes(systemErrorCode(error) ?? '')) {
            throw error;
        }
    };
}
