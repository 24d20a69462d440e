import { Dirent, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { posix } from 'node:path';
import type { Policy } from '../policy';
import { systemErrorCode } from '../workspace-error';

/** Directories in which a command line may be by now, beyond which nobody keeps track. */
const MOST_DIRECTORIES = 16;
/** Entries of the workspace that are looked at to say what lies below a folder. */
const MOST_ENTRIES = 10_000;

/** Which files below a folder are meant. */
export interface FilesBelow {
    /** Whether hidden ones are among them. */
    readonly hidden: boolean;
    /** Only those whose names have one of these endings, such as `.ts`. */
    readonly endings?: readonly string[];
}

/** Where a command line may have got to: which directories its relative paths may start from. */
export class ShellLocation {
    /** From the workspace root; undefined once they are not known any more. */
    directories: readonly string[] | undefined;

    constructor(
        directory: string,
        readonly policy: Policy,
        readonly workspaceRoot?: string
    ) {
        this.directories = [directory];
    }

    /** From here on commands may run in this directory, too. Whether they do depends on subshells, conditions and failures. */
    enter(path: string | undefined): void {
        const places = path === undefined ? undefined : this.places(path);
        const all = new Set([...(this.directories ?? []), ...(places ?? [])]);
        if (this.directories === undefined || places === undefined || all.size > MOST_DIRECTORIES) {
            this.directories = undefined;
        } else if (all.size > this.directories.length) {
            this.directories = [...all];
        }
    }

    /** Does something that begins in these directories; afterwards the command line is where it was before. */
    within(directories: readonly string[] | undefined, action: () => void): void {
        const before = this.directories;
        this.directories = directories;
        try {
            action();
        } finally {
            this.directories = before;
        }
    }

    /**
     * What a path may name, from the workspace root, by its own name and by where its links lead; undefined when one of these places
     * lies outside or nobody knows where.
     */
    places(path: string): readonly string[] | undefined {
        if (path.startsWith('~') || this.directories === undefined) {
            return undefined;
        }
        const named = path.startsWith('/') ? [this.below(path)] : this.directories.map(directory => inside(posix.join(directory, path)));
        const all = named.flatMap(place => (place === undefined ? [undefined] : [place, this.realPlace(place)]));
        return all.every(place => place !== undefined) ? [...new Set(all)] : undefined;
    }

    /** Whether sensitive files lie below a folder of the workspace, or there is too much to say. */
    mayHoldSensitive(folder: string, { hidden, endings }: FilesBelow): boolean {
        const waiting = this.workspaceRoot === undefined ? [] : [folder];
        let seen = 0;
        for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
            for (const entry of this.entries(directory)) {
                const path = posix.join(directory, entry.name);
                if (entry.name === 'node_modules' || (!hidden && entry.name.startsWith('.'))) {
                    continue;
                }
                const isMeant = endings === undefined || endings.some(ending => entry.name.endsWith(ending));
                if (++seen > MOST_ENTRIES || (isMeant && this.policy.judgeRead(path).decision === 'deny')) {
                    return true;
                }
                if (entry.isDirectory()) {
                    waiting.push(path);
                }
            }
        }
        return false;
    }

    /** Whether a path names nothing but one file of the workspace, wherever the command line may be. */
    isFile(path: string): boolean {
        const places = this.places(path) ?? [];
        const isFile = (place: string): boolean =>
            lstatSync(posix.join(this.workspaceRoot ?? '', place), { throwIfNoEntry: false })?.isFile() ?? false;
        return places.length > 0 && places.every(isFile);
    }

    /** What a directory of the workspace holds; nothing when it is none. */
    entries(directory: string): Dirent[] {
        try {
            return this.workspaceRoot === undefined ? [] : readdirSync(posix.join(this.workspaceRoot, directory), { withFileTypes: true });
        } catch {
            return []; // No directory, or closed to us and so to the command.
        }
    }

    private below(absolute: string): string | undefined {
        return this.workspaceRoot === undefined ? undefined : inside(posix.relative(this.workspaceRoot, posix.normalize(absolute)) || '.');
    }

    /** Where a place really is; what does not exist yet lies where its folder is. */
    private realPlace(place: string): string | undefined {
        if (this.workspaceRoot === undefined) {
            return place;
        }
        let missing = '';
        for (let path = posix.join(this.workspaceRoot, place); ; path = posix.dirname(path)) {
            try {
                return this.below(posix.join(realpathSync(path), missing));
            } catch (error) {
                const isMissing = ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '') && posix.dirname(path) !== path;
                // A link that leads nowhere yet may lead anywhere once something is written through it.
                if (!isMissing || isLink(path)) {
                    return undefined;
                }
                missing = posix.join(posix.basename(path), missing);
            }
        }
    }
}

function inside(path: string): string | undefined {
    return path === '..' || path.startsWith('../') ? undefined : path;
}

function isLink(path: string): boolean {
    try {
        readlinkSync(path);
        return true;
    } catch {
        return false; // Not there, or something else.
    }
}
