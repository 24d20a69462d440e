import { lstatSync } from 'node:fs';
import { DirectoryMemory } from '../directory-memory';
import { DirectoryContent, FoundEntry } from '../list/directory-reader';
import { listFiles } from '../list/list-files';
import { walkDirectory } from '../list/walk-directory';
import { WalkedDirectory } from '../list/walked-directory';
import { PathGuard, ReadableEntry } from '../path-guard';
import { Policy } from '../policy';
import { isInRepository } from '../ripgrep';
import { IgnoreFile } from './ignore-file';
import { IgnoreRules } from './ignore-rules';
import { hasOtherRules } from './other-rules';

const IGNORE_FILE = '.gitignore';
/** What the rules for one entry may have, since all of them may have to be compared at once, and those of a workspace together. */
const MOST_BYTES_FOR_ENTRY = 16 * 1024;
const MOST_BYTES = 256 * 1024;
/** Names of what else ripgrep goes by: rules of its own, and repositories inside, which have their own. */
const OTHER_RULES: ReadonlySet<string> = new Set(['.ignore', '.rgignore', '.git']);

/** What `.gitignore` leaves of a directory. */
export interface UnignoredPaths {
    /** Paths from the workspace root of files that it does not name, with the directories above them. */
    readonly paths: ReadonlySet<string>;
    /** Whether the limits of the policy ended the search for them before its end. */
    readonly isCut: boolean;
}

/** Finds the files of a directory that `.gitignore` does not name. */
export async function unignoredPaths(
    guard: PathGuard,
    directory: Pick<ReadableEntry, 'pinned' | 'relativePath'>,
    signal: AbortSignal
): Promise<UnignoredPaths> {
    const isPlain = directory.relativePath === '' && !hasOtherRules(guard.root);
    return (isPlain ? await new IgnoreWalk(guard, signal).paths(directory) : undefined) ?? askRipgrep(guard, directory, signal);
}

/** What `.gitignore` files said before, by the policy that the workspace was opened with. */
const memories = new WeakMap<Policy, DirectoryMemory<IgnoreFile>>();
/** What was judged of entries that are remembered, and by which rules. */
const judgements = new WeakMap<FoundEntry, { readonly rules: IgnoreRules; readonly isIgnored: boolean }>();

/** Goes through the workspace by the rules of its `.gitignore` files. */
class IgnoreWalk {
    private readonly kept = new Set<string>();
    private readonly rulesByPath = new Map<string, IgnoreRules>();
    private readonly memory: DirectoryMemory<IgnoreFile>;
    private readonly files = new Set<string>();
    private bytes = 0;
    private entries = 0;
    /** Whether this is not for us: other rules count, too, or there are so many that another process should compare them. */
    private isForRipgrep = false;

    constructor(
        private readonly guard: PathGuard,
        private readonly signal: AbortSignal
    ) {
        this.memory = memories.get(guard.policy) ?? new DirectoryMemory<IgnoreFile>(guard.root, lstatSync(guard.root));
        memories.set(guard.policy, this.memory);
    }

    /** Undefined when ripgrep has to be asked. */
    async paths({ pinned, relativePath }: Pick<ReadableEntry, 'pinned' | 'relativePath'>): Promise<UnignoredPaths | undefined> {
        await walkDirectory(this.guard, pinned, relativePath, {
            enter: (directory, content) => this.enter(directory, content),
            visit: (entry, directory) => this.visit(entry, directory),
            shouldStop: () => this.isForRipgrep || this.isCut || this.signal.aborted
        });
        this.memory.keepOnly(this.files);
        return this.isForRipgrep ? undefined : { paths: this.kept, isCut: this.isCut };
    }

    /** What is remembered for each entry takes memory. */
    private get isCut(): boolean {
        return this.entries > this.guard.policy.limits.walkEntries;
    }

    private enter(directory: WalkedDirectory, { entries, areSorted }: DirectoryContent): void {
        const { path, depth } = directory;
        const above = this.rulesByPath.get(parentOf(path)) ?? IgnoreRules.NONE;
        // Of a very large directory it is not known yet what is in it.
        const mayHaveFile = !areSorted || Array.from(entries).some(({ name }) => name === IGNORE_FILE);
        const file = mayHaveFile ? this.read(directory) : undefined;
        const rules = file ? above.with(file, depth - 1) : above;
        this.rulesByPath.set(path, rules);
        this.bytes += file?.bytes ?? 0;
        this.isForRipgrep ||= rules.bytes > MOST_BYTES_FOR_ENTRY || this.bytes > MOST_BYTES;
    }

    private read(directory: WalkedDirectory): IgnoreFile | undefined {
        this.files.add(`${directory.path}/${IGNORE_FILE}`);
        return directory.readFile(IGNORE_FILE, this.memory, content => new IgnoreFile(content));
    }

    private visit(entry: FoundEntry, { path, depth }: WalkedDirectory): boolean {
        this.entries++;
        if (this.isForRipgrep || this.isCut) {
            return false;
        }
        this.isForRipgrep ||= OTHER_RULES.has(entry.name) && (depth > 1 || entry.name !== '.git');
        if (entry.name === '.git' || this.isIgnored(entry, this.rulesByPath.get(path) ?? IgnoreRules.NONE)) {
            return false;
        }
        // What lies below a sensitive directory is nobody's concern.
        const isClosed = entry.sensitive === true && entry.type === 'directory';
        if (entry.type === 'file' || isClosed) {
            this.keep(entry.path);
        }
        return !isClosed;
    }

    private isIgnored(entry: FoundEntry, rules: IgnoreRules): boolean {
        const known = judgements.get(entry);
        if (known?.rules === rules) {
            return known.isIgnored;
        }
        const isIgnored = rules.ignores(entry.path.split('/'), entry.type === 'directory');
        judgements.set(entry, { rules, isIgnored });
        return isIgnored;
    }

    private keep(file: string): void {
        for (let path = file; path !== '' && !this.kept.has(path); path = parentOf(path)) {
            this.kept.add(path);
        }
    }
}

async function askRipgrep(
    guard: PathGuard,
    { pinned, relativePath }: Pick<ReadableEntry, 'pinned' | 'relativePath'>,
    signal: AbortSignal
): Promise<UnignoredPaths> {
    const kept = new Set<string>();
    const full = new AbortController();
    const either = AbortSignal.any([signal, full.signal]);
    const below = relativePath === '' ? '' : `${relativePath}/`;
    const list = (directory: string, prefix: string): Promise<void> =>
        listFiles(directory, { honourGitignore: true, signal: either }, found => {
            if (!(prefix + found).startsWith(below)) {
                return;
            }
            for (let path = prefix + found; path !== '' && !kept.has(path) && !full.signal.aborted; path = parentOf(path)) {
                kept.add(path);
            }
            if (kept.size > guard.policy.limits.walkEntries) {
                full.abort();
            }
        });
    // Outside a repository ripgrep knows no rules of the directories above the one that it begins in.
    if (below !== '' && !isInRepository(pinned.realPath)) {
        await list(guard.root, '');
    }
    // One that is ignored itself is listed all the same when it is asked for.
    if (kept.size === 0) {
        await list(pinned.realPath, below);
    }
    return { paths: kept, isCut: full.signal.aborted };
}

function parentOf(path: string): string {
    return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
