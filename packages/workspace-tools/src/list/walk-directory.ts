import { lstatSync } from 'node:fs';
import { orGone } from '../or-gone';
import { PathGuard } from '../path-guard';
import { PinnedEntry } from '../pinned-entry';
import { TurnTaking } from '../turn-taking';
import { DirectoryReader, FoundEntry } from './directory-reader';

/** A directory on the way of a walk, held. */
export class WalkedDirectory {
    constructor(
        private readonly pinned: PinnedEntry,
        /** Levels that its entries lie below the directory where the walk began, from 1. */
        readonly depth: number
    ) {}

    /** Size and time of change of one of its entries; undefined when that is gone. */
    describe({ name }: FoundEntry): { size: number; modifiedMs: number } | undefined {
        const stats = orGone(() => lstatSync(`${this.pinned.accessPath}/${name}`));
        return stats && { size: stats.size, modifiedMs: stats.mtimeMs };
    }
}

/** Steers a walk. */
export interface WalkVisitor {
    /** Whether to walk the directory; called for every entry. */
    visit(entry: FoundEntry, directory: WalkedDirectory): boolean;
    /** Asked again and again; ends the walk. */
    shouldStop(): boolean;
}

/**
 * Visits everything below a held directory, by path but for what is in very large directories. Each directory on the way is held, too, and entered through the one above it without
 * following links, so that no swap of a directory for a link leads elsewhere. What vanishes meanwhile, or may not be read, is left
 * out, as is what lies deeper than a path can tell. Most calls are synchronous, because what they ask is in memory; the event loop gets its turn every few milliseconds.
 */
export async function walkDirectory(guard: PathGuard, directory: PinnedEntry, relativePath: string, visitor: WalkVisitor): Promise<void> {
    const turns = new TurnTaking();
    const reader = DirectoryReader.of(guard);
    const mayGoOn = async (): Promise<boolean> => {
        await turns.next();
        return !visitor.shouldStop();
    };
    const walk = async (current: PinnedEntry, path: string, depth: number): Promise<boolean> => {
        const below: FoundEntry[] = [];
        const walked = new WalkedDirectory(current, depth);
        const { entries, areSorted } = reader.entriesOf(current, path);
        for (const entry of entries) {
            // Of `a`, `a-b` and what is in `a`, the last comes last by its path. The directory that was found last is due first.
            while (areSorted && below.length > 0 && `${below[below.length - 1].name}/` < entry.name) {
                if (!(await enter(current, below.pop(), depth))) {
                    return false;
                }
            }
            if (visitor.visit(entry, walked) && entry.type === 'directory') {
                below.push(entry);
            }
            if (turns.isOver && !(await mayGoOn())) {
                return false;
            }
        }
        while (below.length > 0) {
            if (!(await enter(current, below.pop(), depth))) {
                return false;
            }
        }
        return true;
    };
    const enter = async (parent: PinnedEntry, entry: FoundEntry | undefined, depth: number): Promise<boolean> => {
        if (!entry || visitor.shouldStop()) {
            return false;
        }
        const child = orGone(() => guard.pin.sync(`${parent.accessPath}/${entry.name}`, { followLinks: false, directory: true }));
        if (child) {
            try {
                // A directory that was moved elsewhere since is not below this one any more.
                const isBelow = child.realPath === `${parent.realPath}/${entry.name}`;
                if (isBelow && !(await walk(child, entry.path, depth + 1))) {
                    return false;
                }
            } finally {
                child.close();
            }
        }
        return !turns.isOver || mayGoOn();
    };
    await walk(directory, relativePath, 1);
}
