import { opendir } from 'node:fs/promises';
import { OperationOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { throwIfCancelled } from '../cancellation';
import { StatRequest, StatResult } from './stat-request';

/** Describes a file or directory. */
export async function statEntry(guard: PathGuard, request: StatRequest, options: OperationOptions): Promise<StatResult> {
    return guard.withReadable(request.path, options, async ({ relativePath, kind, pinned: { stats, accessPath } }) => ({
        path: relativePath,
        absolutePath: guard.givenPath(relativePath),
        type: kind,
        size: stats.size,
        permissions: stats.mode & 0o7777,
        ownerId: stats.uid,
        groupId: stats.gid,
        createdMs: stats.birthtimeMs,
        modifiedMs: stats.mtimeMs,
        accessedMs: stats.atimeMs,
        ...(kind === 'directory' ? { entries: await countEntries(accessPath, options.signal) } : {})
    }));
}

async function countEntries(directoryPath: string, signal?: AbortSignal): Promise<number> {
    const directory = await opendir(directoryPath, { bufferSize: 1000 });
    try {
        let entries = 0;
        while ((await directory.read()) !== null) {
            entries++;
            throwIfCancelled(signal);
        }
        return entries;
    } finally {
        await directory.close();
    }
}
