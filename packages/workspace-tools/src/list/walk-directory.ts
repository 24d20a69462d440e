import { Dirent, lstatSync, opendirSync, readdirSync } from 'node:fs';
import { orGone } from '../or-gone';
import { Pin, PinnedEntry } from '../pinned-entry';
import { TurnTaking } from '../turn-taking';
import { temporaryFileOwner } from '../write/temporary-file';
import { EntryType } from './list-request';

/** A directory of this size holds some hundred names, which are read in one go. */
const SMALL_DIRECTORY_BYTES = 32 * 1024;
/** Names that are read of a larger one at once. */
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
 * out, as is what lies deeper than a path can tell. Most calls are synchronous, because what they ask is in memory; the event loop gets its turn every few milliseconds.
 */
export async function walkDirectory(pin: Pin, directory: PinnedEntry, relativePath: string, visitor: WalkVisitor): Promise<void> {
    const turns = new TurnTaking();
    const breathe = async (): Promise<boolean> => {
        await turns.nextIfOver();
        return !visitor.shouldStop();
    };
    const walk = async (current: PinnedEntry, path: string, depth: number): Promise<boolean> => {
        const below: string[] = [];
        const prefix = path === '' ? '' : `${path}/`;
        for (const entry of entriesOf(current)) {
            const { name } = entry;
            if (temporaryFileOwner(name) === undefined) {
                const type = typeOf(entry);
                const describe = (): ReturnType<WalkedEntry['describe']> => describeEntry(`${current.accessPath}/${name}`);
                if (visitor.visit({ name, path: prefix + name, type, depth, describe }) && type === 'directory') {
                    below.push(name);
                }
            }
            if (turns.isOver && !(await breathe())) {
                return false;
            }
        }
        for (const name of below) {
            if ((turns.isOver && !(await breathe())) || visitor.shouldStop()) {
                return false;
            }
            const child = orGone(() => pin.sync(`${current.accessPath}/${name}`, { followLinks: false, directory: true }));
            if (child) {
                try {
                    // A directory that was moved elsewhere since is not below this one any more.
                    const isBelow = child.realPath === `${current.realPath}/${name}`;
                    if (isBelow && !(await walk(child, prefix + name, depth + 1))) {
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

/** What a held directory contains. Of a very large one only a part is ever in memory. */
function entriesOf({ accessPath, stats }: PinnedEntry): Iterable<Dirent> {
    // Some file systems tell no size.
    const isSmall = stats.size > 0 && stats.size <= SMALL_DIRECTORY_BYTES;
    return isSmall ? (orGone(() => readdirSync(accessPath, { withFileTypes: true })) ?? []) : manyEntriesOf(accessPath);
}

function* manyEntriesOf(path: string): Generator<Dirent> {
    const directory = orGone(() => opendirSync(path, { bufferSize: BUFFERED_NAMES }));
    try {
        for (let entry = directory?.readSync(); entry; entry = directory?.readSync()) {
            yield entry;
        }
    } finally {
        directory?.closeSync();
    }
}
