import { lstat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { isLocal } from './local-devices';
import { Pin, PinnedEntry } from './pinned-entry';
import { linkRefused, outsideWorkspace } from './refusal';
import { PathOptions, RequestedPath } from './requested-path';
import { systemErrorCode, toWorkspaceError } from './workspace-error';

/** Directories of a workspace that are known to be near. */
const MOST_NEAR_DIRECTORIES = 10_000;

/** Finds the entries of a workspace and holds them. Where they lie is checked here; whether they may be used is for `PathGuard` to say. */
export class EntryFinder {
    /** Absolute paths of directories in which something was found on a device of this machine: looking there again takes no time. */
    private readonly nearDirectories = new Set<string>();

    constructor(
        /** Real path of the workspace root. */
        private readonly root: string,
        private readonly pin: Pin
    ) {}

    /**
     * Calls `use` with what a path from the root leads to; it is held until `use` is done.
     * @param otherwise called with the error when nothing can be held
     */
    async withPinned<T>(
        requested: RequestedPath,
        relativePath: string,
        use: (pinned: PinnedEntry) => Promise<T>,
        otherwise?: (error: unknown) => Promise<T>
    ): Promise<T> {
        let pinned: PinnedEntry;
        try {
            pinned = await this.find(resolve(this.root, relativePath));
        } catch (error) {
            if (otherwise) {
                return otherwise(error);
            }
            throw toWorkspaceError(error, requested.given);
        }
        try {
            return await use(pinned);
        } catch (error) {
            throw toWorkspaceError(error, requested.given);
        } finally {
            pinned.close();
        }
    }

    /**
     * Calls `use` with the deepest parent that exists of a path that cannot be reached, and with the segments below it. Refuses when
     * that parent lies outside, or when a link stands in the way: making something through it would happen elsewhere, and any
     * other answer would tell what exists there.
     */
    async withAncestor<T>(requested: RequestedPath, use: (directory: PinnedEntry, missing: readonly string[]) => Promise<T>): Promise<T> {
        const segments = requested.relativePath.split('/');
        const enter = (depth: number): Promise<T> =>
            this.withPinned(
                requested,
                segments.slice(0, depth).join('/'),
                async directory => {
                    this.insidePath(directory, requested);
                    if (await isLink(`${directory.accessPath}/${segments[depth]}`)) {
                        throw outsideWorkspace(requested.given);
                    }
                    return use(directory, segments.slice(depth));
                },
                depth > 0 ? () => enter(depth - 1) : undefined
            );
        return enter(segments.length - 1);
    }

    /** Names links as such for callers who want none, before any of them is followed. What is swapped later is found by its real path. */
    async refuseLinks(requested: RequestedPath, options: PathOptions): Promise<void> {
        if (options.links !== 'refuse') {
            return;
        }
        const segments = requested.relativePath.split('/');
        for (let depth = 1; depth <= segments.length; depth++) {
            const path = resolve(this.root, segments.slice(0, depth).join('/'));
            const found = await isLink(path).catch((error: unknown) => Promise.reject(toWorkspaceError(error, requested.given)));
            if (found) {
                throw linkRefused(requested.given);
            }
        }
    }

    /** Real path of an entry from the root; refuses what lies elsewhere. */
    insidePath(pinned: PinnedEntry, requested: RequestedPath): string {
        const { realPath } = pinned;
        if (realPath === this.root) {
            return '';
        }
        if (!realPath.startsWith(this.root + sep)) {
            throw outsideWorkspace(requested.given);
        }
        const path = realPath.slice(this.root.length + 1);
        return sep === '/' ? path : path.replaceAll(sep, '/');
    }

    /** Pins what a path leads to, at once where that is near. */
    private find(path: string): PinnedEntry | Promise<PinnedEntry> {
        const directory = dirname(path);
        if (!this.nearDirectories.has(directory)) {
            return this.findFar(path, directory);
        }
        try {
            return this.pin.sync(path, { followLinks: false });
        } catch (error) {
            if (systemErrorCode(error) === 'ELOOP') {
                return this.pin(path);
            }
            throw error;
        }
    }

    private async findFar(path: string, directory: string): Promise<PinnedEntry> {
        const pinned = await this.pin(path);
        if (pinned.realPath === path && isLocal(pinned.stats)) {
            if (this.nearDirectories.size >= MOST_NEAR_DIRECTORIES) {
                this.nearDirectories.clear();
            }
            this.nearDirectories.add(directory);
        }
        return pinned;
    }
}

async function isLink(path: string): Promise<boolean> {
    try {
        return (await lstat(path)).isSymbolicLink();
    } catch (error) {
        if (['ENOENT', 'ENOTDIR', 'EACCES', 'ENAMETOOLONG'].includes(systemErrorCode(error) ?? '')) {
            return false;
        }
        throw error;
    }
}
