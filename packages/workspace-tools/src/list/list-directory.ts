import { opendir, lstat } from 'node:fs/promises';
import { posix } from 'node:path';
import { PathGuard } from '../path-guard';
import { quotePath } from '../quote-path';
import { changedMeanwhile } from '../refusal';
import { PathOptions } from '../requested-path';
import { temporaryFileOwner } from '../write/temporary-file';
import { WorkspaceError, systemErrorCode } from '../workspace-error';

/** Names that are read of one directory; past this a listing is sorted over what was read. */
const MOST_NAMES = 20_000;

/** What to list. */
export interface ListRequest {
    /** The directory; the workspace root unless given. */
    readonly path?: string;
}

/** One name in a directory. */
export interface DirectoryEntry {
    readonly name: string;
    /** Links are named as such and not followed; `other` is a device, socket or pipe. */
    readonly type: 'file' | 'directory' | 'link' | 'other';
    /** Size in bytes and time of the last change in milliseconds since 1970; not told for sensitive entries. */
    readonly size?: number;
    readonly modifiedMs?: number;
    /** The policy lets no tool read this entry. */
    readonly sensitive?: true;
}

/** The names in a directory, as far as the limit goes. */
export interface ListResult {
    /** Real path of the directory from the workspace root; empty for the root. */
    readonly path: string;
    /** Directories first, then by name. */
    readonly entries: readonly DirectoryEntry[];
    /** How many names the directory has, at least. */
    readonly total: number;
    readonly truncated: boolean;
}

/** Lists one directory, not what lies below. */
export async function listDirectory(guard: PathGuard, request: ListRequest, options: PathOptions = {}): Promise<ListResult> {
    const path = request.path ?? '.';
    return guard.withReadable(path, options, async ({ kind, pinned, relativePath }) => {
        if (kind === 'file') {
            throw notADirectory(path);
        }
        const found = await readNames(pinned.accessPath);
        const entries = await Promise.all(
            found.slice(0, guard.policy.limits.listEntries).map(async entry => {
                const isReadable = guard.policy.judgeRead(posix.join(relativePath, entry.name)).decision === 'allow';
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

/** A path that is a file although a directory is needed. */
export function notADirectory(given: string): WorkspaceError {
    return new WorkspaceError('not-a-directory', `${quotePath(given)} is a file. Give the path of a directory, or read the file.`, {
        path: given
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
async function describe(directoryPath: string, entry: Pick<DirectoryEntry, 'name' | 'type'>): Promise<DirectoryEntry | undefined> {
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
