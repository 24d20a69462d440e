import { PathGuard } from '../path-guard';
import { PinnedEntry } from '../pinned-entry';
import { TurnTaking } from '../turn-taking';
import { DirectoryContent, DirectoryReader, FoundEntry } from './directory-reader';
import { WalkedDirectory } from './walked-directory';

/** Steers a walk. */
export interface WalkVisitor {
    /** Told of every directory that is walked, before its entries are visited. */
    enter?(directory: WalkedDirectory, content: DirectoryContent): void;
    /** Whether to walk the directory; called for every entry. */
    visit(entry: FoundEntry, directory: WalkedDirectory): boolean;
    /** Asked again and again; ends the walk. */
    shouldStop(): boolean;
}

/**
 * Visits everything below a held directory, by path but for what is in very large directories. What vanishes meanwhile, or may not be
 * read, is left out, as is what lies deeper than a path can tell. Most calls are synchronous, because what they ask is in memory; the
 * event loop gets its turn every few milliseconds.
 */
export async function walkDirectory(guard: PathGuard, directory: PinnedEntry, relativePath: string, visitor: WalkVisitor): Promise<void> {
    const turns = new TurnTaking();
    const reader = DirectoryReader.of(guard);
    const mayGoOn = async (): Promise<boolean> => {
        await turns.next();
        return !visitor.shouldStop();
    };
    const walk = async (walked: WalkedDirectory): Promise<boolean> => {
        const below: FoundEntry[] = [];
        const content = walked.content(reader);
        const { entries, areSorted } = content;
        visitor.enter?.(walked, content);
        for (const entry of entries) {
            // Of `a`, `a-b` and what is in `a`, the last comes last by its path. The directory that was found last is due first.
            while (areSorted && below.length > 0 && `${below[below.length - 1].name}/` < entry.name) {
                if (!(await enter(walked, below.pop()))) {
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
            if (!(await enter(walked, below.pop()))) {
                return false;
            }
        }
        return true;
    };
    const enter = async (parent: WalkedDirectory, entry: FoundEntry | undefined): Promise<boolean> => {
        if (!entry || visitor.shouldStop()) {
            return false;
        }
        const child = parent.below(entry.name, entry.path);
        try {
            return (await walk(child)) && (!turns.isOver || (await mayGoOn()));
        } finally {
            child.close();
        }
    };
    await walk(WalkedDirectory.first(guard.pin, directory, relativePath));
}
