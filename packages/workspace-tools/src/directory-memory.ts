import { Stats, statfsSync } from 'node:fs';

/**
 * A directory that changed less than this long ago may change again without a new time of change: file systems count in steps, some of
 * them of two seconds.
 */
const SETTLED_MS = 2500;

/** File systems of this machine that note every change of a directory at once: ext, XFS, Btrfs, ZFS, F2FS, tmpfs and overlays of them. */
const TRUSTED_FILE_SYSTEMS = new Set([0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0x01021994, 0x794c7630]);

/**
 * Remembers what was found in directories, for as long as they stay as they were. A name that comes, goes or is changed sets the time of
 * change of its directory, which nobody can set otherwise: unlike that of modification, which is compared too but proves nothing.
 */
export class DirectoryMemory<T> {
    private readonly known = new Map<string, { readonly stats: Stats; readonly found: T }>();
    private readonly trustedDevice?: number;

    /** @param root the directory that all others lie below, where it is not on another device */
    constructor(
        root: string,
        { dev }: Stats,
        private readonly now: () => number = Date.now
    ) {
        this.trustedDevice = TRUSTED_FILE_SYSTEMS.has(statfsSync(root).type) ? dev : undefined;
    }

    /** What was found in a directory, if it has not changed since. */
    recall(path: string, stats: Stats): T | undefined {
        const known = this.known.get(path);
        return known && isUnchanged(known.stats, stats) ? known.found : undefined;
    }

    /** @param stats from before the directory was looked at */
    remember(path: string, stats: Stats, found: T): void {
        if (stats.dev === this.trustedDevice && this.now() - stats.ctimeMs >= SETTLED_MS) {
            this.known.set(path, { stats, found });
        } else {
            this.known.delete(path);
        }
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
