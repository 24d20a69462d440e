import { Dirent, lstatSync, opendirSync, readdirSync } from 'node:fs';
import { DirectoryMemory } from '../directory-memory';
import { orGone } from '../or-gone';
import { PathGuard } from '../path-guard';
import { PinnedEntry } from '../pinned-entry';
import { Policy } from '../policy';
import { temporaryFileOwner } from '../write/temporary-file';
import { EntryType } from './list-request';

/** A directory of this size holds some hundred names, which are read in one go. */
const SMALL_DIRECTORY_BYTES = 32 * 1024;
/** Names that are read of a larger one at once. */
const BUFFERED_NAMES = 256;
/** Entries of one workspace that are remembered, which takes some megabytes. */
const REMEMBERED_ENTRIES = 100_000;

/** An entry of a directory, judged by the policy. */
export interface FoundEntry {
    readonly name: string;
    /** Path from the workspace root. */
    readonly path: string;
    readonly type: EntryType;
    readonly isSensitive: boolean;
}

/** What was found in the directories of a workspace before, by the policy that it was opened with. */
const readers = new WeakMap<Policy, DirectoryReader>();

/**
 * Tells what held directories contain, but for files that are just being written. A directory that has not changed since the last
 * time is not read again. A very large one always is, and only a part of it is ever in memory.
 */
export class DirectoryReader {
    private memory: DirectoryMemory<readonly FoundEntry[]>;
    private remembered = 0;

    private constructor(
        private readonly guard: PathGuard,
        private readonly now?: () => number
    ) {
        this.memory = this.emptyMemory();
    }

    /** The reader of a workspace. */
    static of(guard: PathGuard, now?: () => number): DirectoryReader {
        const reader = readers.get(guard.policy) ?? new DirectoryReader(guard, now);
        readers.set(guard.policy, reader);
        return reader;
    }

    /** @param path of the directory, from the workspace root */
    entriesOf({ accessPath, stats }: PinnedEntry, path: string): Iterable<FoundEntry> {
        const known = this.memory.recall(path, stats);
        if (known) {
            return known;
        }
        // Some file systems tell no size.
        if (stats.size === 0 || stats.size > SMALL_DIRECTORY_BYTES) {
            return this.describe(manyEntries(accessPath), path);
        }
        const found = [...this.describe(orGone(() => readdirSync(accessPath, { withFileTypes: true })) ?? [], path)];
        this.remembered += found.length;
        if (this.remembered > REMEMBERED_ENTRIES) {
            [this.memory, this.remembered] = [this.emptyMemory(), found.length];
        }
        this.memory.remember(path, stats, found);
        return found;
    }

    private *describe(entries: Iterable<Dirent>, path: string): Generator<FoundEntry> {
        const directory = path === '' ? '' : `${path}/`;
        for (const entry of entries) {
            const { name } = entry;
            if (temporaryFileOwner(name) === undefined) {
                const isSensitive = this.guard.policy.judgeReadIn(directory, name).decision !== 'allow';
                yield { name, path: directory + name, type: typeOf(entry), isSensitive };
            }
        }
    }

    private emptyMemory(): DirectoryMemory<readonly FoundEntry[]> {
        return new DirectoryMemory(this.guard.root, lstatSync(this.guard.root), this.now);
    }
}

function typeOf(entry: Dirent): EntryType {
    return entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'link' : 'other';
}

function* manyEntries(path: string): Generator<Dirent> {
    const directory = orGone(() => opendirSync(path, { bufferSize: BUFFERED_NAMES }));
    try {
        for (let entry = directory?.readSync(); entry; entry = directory?.readSync()) {
            yield entry;
        }
    } finally {
        directory?.closeSync();
    }
}
