import { Stats, closeSync, constants, fstatSync, open as openWithCallback, readlinkSync } from 'node:fs';
import { FileHandle, lstat, open, realpath } from 'node:fs/promises';
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
    /** Opens this very entry, never blocking on a FIFO. */
    open(flags: number): Promise<FileHandle>;
    /** Where the entry lies now; undefined when it was removed or replaced since. */
    currentPath(): Promise<string | undefined>;
    /** Lets the entry go. */
    close(): void;
}

/** Finds an entry and holds it. Throws Node's own errors, `ENOENT` and so on. */
export type Pin = (path: string, options?: PinOptions) => Promise<PinnedEntry>;

/** Linux's `O_PATH`, which Node does not export: names an entry without opening it, so no device or FIFO notices. */
const O_PATH = 0x200000;

const openDescriptor: (path: string, flags: number) => Promise<number> = promisify(openWithCallback);

/** What Linux appends to the path of an entry that has lost its name. A name may really end so, hence the comparison. */
const REMOVED = ' (deleted)';

/**
 * Pins by an open descriptor, whose real path the kernel reports below `/proc/self/fd`. Only finding the entry may have to wait for
 * a disk; what is asked about it then is in the kernel's memory, where a synchronous call is the cheaper one.
 */
export const pinByDescriptor: Pin = async (path, options = {}) => {
    const descriptor = await openDescriptor(
        path,
        O_PATH | (options.directory ? constants.O_DIRECTORY : 0) | (options.followLinks === false ? constants.O_NOFOLLOW : 0)
    );
    try {
        const accessPath = `/proc/self/fd/${descriptor}`;
        const stats = fstatSync(descriptor);
        const currentPath = async (): Promise<string | undefined> => {
            const current = readlinkSync(accessPath);
            return current.endsWith(REMOVED) && !(await isSame(current, stats)) ? undefined : current;
        };
        const realPath = await currentPath();
        if (realPath === undefined) {
            throw systemError('ENOENT');
        }
        return {
            realPath,
            stats,
            accessPath,
            open: flags => open(accessPath, flags | constants.O_NONBLOCK),
            currentPath,
            close: () => closeSync(descriptor)
        };
    } catch (error) {
        closeSync(descriptor);
        throw error;
    }
};

/**
 * Pins by real path and identity, for systems without `/proc`: the entry is compared again whenever it is used.
 * That leaves a gap of microseconds between comparison and use, which only the descriptors of Linux close.
 */
export const pinByIdentity: Pin = async (path, options = {}) => {
    if (options.followLinks === false && (await lstat(path)).isSymbolicLink()) {
        throw systemError('ELOOP');
    }
    const realPath = await realpath(path);
    const stats = await lstat(realPath);
    if (options.directory && !stats.isDirectory()) {
        throw systemError('ENOTDIR');
    }
    const currentPath = async (): Promise<string | undefined> => ((await isSame(realPath, stats)) ? realPath : undefined);
    return {
        realPath,
        stats,
        accessPath: realPath,
        open: async flags => {
            // Windows lacks both flags; `|` takes undefined for 0.
            const handle = await open(realPath, flags | constants.O_NONBLOCK | constants.O_NOFOLLOW);
            try {
                const opened = await handle.stat();
                if (opened.dev !== stats.dev || opened.ino !== stats.ino || (await currentPath()) === undefined) {
                    throw systemError('ENOENT');
                }
                return handle;
            } catch (error) {
                await handle.close();
                throw error;
            }
        },
        currentPath,
        close: () => undefined
    };
};

/** Whether the entry with these stats still has this real path. */
async function isSame(realPath: string, stats: Stats): Promise<boolean> {
    try {
        const found = await lstat(realPath);
        return found.dev === stats.dev && found.ino === stats.ino && (await realpath(realPath)) === realPath;
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
