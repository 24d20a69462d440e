import { Dirent, lstatSync, opendirSync, readdirSync } from 'node:fs';
import { DirectoryMemory } from '../directory-memory';
import { orGone } from '../or-gone';
import { PathGuard } from '../path-guard';
import { PinnedEntry } from '../pinned-entry';
import { Policy } from '../policy';
import { temporaryFileOwner } from '../write/temporary-file';
import { DirectoryEntry, EntryType } from './list-request';

/** A directory of this size holds some hundred names, which are read in one go. */
const SMALL_DIRECTORY_BYTES = 32 * 1024;
/** Names that are read of a larger one at once. */
const BUFFERED_NAMES = 256;
/** Entries of one workspace that are remembered, which takes some megabytes. */
const REMEMBERED_ENTRIES = 100_000;

/** An entry of a directory as its name tells it, judged by the policy. */
export type FoundEntry = Pick<DirectoryEntry, 'name' | 'path' | 'type' | 'sensitive'>;

/** What is in a directory; sorted by name unless that would mean to keep very many in memory. */
export interface DirectoryContent {
    readonly entries: Iterable<FoundEntry>;
    readonly areSorted: boolean;
}

/** What was found in the directories of a workspace before, by the policy that it was opened with. */
const readers = new WeakMap<Policy, DirectoryReader>();

/**
 * Tells what held directories contain, but for files that are just being written. A directory that has not changed since the last
 * time is not read again. A very large one always is, and only a part of it is ever in memory.
 */
export class DirectoryReader {
    private memory: DirectoryMemory<DirectoryContent>;
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

    /**
     * What is in a directory that was read before and has not changed since; undefined when it has to be looked into.
     * @param accessPath where to look for it; nothing but what was found at `path` from the workspace root is ever told
     */
    recall(accessPath: string, path: string): DirectoryContent | undefined {
        const stats = this.memory.knows(path) ? orGone(() => lstatSync(accessPath)) : undefined;
        return stats && this.memory.recall(path, stats);
    }

    /** @param path of the directory, from the workspace root */
    entriesOf({ accessPath, stats }: PinnedEntry, path: string): DirectoryContent {
        const known = this.memory.recall(path, stats);
        if (known) {
            return known;
        }
        // Some file systems tell no size.
        if (stats.size === 0 || stats.size > SMALL_DIRECTORY_BYTES) {
            return { entries: this.describeMany(accessPath, path), areSorted: false };
        }
        const entries: FoundEntry[] = [];
        for (const entry of orGone(() => readdirSync(accessPath, { withFileTypes: true })) ?? []) {
            const described = this.describe(entry, path);
            if (described) {
                entries.push(described);
            }
        }
        entries.sort(byName);
        this.remembered += entries.length;
        if (this.remembered > REMEMBERED_ENTRIES) {
            [this.memory, this.remembered] = [this.emptyMemory(), entries.length];
        }
        const content = { entries, areSorted: true };
        this.memory.remember(path, stats, content);
        return content;
    }

    private *describeMany(accessPath: string, path: string): Generator<FoundEntry> {
        for (const entry of manyEntries(accessPath)) {
            const described = this.describe(entry, path);
            if (described) {
                yield described;
            }
        }
    }

    /** Undefined for a file that is just being written. */
    private describe(entry: Dirent, parent: string): FoundEntry | undefined {
        const { name } = entry;
        if (temporaryFileOwner(name) !== undefined) {
            return undefined;
        }
        const directory = parent === '' ? '' : `${parent}/`;
        const described = { name, path: directory + name, type: typeOf(entry) };
        return this.guard.policy.judgeReadIn(directory, name).decision === 'allow' ? described : { ...described, sensitive: true };
    }

    private emptyMemory(): DirectoryMemory<DirectoryContent> {
        return new DirectoryMemory(this.guard.root, lstatSync(this.guard.root), this.now);
    }
}

function byName(a: FoundEntry, b: FoundEntry): number {
    return a.name < b.name ? -1 : 1;
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
