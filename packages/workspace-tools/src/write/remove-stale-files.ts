import { lstat, unlink } from 'node:fs/promises';
import { posix } from 'node:path';
import { listFiles } from '../list/list-files';
import { PathGuard } from '../path-guard';
import { NEVER_WRITTEN_PATTERNS } from '../policy-rules';
import { TEMPORARY_GLOB, temporaryFileOwner } from './temporary-file';
import { WorkspaceError, systemErrorCode } from '../workspace-error';

/** A temporary file older than this is in nobody's use, even if another process got its owner's number. */
const OLDEST_IN_USE_MS = 10 * 60 * 1000;

/**
 * Removes the temporary files that a killed process left behind, and leaves those that a running one is writing.
 * @returns how many were removed
 */
export async function removeStaleFiles(guard: PathGuard, signal?: AbortSignal): Promise<number> {
    const found: string[] = [];
    const globs = [TEMPORARY_GLOB, ...NEVER_WRITTEN_PATTERNS.map(pattern => `!${pattern}`)];
    await listFiles(guard.root, { honourGitignore: false, globs, signal }, path => found.push(path));
    const removed = await Promise.all(found.map(path => removeIfStale(guard, path)));
    return removed.filter(Boolean).length;
}

async function removeIfStale(guard: PathGuard, path: string): Promise<boolean> {
    const name = posix.basename(path);
    const owner = temporaryFileOwner(name);
    if (owner === undefined) {
        return false;
    }
    try {
        return await guard.withReadable(`./${posix.dirname(path)}`, {}, async directory => {
            const entryPath = `${directory.pinned.accessPath}/${name}`;
            const { mtimeMs } = await lstat(entryPath);
            if (isRunning(owner) && Date.now() - mtimeMs < OLDEST_IN_USE_MS) {
                return false;
            }
            await unlink(entryPath);
            return true;
        });
    } catch (error) {
        if (error instanceof WorkspaceError) {
            // Gone meanwhile, or not ours to remove: the next start looks again.
            return false;
        }
        throw error;
    }
}

function isRunning(processId: number): boolean {
    try {
        process.kill(processId, 0);
        return true;
    } catch (error) {
        return systemErrorCode(error) !== 'ESRCH';
    }
}
