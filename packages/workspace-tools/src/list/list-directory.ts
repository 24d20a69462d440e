import { throwIfCancelled } from '../cancellation';
import { OperationOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { DirectoryEntry, ListRequest, ListResult } from './list-request';
import { TopList } from '../top-list';
import { followLink } from './follow-link';
import { walkTree } from './walk-tree';
import { WorkspaceError } from '../workspace-error';

/** Entries that are put in order, which nobody may wait for. */
const MOST_IN_ORDER = 20_000;

/** Links that are followed to tell what they lead to, each of which takes several looks at the disk. */
const MOST_FOLLOWED = 1000;

/** Lists a directory, or everything below it but what lies behind links. */
export async function listDirectory(guard: PathGuard, request: ListRequest, options: OperationOptions = {}): Promise<ListResult> {
    const { recursive = false, metadata = true, offset = 0 } = request;
    const limit = Math.min(request.limit ?? Infinity, guard.policy.limits.listEntries);
    const depth = recursive ? (request.depth ?? Infinity) : 1;
    const end = Math.min(offset + limit, MOST_IN_ORDER);
    const best = new TopList<DirectoryEntry>(end, recursive ? byPath : byKindAndName);
    const links: DirectoryEntry[] = [];
    let total = 0;
    const tree = { ...request, path: request.path ?? '.', depth };
    const { path, isCut } = await walkTree(guard, tree, options, (entry, directory) => {
        total++;
        const facts = metadata && !entry.sensitive ? directory.describe(entry) : undefined;
        const described = facts ? { ...entry, ...facts } : entry;
        if (entry.type === 'link' && !entry.sensitive && links.length < MOST_FOLLOWED) {
            links.push(described);
        } else {
            best.offer(described);
        }
    });
    for (const link of links) {
        throwIfCancelled(options.signal);
        best.offer(await followLink(guard, link));
    }
    if (offset >= MOST_IN_ORDER && total > offset) {
        throw new WorkspaceError(
            'too-large',
            `Of ${total} entries only the first ${MOST_IN_ORDER} can be listed one after the other. Find others by a pattern.`,
            { path: request.path, limit: MOST_IN_ORDER }
        );
    }
    const entries = best.best().slice(offset);
    return { path, entries, total, ...(isCut && { totalIsLowerBound: true }), truncated: isCut || total > offset + entries.length };
}

function byKindAndName(a: DirectoryEntry, b: DirectoryEntry): number {
    const rank = ({ type }: DirectoryEntry): number => (type === 'directory' ? 0 : 1);
    return rank(a) - rank(b) || (a.name < b.name ? -1 : 1);
}

function byPath(a: DirectoryEntry, b: DirectoryEntry): number {
    return a.path < b.path ? -1 : 1;
}
