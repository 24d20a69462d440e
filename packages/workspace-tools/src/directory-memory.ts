import { Stats } from 'node:fs';
import { isLocal, noteDevice } from './local-devices';

/**
 * A directory that changed less than this long ago may change again without a new time of change: file systems count in steps, some of
 * them of two seconds.
 */
const SETTLED_MS = 2500;

/**
 * Remembers what was found in directories, for as long as they stay as they were. A name that comes, goes or is changed sets the time of
 * change of its directory, which nobody can set otherwise: unlike that of modification, which is compared too but proves nothing.
 */
export class DirectoryMemory<T> {
    private readonly known = new Map<string, { readonly stats: Stats; readonly found: T }>();
    /** The device of the root, if it is one of this machine. */
    private readonly device?: number;

    /** @param root the directory that all others lie below, where it is not on another device */
    constructor(
        root: string,
        stats: Stats,
        private readonly now: () => number = Date.now
    ) {
        noteDevice(root, stats);
        this.device = isLocal(stats) ? stats.dev : undefined;
    }

    /** Whether anything is remembered of a directory, which may have changed since. */
    knows(path: string): boolean {
        return this.known.has(path);
    }

    /** What was found in a directory, if it has not changed since. */
    recall(path: string, stats: Stats): T | undefined {
        const known = this.known.get(path);
        return known && isUnchanged(known.stats, stats) ? known.found : undefined;
    }

    /**
     * @param stats from before the directory was looked at
     * @returns whether it is remembered
     */
    remember(path: string, stats: Stats, found: T): boolean {
        const isSettled = stats.dev === this.device && this.now() - stats.ctimeMs >= SETTLED_MS;
        if (isSettled) {
            this.known.set(path, { stats, found });
        } else {
            this.known.delete(path);
        }
        return isSettled;
    }

    /** Forgets a directory. @returns what was remembered of it, which may have changed since */
    forget(path: string): T | undefined {
        const known = this.known.get(path);
        this.known.delete(path);
        return known?.found;
    }

    /** Forgets directories that are not among these, which are gone. */
    keepOnly(paths: ReadonlySet<string>): void {
        for (const path of this.known.keys()) {
            if (!paths.has(path)) {
                this.known.delete(path);
            }
        }
    }
}

function isUnchanged(before: Stats, now: Stats): boolean {
    return before.ctimeMs === now.ctimeMs && before.mtimeMs === now.mtimeMs && before.ino === now.ino && before.dev === now.dev;
}
