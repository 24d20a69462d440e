import { Dirent, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { PathGuard } from '../path-guard';
import type { Policy } from '../policy';
import { WorkspaceError, systemErrorCode } from '../workspace-error';
import { withProtectedFolders } from './protected-folders';
import type { MaskedPath, SandboxAccess, SandboxProvider } from './sandbox-provider';

/** Every one is a mount of its own; a workspace with more is not one that a sandbox can serve quickly. */
const MOST_MOUNTS = 1000;
/** Directories that are looked at side by side. */
const WALKERS = 16;
/** What is not looked through: installed code is public, and there is much of it. */
const NOT_ENTERED = 'node_modules';
/** What decides how a repository behaves, below its `.git`. */
const REPOSITORY_SETTINGS = ['config', 'config.worktree', 'hooks'];

interface Found {
    readonly masked: MaskedPath[];
    readonly readOnly: string[];
}

/**
 * Calls `use` with what a command may see and change in a workspace as it is now. Providers that do not keep files apart need no look
 * at it.
 */
export async function withSandboxAccess<T>(
    guard: PathGuard,
    provider: SandboxProvider,
    { network }: { readonly network: boolean },
    use: (access: SandboxAccess) => Promise<T>
): Promise<T> {
    const workspace = guard.root;
    if (!provider.isolates.files) {
        return use({ workspace, masked: [], readOnly: [], network });
    }
    return withProtectedFolders(workspace, async folders => {
        const found: Found = { masked: [], readOnly: [] };
        await lookThrough(workspace, guard.policy, found);
        const readOnly = [...new Set([...found.readOnly, ...folders])].filter(path => existsSync(path));
        return use({ workspace, masked: found.masked, readOnly, network });
    });
}

async function lookThrough(root: string, policy: Policy, found: Found): Promise<void> {
    const waiting = [''];
    const walk = async (): Promise<void> => {
        for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
            for (const entry of await entriesOf(join(root, directory))) {
                const path = posix.join(directory, entry.name);
                if (note(root, path, entry, policy, found)) {
                    waiting.push(path);
                }
            }
            if (found.masked.length + found.readOnly.length > MOST_MOUNTS) {
                throw new WorkspaceError(
                    'sandbox-failed',
                    `The workspace has more than ${MOST_MOUNTS} sensitive or protected files, too many to keep from a command. ` +
                        'Open a smaller folder, or choose the sandbox provider "local".'
                );
            }
        }
    };
    // Walkers end when nothing is waiting, although others may still add to it; hence the rounds.
    while (waiting.length > 0) {
        await Promise.all(Array.from({ length: Math.min(WALKERS, waiting.length) }, walk));
    }
}

/** Notes an entry that is to be kept from commands; answers whether to look below it. */
function note(root: string, path: string, entry: Dirent, policy: Policy, found: Found): boolean {
    const directory = entry.isDirectory();
    if (entry.isSymbolicLink() || (!directory && !entry.isFile())) {
        return false;
    }
    if (entry.name.toLowerCase() === '.git') {
        found.readOnly.push(...(directory ? REPOSITORY_SETTINGS.map(name => join(root, path, name)) : [join(root, path)]));
        return false;
    }
    if (policy.judgeRead(path).decision === 'deny') {
        found.masked.push({ path: join(root, path), kind: directory ? 'directory' : 'file' });
        return false;
    }
    if (entry.name === NOT_ENTERED) {
        return false;
    }
    if (policy.judgeWrite(path).decision !== 'allow') {
        found.readOnly.push(join(root, path));
        return false;
    }
    return directory;
}

async function entriesOf(directory: string): Promise<Dirent[]> {
    try {
        return await readdir(directory, { withFileTypes: true });
    } catch (error) {
        // Removed meanwhile, or closed to us and so to the command.
        if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(systemErrorCode(error) ?? '')) {
            return [];
        }
        throw error;
    }
}
