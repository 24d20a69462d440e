import { lstat } from 'node:fs/promises';
import { posix } from 'node:path';
import { throwIfCancelled } from '../cancellation';
import { createFileMatcher } from './file-matcher';
import { GlobPattern } from '../glob-pattern';
import { listFiles } from '../list/list-files';
import { PathGuard } from '../path-guard';
import { SearchOptions, SearchRequest, SearchResult } from './search-request';
import { TopList } from '../top-list';
import { temporaryFileOwner } from '../write/temporary-file';
import { WorkspaceError, systemErrorCode } from '../workspace-error';

/** Candidates beyond the limit that are kept in case the guard drops some of the better ones. */
const SPARE_CANDIDATES = 50;

interface Candidate {
    readonly path: string;
    readonly score: number;
}

/** By score, then the shorter, then the alphabetically first. */
function byScore(a: Candidate, b: Candidate): number {
    return b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}

/** Finds files by name. Sensitive files, links, and what turns out to lie outside the workspace are never among the results. */
export async function searchFiles(guard: PathGuard, request: SearchRequest, options: SearchOptions = {}): Promise<SearchResult> {
    const { limits } = guard.policy;
    const limit = Math.max(0, Math.min(request.limit ?? limits.searchResults, limits.searchResults));
    const score = createFileMatcher(request.query);
    const isWanted = createFilter(request);
    const best = new TopList<Candidate>(limit + SPARE_CANDIDATES, byScore, ({ path }) => guard.policy.judgeRead(path).decision === 'allow');
    const timeout = AbortSignal.timeout(Math.min(options.timeoutMs ?? Infinity, limits.searchTimeoutMs));
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    await listFiles(guard.root, { honourGitignore: options.includeIgnored !== true, signal }, path => {
        const points = score(path);
        if (points > 0 && isWanted(path)) {
            best.offer({ path, score: points });
        }
    });
    const candidates = best.best().map(({ path }) => path);
    const files = await withoutForeign(guard, candidates.slice(0, limit));
    if (files.length < limit) {
        files.push(...(await withoutForeign(guard, candidates.slice(limit))));
    }
    throwIfCancelled(options.signal);
    return { files: files.slice(0, limit), truncated: best.isFull || candidates.length > limit || timeout.aborted };
}

function createFilter({ includePattern, excludePattern }: SearchRequest): (path: string) => boolean {
    const include = includePattern === undefined ? undefined : new GlobPattern(includePattern);
    const exclude = excludePattern === undefined ? undefined : new GlobPattern(excludePattern);
    return path => {
        if (temporaryFileOwner(posix.basename(path)) !== undefined) {
            return false;
        }
        const segments = include || exclude ? path.split('/') : [];
        return include?.coversFile(segments) !== false && exclude?.coversFile(segments) !== true;
    };
}

/**
 * Leaves out what is not a file of the workspace. ripgrep goes by names, so a directory that is swapped for a link while it walks
 * can show it files from elsewhere; here each directory is held while its names are looked up.
 */
async function withoutForeign(guard: PathGuard, paths: readonly string[]): Promise<string[]> {
    const byDirectory = new Map<string, string[]>();
    for (const path of paths) {
        const directory = posix.dirname(path);
        byDirectory.set(directory, [...(byDirectory.get(directory) ?? []), posix.basename(path)]);
    }
    const found = await Promise.all(Array.from(byDirectory, ([directory, names]) => existingFiles(guard, directory, names)));
    const existing = new Set(found.flat());
    return paths.filter(path => existing.has(path));
}

/** Those names in a directory that are files, as paths; none when the directory is not where its path says. */
async function existingFiles(guard: PathGuard, directory: string, names: readonly string[]): Promise<string[]> {
    try {
        return await guard.withReadable(`./${directory}`, {}, async ({ relativePath, pinned }) => {
            const areFiles = await Promise.all(names.map(name => isFile(`${pinned.accessPath}/${name}`)));
            return posix.join('.', relativePath) === directory
                ? names.filter((_, index) => areFiles[index]).map(name => posix.join(directory, name))
                : [];
        });
    } catch (error) {
        if (error instanceof WorkspaceError) {
            return [];
        }
        throw error;
    }
}

async function isFile(path: string): Promise<boolean> {
    try {
        return (await lstat(path)).isFile();
    } catch (error) {
        if (systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'ENOTDIR') {
            return false;
        }
        throw error;
    }
}
