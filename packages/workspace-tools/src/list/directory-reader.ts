import { Dirent, lstatSync, opendirSync, readdirSync, Stats } from 'node:fs';
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
/** Directories and entries of one workspace that are remembered, which takes some megabytes. */
const MOST_REMEMBERED = 100_000;

/** An entry of a directory as its name tells it, judged by the policy. */
export type FoundEntry = Pick<DirectoryEntry, 'name' | 'path' | 'type' | 'sensitive'>;

/** What is in a directory; sorted by name unless that would mean to keep very many in memory. */
export interface DirectoryContent {
    readonly entries: Iterable<FoundEntry>;
    readonly areSorted: boolean;
}

/** What is remembered of a directory. */
interface RememberedContent extends DirectoryContent {
    readonly entries: readonly FoundEntry[];
}

/** How much is remembered, and by which clock, if not as usual. */
interface ReaderOptions {
    readonly mostRemembered?: number;
    readonly now?: () => number;
}

/** What was found in the directories of a workspace before, by the policy that it was opened with. */
const readers = new WeakMap<Policy, DirectoryReader>();

/**
 * Tells what held directories contain, but for files that are just being written. A directory that has not changed since the last
 * time is not read again. A very large one always is, and only a part of it is ever in memory.
 */
export class DirectoryReader {
    private memory: DirectoryMemory<RememberedContent>;
    /** How many directories and entries are remembered. */
    private remembered = 0;

    private constructor(
        private readonly guard: PathGuard,
        private readonly options: ReaderOptions
    ) {
        this.memory = this.emptyMemory();
    }

    /** The reader of a workspace. */
    static of(guard: PathGuard, options: ReaderOptions = {}): DirectoryReader {
        const reader = readers.get(guard.policy) ?? new DirectoryReader(guard, options);
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

    /** Whether a held directory was read before and has not changed since, so that it may be read as well as then. */
    knows({ stats }: PinnedEntry, path: string): boolean {
        return this.memory.recall(path, stats) !== undefined;
    }

    /** @param path of the directory, from the workspace root */
    entriesOf({ accessPath, stats }: PinnedEntry, path: string): DirectoryContent {
        const known = this.memory.recall(path, stats);
        if (known) {
            return known;
        }
        const before = this.forget(path);
        // Some file systems tell no size.
        if (stats.size === 0 || stats.size > SMALL_DIRECTORY_BYTES) {
            return { entries: this.describeMany(accessPath, path), areSorted: false };
        }
        const found = orGone(() => readdirSync(accessPath, { withFileTypes: true }));
        const entries: FoundEntry[] = [];
        for (const entry of found ?? []) {
            const described = this.describe(entry, path);
            if (described) {
                entries.push(described);
            }
        }
        entries.sort(byName);
        const content = { entries, areSorted: true };
        if (before) {
            this.forgetMissing(before, content);
        }
        if (found) {
            this.remember(path, stats, content);
        }
        return content;
    }

    private remember(path: string, stats: Stats, content: RememberedContent): void {
        const size = sizeOf(content);
        if (this.remembered + size > (this.options.mostRemembered ?? MOST_REMEMBERED)) {
            [this.memory, this.remembered] = [this.emptyMemory(), 0];
        }
        this.remembered += this.memory.remember(path, stats, content) ? size : 0;
    }

    private forget(path: string): RememberedContent | undefined {
        const known = this.memory.forget(path);
        this.remembered -= known ? sizeOf(known) : 0;
        return known;
    }

    /** Forgets the directories that are no longer in one, and what lies below them. */
    private forgetMissing(before: RememberedContent, now: RememberedContent): void {
        const names = new Set(now.entries.map(({ name }) => name));
        const gone = before.entries.filter(({ type, name }) => type === 'directory' && !names.has(name));
        for (let entry = gone.pop(); entry; entry = gone.pop()) {
            gone.push(...(this.forget(entry.path)?.entries.filter(({ type }) => type === 'directory') ?? []));
        }
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

    private emptyMemory(): DirectoryMemory<RememberedContent> {
        return new DirectoryMemory(this.guard.root, lstatSync(this.guard.root), this.options.now);
    }
}

/** A directory takes memory even when nothing is in it. */
function sizeOf({ entries }: RememberedContent): number {
    return entries.length + 1;
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
