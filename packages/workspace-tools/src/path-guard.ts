import { lstatSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, posix, resolve, sep } from 'node:path';
import { EntryFinder } from './entry-finder';
import { noteDevice } from './local-devices';
import { withDirectories } from './make-directories';
import { orGone } from './or-gone';
import { Agreement } from './person-consent';
import { Pin, PinnedEntry, choosePin } from './pinned-entry';
import { Policy } from './policy';
import { changedMeanwhile, linkRefused, namedAsDirectory, notADirectory, notAFile, refuseByPolicy } from './refusal';
import { PathOptions, RequestedPath, parseRequestedPath } from './requested-path';
import { ParentDirectoryError, WorkspaceError, systemErrorCode, toWorkspaceError } from './workspace-error';

/** An existing file or directory inside the workspace that may be read, held open. */
export interface ReadableEntry {
    /** Real path from the workspace root, all links resolved; empty for the root. */
    readonly relativePath: string;
    readonly kind: 'file' | 'directory';
    readonly pinned: PinnedEntry;
}

/** A place in the workspace where a file may be written, its directory held open. */
export interface WritableTarget {
    /** Real path from the workspace root, all links resolved. */
    readonly relativePath: string;
    readonly name: string;
    readonly directory: PinnedEntry;
    /** The file that stands there now. */
    readonly existing?: PinnedEntry;
    /** The directories that were made for it, from the root, the deepest first. */
    readonly madeParents?: readonly string[];
}

/** What the caller of a write knows and the agent does not decide. */
export interface WriteOptions extends PathOptions {
    /** What a person agreed to; lifts what the policy asks about, never what it denies. */
    readonly confirmed?: Agreement;
    /** Make missing parent directories, and remove them again when the write fails. */
    readonly makeParents?: boolean;
}

/**
 * Decides whether a path may be used, and hands out the thing itself rather than its name: an entry is pinned first, then its
 * real path is checked, then that same descriptor is used, so that no swap of a directory for a link can redirect anything.
 * The policy is asked about the path as given and about the real one.
 */
export class PathGuard {
    private readonly entries: EntryFinder;

    private constructor(
        /** Real path of the workspace root. */
        readonly root: string,
        /** The root as the caller named it, which may go through links. */
        readonly givenRoot: string,
        /** The policy that the workspace was opened with, for this root. */
        readonly policy: Policy,
        /** How entries are held. */
        readonly pin: Pin
    ) {
        this.entries = new EntryFinder(root, pin);
    }

    /**
     * Opens a workspace. The root may be a link; it may not be the root of the file system, where `/proc` and `/dev` would be inside.
     * @param pin how entries are held; by default the strongest way that the machine offers
     */
    static async open(root: string, policy: Policy, pin?: Pin): Promise<PathGuard> {
        const givenRoot = resolve(root);
        try {
            const realRoot = await realpath(givenRoot);
            const stats = await lstat(realRoot);
            if (!stats.isDirectory()) {
                throw new WorkspaceError('not-a-directory', 'The workspace root is not a directory. Open a directory.');
            }
            if (resolve(realRoot, '..') === realRoot) {
                throw new WorkspaceError('invalid-path', 'The root of the file system cannot be a workspace. Open a directory below it.');
            }
            noteDevice(realRoot, stats);
            return new PathGuard(realRoot, givenRoot, await policy.forWorkspace(realRoot), pin ?? (await choosePin(realRoot)));
        } catch (error) {
            throw toWorkspaceError(error, root);
        }
    }

    /** Checks a path as text, without looking at the file system. */
    parse(path: string, options?: PathOptions): RequestedPath {
        const names = [this.root, this.givenRoot];
        return parseRequestedPath(path, options?.rootName === undefined ? names : [options.rootName, ...names], options);
    }

    /** A path of the workspace in terms of the root as the caller named it, the way editors know it. */
    givenPath(relativePath: string): string {
        return resolve(this.givenRoot, relativePath);
    }

    /**
     * Calls `use` with the file or directory behind a path, if it may be read; it is held until `use` is done.
     * Devices, sockets and FIFOs are refused without being opened.
     */
    async withReadable<T>(path: string, options: PathOptions, use: (entry: ReadableEntry) => Promise<T>): Promise<T> {
        const requested = this.parse(path, options);
        await this.entries.refuseLinks(requested, options);
        refuseByPolicy(this.policy.judgeRead(requested.relativePath), requested.given);
        return this.entries.withPinned(
            requested,
            requested.relativePath,
            async pinned => {
                const relativePath = this.entries.insidePath(pinned, requested);
                if (relativePath !== requested.relativePath) {
                    refuseByPolicy(this.policy.judgeRead(relativePath), requested.given);
                    refuseLink(options, requested);
                }
                const kind = kindOf(pinned, requested);
                if (kind === 'file' && requested.namesDirectory) {
                    throw namedAsDirectory(requested.given);
                }
                return use({ relativePath, kind, pinned });
            },
            error => this.entries.withAncestor(requested, () => Promise.reject(toWorkspaceError(error, requested.given)))
        );
    }

    /**
     * The same at once for a path from the workspace root that someone has just come by, no link on the way; undefined when there is
     * none, or none that may be read, any more.
     */
    async withFound<T>(relativePath: string, use: (pinned: PinnedEntry) => Promise<T>): Promise<T | undefined> {
        // Not resolved, which takes longer than all else here: a path with other than plain segments is not the real one.
        const path = this.root + sep + (sep === '/' ? relativePath : relativePath.replaceAll('/', sep));
        const isReadable = this.policy.judgeRead(relativePath).decision === 'allow';
        const pinned = isReadable ? orGone(() => this.pin.sync(path, { followLinks: false })) : undefined;
        try {
            return pinned?.realPath === path ? await use(pinned) : undefined;
        } finally {
            pinned?.close();
        }
    }

    /**
     * Calls `use` with the place behind a path, if a file may be written there; its directory, and the file that stands there,
     * are held until `use` is done. When parents are missing and not to be made, `use` gets the deepest directory that exists.
     */
    async withWritable<T>(path: string, options: WriteOptions, use: (target: WritableTarget) => Promise<T>): Promise<T> {
        const requested = this.parse(path, options);
        const judgement = this.policy.judgeChange(requested.relativePath);
        // Nobody is asked about what cannot be: only a denial comes first.
        refuseByPolicy(judgement, requested.given, true);
        if (requested.namesDirectory || requested.relativePath === '') {
            throw notAFile(requested.given, 'names a directory');
        }
        refuseByPolicy(judgement, requested.given, options.confirmed);
        await this.entries.refuseLinks(requested, options);
        return this.entries.withPinned(
            requested,
            requested.relativePath,
            existing => this.useExisting(requested, existing, options, use),
            error => this.useNew(requested, options, error, use)
        );
    }

    /**
     * Makes a directory with its missing parents, if something may be written there.
     * @returns its real path from the root, and whether it is new
     */
    async makeDirectory(path: string, options: WriteOptions): Promise<{ relativePath: string; created: boolean }> {
        const requested = this.parse(path, options);
        const judgement = this.policy.judgeChange(requested.relativePath);
        // The root is there: nothing is changed, so nobody is asked.
        refuseByPolicy(judgement, requested.given, requested.relativePath === '' || options.confirmed);
        if (requested.relativePath === '') {
            return { relativePath: '', created: false };
        }
        await this.entries.refuseLinks(requested, options);
        return this.entries.withPinned<{ relativePath: string; created: boolean }>(
            requested,
            requested.relativePath,
            existing => {
                const relativePath = this.entries.insidePath(existing, requested);
                refuseByPolicy(this.policy.judgeChange(relativePath), requested.given, options.confirmed);
                if (relativePath !== requested.relativePath) {
                    refuseLink(options, requested);
                }
                if (!existing.stats.isDirectory()) {
                    throw notADirectory(requested.given);
                }
                return Promise.resolve({ relativePath, created: false });
            },
            error =>
                // One segment more, so that the directory itself is among the parents that are made.
                this.entries.withAncestor({ ...requested, relativePath: `${requested.relativePath}/.` }, (directory, missing) => {
                    const relativePath = this.newPath(requested, directory, missing, options, error);
                    return withDirectories(this.pin, directory, missing.slice(0, -1), () =>
                        Promise.resolve({ relativePath, created: true })
                    );
                })
        );
    }

    private async useExisting<T>(
        requested: RequestedPath,
        existing: PinnedEntry,
        options: WriteOptions,
        use: (target: WritableTarget) => Promise<T>
    ): Promise<T> {
        const relativePath = this.entries.insidePath(existing, requested);
        if (relativePath !== requested.relativePath) {
            refuseByPolicy(this.policy.judgeChange(relativePath), requested.given, options.confirmed);
            refuseLink(options, requested);
        }
        if (kindOf(existing, requested) === 'directory') {
            throw notAFile(requested.given, 'is a directory');
        }
        const directory = this.pin.sync(dirname(existing.realPath));
        try {
            const name = basename(existing.realPath);
            const found = lstatSync(`${directory.accessPath}/${name}`);
            const moved = posix.join(this.entries.insidePath(directory, requested), name) !== relativePath;
            if (moved || found.dev !== existing.stats.dev || found.ino !== existing.stats.ino) {
                throw changedMeanwhile(requested.given);
            }
            return await use({ relativePath, name, directory, existing });
        } finally {
            directory.close();
        }
    }

    private async useNew<T>(
        requested: RequestedPath,
        options: WriteOptions,
        reason: unknown,
        use: (target: WritableTarget) => Promise<T>
    ): Promise<T> {
        return this.entries.withAncestor(requested, (directory, missing) => {
            const relativePath = this.newPath(requested, directory, missing, options, reason);
            const made = options.makeParents ? missing.slice(0, -1) : [];
            const target = { relativePath, name: basename(relativePath), madeParents: parentsOf(relativePath, made.length) };
            const hold = (parent: PinnedEntry): Promise<T> => use({ ...target, directory: parent });
            return made.length > 0 ? withDirectories(this.pin, directory, made, hold) : hold(directory);
        });
    }

    /** Real path of what is to be made below a directory, if it may; throws the reason that it is missing when that is another. */
    private newPath(
        requested: RequestedPath,
        directory: PinnedEntry,
        missing: readonly string[],
        options: WriteOptions,
        reason: unknown
    ): string {
        if (systemErrorCode(reason) !== 'ENOENT') {
            throw toWorkspaceError(new ParentDirectoryError(reason), requested.given);
        }
        const relativePath = posix.join(this.entries.insidePath(directory, requested), ...missing);
        refuseByPolicy(this.policy.judgeChange(relativePath), requested.given, options.confirmed);
        if (relativePath !== requested.relativePath) {
            refuseLink(options, requested);
        }
        return relativePath;
    }
}

function refuseLink(options: PathOptions, requested: RequestedPath): void {
    if (options.links === 'refuse') {
        throw linkRefused(requested.given);
    }
}

function kindOf(pinned: PinnedEntry, requested: RequestedPath): 'file' | 'directory' {
    if (pinned.stats.isFile()) {
        return 'file';
    }
    if (pinned.stats.isDirectory()) {
        return 'directory';
    }
    throw notAFile(requested.given, 'is a device, socket or pipe');
}

/** So many of the directories above a path, the deepest first. */
function parentsOf(path: string, count: number): string[] {
    const parent = posix.dirname(path);
    return count === 0 ? [] : [parent, ...parentsOf(parent, count - 1)];
}
