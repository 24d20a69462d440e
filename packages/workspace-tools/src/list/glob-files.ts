import { GlobPattern } from '../glob-pattern';
import { OperationOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { GlobMatch, GlobRequest, GlobResult } from './glob-request';
import { TopList } from '../top-list';
import { walkTree } from './walk-tree';

/** Finds files, and directories if wanted, by a glob over their paths from the searched directory. */
export async function globFiles(guard: PathGuard, request: GlobRequest, options: OperationOptions): Promise<GlobResult> {
    const { pattern, directories = false, sortBy = 'path' } = request;
    const findsFiles = !pattern.endsWith('/');
    const limit = Math.min(request.limit ?? Infinity, guard.policy.limits.listEntries);
    const glob = new GlobPattern(request.anyDepth && !pattern.includes('/') ? `**/${pattern}` : pattern, request.starsCross);
    const best = new TopList<GlobMatch>(limit, byChangeAndPath);
    let total = 0;
    const { path, isCut } = await walkTree(
        guard,
        { ...request, path: request.path ?? '.', depth: Infinity },
        options,
        (entry, directory) => {
            const { type } = entry;
            if (entry.sensitive || !((type === 'file' && findsFiles) || (type === 'directory' && directories))) {
                return;
            }
            if (!glob.mayMatchName(entry.name) || !glob.matches(entry.path.split('/').slice(-directory.depth))) {
                return;
            }
            const facts = sortBy === 'modified' ? directory.describe(entry) : undefined;
            total++;
            best.offer({ path: entry.path, type, ...(facts ? { modifiedMs: facts.modifiedMs } : {}) });
        }
    );
    return { path, matches: best.best(), total, ...(isCut && { totalIsLowerBound: true }), truncated: isCut || total > limit };
}

function byChangeAndPath(a: GlobMatch, b: GlobMatch): number {
    return (b.modifiedMs ?? 0) - (a.modifiedMs ?? 0) || (a.path < b.path ? -1 : 1);
}
