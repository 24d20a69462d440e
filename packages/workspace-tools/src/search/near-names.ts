import { posix } from 'node:path';
import { listDirectory } from '../list/list-directory';
import { PathGuard } from '../path-guard';
import { searchFiles } from './search-files';
import { PathOptions } from '../requested-path';
import { quotePath } from '../quote-path';
import { WorkspaceError } from '../workspace-error';

const MOST_SUGGESTIONS = 5;
const SEARCH_TIMEOUT_MS = 500;
/** Longer names are not compared: the work grows with the square of the length. */
const LONGEST_COMPARED = 64;

/** Adds the nearest existing names to a `not-found` error; every other error stays as it is. */
export async function withNearNames(guard: PathGuard, error: unknown, path: string, options: PathOptions): Promise<unknown> {
    if (!(error instanceof WorkspaceError) || error.code !== 'not-found') {
        return error;
    }
    const found = await findNearNames(guard, guard.parse(path, options).relativePath);
    if (found.length === 0) {
        return error;
    }
    const { rootName } = options;
    const suggestions = rootName === undefined ? found : found.map(name => posix.join(rootName, name));
    const names = suggestions.map(quotePath).join(', ');
    return new WorkspaceError('not-found', `${quotePath(path)} does not exist. Did you mean ${names}?`, { path, suggestions });
}

/** Existing paths that someone may have meant who wrote one that does not exist, best first; never sensitive ones. */
async function findNearNames(guard: PathGuard, relativePath: string): Promise<string[]> {
    const found = await Promise.all([similarSiblings(guard, relativePath), sameNameElsewhere(guard, relativePath)].map(orNone));
    return [...new Set(found.flat())].slice(0, MOST_SUGGESTIONS);
}

/** A directory that cannot be listed or a search that cannot run has no names to offer; the first error is the one to report. */
async function orNone(names: Promise<readonly string[]>): Promise<readonly string[]> {
    try {
        return await names;
    } catch (error) {
        if (error instanceof WorkspaceError) {
            return [];
        }
        throw error;
    }
}

async function similarSiblings(guard: PathGuard, relativePath: string): Promise<string[]> {
    const name = posix.basename(relativePath).toLowerCase();
    const furthest = Math.max(2, Math.floor(name.length / 3));
    const isComparable = (other: string): boolean => other.length <= LONGEST_COMPARED && Math.abs(other.length - name.length) <= furthest;
    if (!isComparable(name)) {
        return [];
    }
    const { path: directory, entries } = await listDirectory(guard, { path: `./${posix.dirname(relativePath)}` });
    return entries
        .filter(entry => !entry.sensitive && isComparable(entry.name))
        .map(entry => ({ name: entry.name, distance: editDistance(name, entry.name.toLowerCase()) }))
        .filter(entry => entry.distance <= furthest)
        .sort((a, b) => a.distance - b.distance)
        .map(entry => posix.join(directory, entry.name));
}

async function sameNameElsewhere(guard: PathGuard, relativePath: string): Promise<readonly string[]> {
    const name = posix.basename(relativePath);
    const { files } = await searchFiles(guard, { query: name.replace(/[*?]/g, ' '), limit: 20 }, { timeoutMs: SEARCH_TIMEOUT_MS });
    return files.filter(file => posix.basename(file).toLowerCase() === name.toLowerCase());
}

/** Letters to insert, remove, replace or swap to make one name of the other. */
function editDistance(a: string, b: string): number {
    let beforePrevious: number[] = [];
    let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
    for (let row = 1; row <= a.length; row++) {
        const current = [row];
        for (let column = 1; column <= b.length; column++) {
            const same = a[row - 1] === b[column - 1];
            current[column] = Math.min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (same ? 0 : 1));
            if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
                current[column] = Math.min(current[column], beforePrevious[column - 2] + 1);
            }
        }
        [beforePrevious, previous] = [previous, current];
    }
    return previous[b.length];
}
