import { opendir, lstat } from 'node:fs/promises';
import { posix } from 'node:path';
import { PathGuard } from '../path-guard';
import { DirectoryEntry, ListRequest, ListResult } from './list-request';
import { changedMeanwhile, notADirectory } from '../refusal';
import { PathOptions } from '../requested-path';
import { temporaryFileOwner } from '../write/temporary-file';
import { systemErrorCode } from '../workspace-error';

/** Names that are read of one directory; past this a listing is sorted over what was read. */
const MOST_NAMES = 20_000;

/** Lists one directory, not what lies below. */
export async function listDirectory(guard: PathGuard, request: ListRequest, options: PathOptions = {}): Promise<ListResult> {
    const path = request.path ?? '.';
    return guard.withReadable(path, options, async ({ kind, pinned, relativePath }) => {
        if (kind === 'file') {
            throw notADirectory(path);
        }
        const found = await readNames(pinned.accessPath);
        const entries = await Promise.all(
            found.slice(0, guard.policy.limits.listEntries).map(async found => {
                const entry = { ...found, path: posix.join(relativePath, found.name) };
                const isReadable = guard.policy.judgeRead(entry.path).decision === 'allow';
                return isReadable ? describe(pinned.accessPath, entry) : { ...entry, sensitive: true as const };
            })
        );
        if ((await pinned.currentPath()) !== pinned.realPath) {
            throw changedMeanwhile(path);
        }
        return {
            path: relativePath,
            entries: entries.filter(entry => entry !== undefined),
            total: found.length,
            truncated: found.length > guard.policy.limits.listEntries
        };
    });
}

async function readNames(directoryPath: string): Promise<Pick<DirectoryEntry, 'name' | 'type'>[]> {
    const names: Pick<DirectoryEntry, 'name' | 'type'>[] = [];
    for await (const entry of await opendir(directoryPath, { bufferSize: 1000 })) {
        if (temporaryFileOwner(entry.name) === undefined) {
            const type = entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'link' : 'other';
            names.push({ name: entry.name, type });
        }
        if (names.length === MOST_NAMES) {
            break;
        }
    }
    const rank = (type: DirectoryEntry['type']): number => (type === 'directory' ? 0 : 1);
    return names.sort((a, b) => rank(a.type) - rank(b.type) || (a.name < b.name ? -1 : 1));
}

/** Undefined when the entry vanished since its name was read. */
async function describe(directoryPath: string, entry: DirectoryEntry): Promise<DirectoryEntry | undefined> {
    try {
        const { size, mtimeMs } = await lstat(`${directoryPath}/${entry.name}`);
        return { ...entry, size, modifiedMs: mtimeMs };
    } catch (error) {
        if (systemErrorCode(error) === 'ENOENT') {
            return undefined;
        }
        throw error;
    }
}
