import { accessSync, constants } from 'node:fs';
import { throwIfCancelled } from '../cancellation';
import { unignoredPaths } from '../ignore/unignored-paths';
import { OperationOptions } from '../operation';
import { parseGlobs } from '../parse-globs';
import { PathGuard } from '../path-guard';
import { changedMeanwhile, notADirectory } from '../refusal';
import { isPlaceholder } from '../sandbox/placeholders';
import { DirectoryReader, FoundEntry } from './directory-reader';
import { walkDirectory } from './walk-directory';
import { WalkedDirectory } from './walked-directory';

/** What a walk through a part of the workspace leaves out. */
interface TreeRequest {
    readonly path: string;
    /** Levels to walk. */
    readonly depth: number;
    readonly excludePatterns?: readonly string[];
    readonly includeIgnored?: boolean;
}

/**
 * Calls `visit` with every entry below a directory that is not left out, nor stands there for running commands alone; what lies below a
 * sensitive directory is not walked.
 * @returns the real path of the directory from the root, and whether the limits of the policy ended the walk before its end
 */
export async function walkTree(
    guard: PathGuard,
    request: TreeRequest,
    options: OperationOptions,
    visit: (entry: FoundEntry, directory: WalkedDirectory) => void
): Promise<{ path: string; isCut: boolean }> {
    const { walkEntries, walkTimeoutMs } = guard.policy.limits;
    const isExcluded = createExclusion(request.excludePatterns ?? []);
    return guard.withReadable(request.path, options, async ({ kind, pinned, relativePath }) => {
        if (kind === 'file') {
            throw notADirectory(request.path);
        }
        // The walk leaves out what may not be read, so a directory like that would look empty.
        if (!DirectoryReader.of(guard).knows(pinned, relativePath)) {
            accessSync(pinned.accessPath, constants.R_OK);
        }
        const endMs = performance.now() + walkTimeoutMs;
        const isLate = (): boolean => performance.now() >= endMs;
        const kept =
            request.includeIgnored === false
                ? await unignoredPaths(guard, { pinned, relativePath }, withTimeout(options.signal, walkTimeoutMs))
                : undefined;
        let entries = 0;
        await walkDirectory(guard, pinned, relativePath, {
            visit: (entry, directory) => {
                entries++;
                const isLeftOut = kept?.paths.has(entry.path) === false || isExcluded(entry);
                if (isLeftOut || isPlaceholder(guard.root, entry.path)) {
                    return false;
                }
                visit(entry, directory);
                return !entry.sensitive && directory.depth < request.depth;
            },
            shouldStop: () => entries > walkEntries || options.signal?.aborted === true || isLate()
        });
        throwIfCancelled(options.signal);
        if (pinned.currentPath() !== pinned.realPath) {
            throw changedMeanwhile(request.path);
        }
        return { path: relativePath, isCut: entries > walkEntries || kept?.isCut === true || isLate() };
    });
}

function withTimeout(signal: AbortSignal | undefined, timeoutMs: number): AbortSignal {
    const timeout = AbortSignal.timeout(timeoutMs);
    return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

function createExclusion(patterns: readonly string[]): (entry: FoundEntry) => boolean {
    const excluded = parseGlobs(patterns);
    return ({ path, type }) => {
        if (excluded.length === 0) {
            return false;
        }
        const segments = path.split('/');
        return excluded.some(pattern => (type === 'file' ? pattern.coversFile(segments) : pattern.covers(segments)));
    };
}
