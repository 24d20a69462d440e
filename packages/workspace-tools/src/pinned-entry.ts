import {
    Stats,
    close,
    closeSync,
    constants,
    fstatSync,
    lstatSync,
    open as openWithCallback,
    openSync,
    readlinkSync,
    realpathSync
} from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { promisify } from 'node:util';
import { systemErrorCode } from './workspace-error';

/** How to reach an entry: `followLinks: false` refuses a link in the last segment, `directory` refuses everything else. */
interface PinOptions {
    readonly followLinks?: boolean;
    readonly directory?: boolean;
}

/**
 * A file system entry that is held, so that what was checked is what is used, whatever happens to the names meanwhile.
 * `PathGuard` makes and closes them.
 */
export interface PinnedEntry {
    /** Where the entry really lies, all links resolved. */
    readonly realPath: string;
    readonly stats: Stats;
    /** A path that reaches this very entry; names below it are names in this very directory. */
    readonly accessPath: string;
    /** Opens this very entry, never blocking on a FIFO; what is held needs not be looked for. The caller closes the descriptor. */
    open(flags: number): number;
    /** Where the entry lies now; undefined when it was removed or replaced since. */
    currentPath(): string | undefined;
    /** Lets the entry go, once and for all. */
    close(): void;
}

/** Finds an entry and holds it; its path may be bytes that are no text. Throws Node's own errors, `ENOENT` and so on. */
export interface Pin {
    (path: string | Buffer, options?: PinOptions): Promise<PinnedEntry>;
    /** The same at once, for an entry that someone has just come by: finding it again takes no look at a disk. */
    readonly sync: (path: string, options?: PinOptions) => PinnedEntry;
}

/** Linux's `O_PATH`, which Node does not export: names an entry without opening it, so no device or FIFO notices. */
const O_PATH = 0x200000;

const openDescriptor: (path: string | Buffer, flags: number) => Promise<number> = promisify(openWithCallback);

/** What Linux appends to the path of an entry that has lost its name. A name may really end so, hence the comparison. */
const REMOVED = ' (deleted)';

/**
 * Pins by an open descriptor, whose real path the kernel reports below `/proc/self/fd`. Only finding the entry may have to wait for
 * a disk; what is asked about it then is in the kernel's memory, where a synchronous call is the cheaper one.
 */
export const pinByDescriptor: Pin = Object.assign(
    async (path: string | Buffer, options?: PinOptions) => holdDescriptor(await openDescriptor(path, pathFlags(options))),
    { sync: (path: string, options?: PinOptions) => holdDescriptor(openSync(path, pathFlags(options))) }
);

function pathFlags({ directory, followLinks }: PinOptions = {}): number {
    return O_PATH | (directory ? constants.O_DIRECTORY : 0) | (followLinks === false ? constants.O_NOFOLLOW : 0);
}

function holdDescriptor(descriptor: number): PinnedEntry {
    try {
        const accessPath = `/proc/self/fd/${descriptor}`;
        const stats = fstatSync(descriptor);
        // Without it, a link itself would be what is held.
        if (stats.isSymbolicLink()) {
            throw systemError('ELOOP');
        }
        const currentPath = (): string | undefined => {
            const current = readlinkSync(accessPath);
            return current.endsWith(REMOVED) && !isSame(current, stats) ? undefined : current;
        };
        const realPath = currentPath();
        if (realPath === undefined) {
            throw systemError('ENOENT');
        }
        let isHeld = true;
        return {
            realPath,
            stats,
            accessPath,
            open: flags => openSync(accessPath, flags | constants.O_NONBLOCK),
            currentPath,
            close: () => {
                if (isHeld) {
                    isHeld = false;
                    letGo(descriptor, stats);
                }
            }
        };
    } catch (error) {
        closeSync(descriptor);
        throw error;
    }
}

/**
 * Closes a descriptor. Whoever is the last to hold a file without a name waits until its space is free, and that until a disk has
 * written what it was given before; this is left to a thread.
 */
function letGo(descriptor: number, stats: Stats): void {
    if (stats.isFile() && fstatSync(descriptor).nlink === 0) {
        close(descriptor);
    } else {
        closeSync(descriptor);
    }
}

/**
 * Pins by real path and identity, for systems without `/proc`: the entry is compared again whenever it is used.
 * That leaves a gap of microseconds between comparison and use, which only the descriptors of Linux close.
 */
export const pinByIdentity: Pin = Object.assign(
    async (path: string | Buffer, options: PinOptions = {}) => {
        if (options.followLinks === false && (await lstat(path)).isSymbolicLink()) {
            throw systemError('ELOOP');
        }
        const realPath = await realpath(path);
        return holdIdentity(realPath, await lstat(realPath), options);
    },
    {
        sync: (path: string, options: PinOptions = {}) => {
            if (options.followLinks === false && lstatSync(path).isSymbolicLink()) {
                throw systemError('ELOOP');
            }
            const realPath = realpathSync(path);
            return holdIdentity(realPath, lstatSync(realPath), options);
        }
    }
);

function holdIdentity(realPath: string, stats: Stats, options: PinOptions): PinnedEntry {
    if (options.directory && !stats.isDirectory()) {
        throw systemError('ENOTDIR');
    }
    const currentPath = (): string | undefined => (isSame(realPath, stats) ? realPath : undefined);
    return {
        realPath,
        stats,
        accessPath: realPath,
        open: flags => {
            // Windows lacks both flags; `|` takes undefined for 0.
            const descriptor = openSync(realPath, flags | constants.O_NONBLOCK | constants.O_NOFOLLOW);
            const opened = fstatSync(descriptor);
            if (opened.dev !== stats.dev || opened.ino !== stats.ino || currentPath() === undefined) {
                closeSync(descriptor);
                throw systemError('ENOENT');
            }
            return descriptor;
        },
        currentPath,
        close: () => undefined
    };
}

/** Whether the entry with these stats still has this real path. */
function isSame(realPath: string, stats: Stats): boolean {
    try {
        const found = lstatSync(realPath);
        return found.dev === stats.dev && found.ino === stats.ino && realpathSync(realPath) === realPath;
    } catch (error) {
        if (systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'ENOTDIR') {
            return false;
        }
        throw error;
    }
}

/** An error like Node's own. */
export function systemError(code: string): Error {
    return Object.assign(new Error(code), { code });
}

/** The strongest way to pin that works on this machine for this directory. */
export async function choosePin(realRoot: string): Promise<Pin> {
    if (process.platform === 'linux') {
        try {
            const entry = await pinByDescriptor(realRoot, { directory: true });
            entry.close();
            return entry.realPath === realRoot ? pinByDescriptor : pinByIdentity;
        } catch {
            // `/proc` is not mounted or hides descriptors.
            return pinByIdentity;
        }
    }
    return pinByIdentity;
}
