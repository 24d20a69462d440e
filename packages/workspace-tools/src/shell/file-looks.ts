import { Dirent, Stats, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { posix } from 'node:path';
import { ShellSyntaxError } from './shell-syntax';

/** Paths that one judgement looks at: whoever asks waits for it, and so does everyone else. */
const MOST_LOOKS = 1000;

/** What one judgement looks up in the file system: each thing once, and no more than can be done in a moment. */
export class FileLooks {
    private readonly realPaths = new Map<string, string | undefined>();
    private readonly entriesByPath = new Map<string, Stats | undefined>();
    private readonly entriesByDirectory = new Map<string, readonly Dirent[]>();
    private left = MOST_LOOKS;

    /**
     * Where an absolute path really is, when each `..` in it leads away from where the links before it lead. What does not exist yet lies
     * where its folder is. Undefined when nobody can say.
     * @throws ShellSyntaxError once there is too much to look at
     */
    realPath(path: string): string | undefined {
        const [first, ...others] = path.split(/\/+\.\.(?=\/|$)/);
        return others.reduce<string | undefined>(
            (real, rest) => (real === undefined ? undefined : this.realPathOf(posix.join(posix.dirname(real), rest))),
            this.realPathOf(posix.join('/', first))
        );
    }

    /**
     * Whether an absolute path names a file, and no link to one.
     * @throws ShellSyntaxError once there is too much to look at
     */
    isFile(path: string): boolean {
        return this.entryAt(path)?.isFile() ?? false;
    }

    /**
     * Whether an absolute path names anything.
     * @throws ShellSyntaxError once there is too much to look at
     */
    exists(path: string): boolean {
        return this.entryAt(path) !== undefined;
    }

    /**
     * Whether an absolute path names a file, and no link to one, with something in it.
     * @throws ShellSyntaxError once there is too much to look at
     */
    isFilled(path: string): boolean {
        const entry = this.entryAt(path);
        return entry !== undefined && entry.isFile() && entry.size > 0;
    }

    /**
     * Whether an absolute path names a file that has other names, too.
     * @throws ShellSyntaxError once there is too much to look at
     */
    hasOtherNames(path: string): boolean {
        const entry = this.entryAt(path);
        return entry !== undefined && entry.isFile() && entry.nlink > 1;
    }

    private entryAt(path: string): Stats | undefined {
        if (!this.entriesByPath.has(path)) {
            this.look();
        }
        return this.knownEntry(path);
    }

    private knownEntry(path: string): Stats | undefined {
        if (!this.entriesByPath.has(path)) {
            this.entriesByPath.set(path, lstatSync(path, { throwIfNoEntry: false }));
        }
        return this.entriesByPath.get(path);
    }

    /** What a directory holds; nothing when it is none. */
    entries(directory: string): readonly Dirent[] {
        const known = this.entriesByDirectory.get(directory) ?? readEntries(directory);
        this.entriesByDirectory.set(directory, known);
        return known;
    }

    /** Where a path without `..` really is. */
    private realPathOf(path: string): string | undefined {
        if (!this.realPaths.has(path)) {
            this.look();
            this.realPaths.set(path, this.findRealPath(path));
        }
        return this.realPaths.get(path);
    }

    private findRealPath(path: string): string | undefined {
        try {
            if (this.knownEntry(path) !== undefined) {
                return realpathSync.native(path);
            }
        } catch {
            return undefined; // A link that leads nowhere yet may lead anywhere once something is written through it.
        }
        const folder = this.realPathOf(posix.dirname(path));
        return folder === undefined ? undefined : posix.join(folder, posix.basename(path));
    }

    private look(): void {
        if (--this.left < 0) {
            throw new ShellSyntaxError('there is too much to look at to check it');
        }
    }
}

function readEntries(directory: string): Dirent[] {
    try {
        return readdirSync(directory, { withFileTypes: true });
    } catch {
        return []; // No directory, or closed to us and so to the command.
    }
}
