import { Dirent, lstatSync, opendirSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Pin, PinnedEntry } from '../pinned-entry';
import { systemErrorCode } from '../workspace-error';
import { temporaryFileOwner } from '../write/temporary-file';
import { EntryType } from './list-request';

/** Longest time that a walk works before it lets others run. */
const SLICE_MS = 10;
/** Names that are read of a directory at once. */
const BUFFERED_NAMES = 256;

/** An entry that a walk came by. */
export interface WalkedEntry {
    readonly name: string;
    /** Path from the workspace root. */
    readonly path: string;
    readonly type: EntryType;
    /** Levels below the directory where the walk began, from 1. */
    readonly depth: number;
    /** Size and time of change; undefined when the entry is gone. */
    describe(this: void): { size: number; modifiedMs: number } | undefined;
}

/** Steers a walk. */
export interface WalkVisitor {
    /** Whether to walk the directory; called for every entry. */
    visit(entry: WalkedEntry): boolean;
    /** Asked again and again; ends the walk. */
    shouldStop(): boolean;
}

/**
 * Visits everything below a held directory. Each directory on the way is held, too, and entered through the one above it without
 * following links, so that no swap of a directory for a link leads elsewhere. What vanishes meanwhile, or may not be read, is left
 * out. Most calls are synchronous, because what they ask is in memory; the event loop gets its turn every few milliseconds.
 */
export async function walkDirectory(pin: Pin, directory: PinnedEntry, relativePath: string, visitor: WalkVisitor): Promise<void> {
    let sliceEnd = performance.now() + SLICE_MS;
    const breathe = async (): Promise<boolean> => {
        if (performance.now() > sliceEnd) {
            await nextTurn();
            sliceEnd = performance.now() + SLICE_MS;
        }
        return !visitor.shouldStop();
    };
    const walk = async (current: PinnedEntry, path: string, depth: number): Promise<boolean> => {
        const below: string[] = [];
        const names = orGone(() => opendirSync(current.accessPath, { bufferSize: BUFFERED_NAMES }));
        if (!names) {
            return true;
        }
        try {
            for (let count = 1, entry = names.readSync(); entry; entry = names.readSync(), count++) {
                const { name } = entry;
                if (temporaryFileOwner(name) !== undefined) {
                    continue;
                }
                const type = typeOf(entry);
                const describe = (): ReturnType<WalkedEntry['describe']> => describeEntry(`${current.accessPath}/${name}`);
                if (visitor.visit({ name, path: path === '' ? name : `${path}/${name}`, type, depth, describe }) && type === 'directory') {
                    below.push(name);
                }
                if (count % BUFFERED_NAMES === 0 && !(await breathe())) {
                    return false;
                }
            }
        } finally {
            names.closeSync();
        }
        for (const name of below) {
            if (!(await breathe())) {
                return false;
            }
            const child = await pin(`${current.accessPath}/${name}`, { followLinks: false, directory: true }).catch(undefinedIfGone);
            if (child) {
                try {
                    // A directory that was moved elsewhere since is not below this one any more.
                    const isBelow = child.realPath === `${current.realPath}/${name}`;
                    if (isBelow && !(await walk(child, path === '' ? name : `${path}/${name}`, depth + 1))) {
                        return false;
                    }
                } finally {
                    child.close();
                }
            }
        }
        return true;
    };
    await walk(directory, relativePath, 1);
}

function typeOf(entry: Dirent): EntryType {
    return entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'link' : 'other';
}

function describeEntry(path: string): ReturnType<WalkedEntry['describe']> {
    const stats = orGone(() => lstatSync(path));
    return stats && { size: stats.size, modifiedMs: stats.mtimeMs };
}

/** Undefined when something vanished, was swapped for something else or may not be read. */
function orGone<T>(access: () => T): T | undefined {
    try {
        return access();
    } catch (error) {
        undefinedIfGone(error);
        return;
    }
}

function undefinedIfGone(error: unknown): undefined {
    if (!['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) {
        throw error;
    }
}
