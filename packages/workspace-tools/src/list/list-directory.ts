import { OperationOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { DirectoryEntry, ListRequest, ListResult } from './list-request';
import { TopList } from '../top-list';
import { FoundEntry } from './directory-reader';
import { WalkedDirectory } from './walked-directory';
import { walkTree } from './walk-tree';

/** Lists a directory, or everything below it. */
export async function listDirectory(guard: PathGuard, request: ListRequest, options: OperationOptions = {}): Promise<ListResult> {
    const { recursive = false, metadata = true } = request;
    const limit = Math.min(request.limit ?? Infinity, guard.policy.limits.listEntries);
    const depth = recursive ? (request.depth ?? Infinity) : 1;
    const best = new TopList<DirectoryEntry>(limit, recursive ? byPath : byKindAndName);
    let total = 0;
    const tree = { ...request, path: request.path ?? '.', depth };
    const { path, isCut } = await walkTree(guard, tree, options, (entry, directory) => {
        const described = describe(entry, metadata ? directory : undefined);
        if (described) {
            total++;
            best.offer(described);
        }
    });
    return { path, entries: best.best(), total, ...(isCut && { totalIsLowerBound: true }), truncated: isCut || total > limit };
}

/** Undefined when the entry vanished since its name was read. */
function describe(entry: FoundEntry, directory?: WalkedDirectory): DirectoryEntry | undefined {
    if (entry.sensitive || !directory) {
        return entry;
    }
    const facts = directory.describe(entry);
    return facts && { ...entry, ...facts };
}

function byKindAndName(a: DirectoryEntry, b: DirectoryEntry): number {
    const rank = ({ type }: DirectoryEntry): number => (type === 'directory' ? 0 : 1);
    return rank(a) - rank(b) || (a.name < b.name ? -1 : 1);
}

function byPath(a: DirectoryEntry, b: DirectoryEntry): number {
    return a.path < b.path ? -1 : 1;
}
