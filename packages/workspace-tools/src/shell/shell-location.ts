import { posix } from 'node:path';
import type { Policy, PolicyJudgement } from '../policy';
import { FileLooks } from './file-looks';
import { FilesBelow, SensitiveBelow } from './sensitive-below';

/** Directories in which a command line may be by now, beyond which nobody keeps track. */
const MOST_DIRECTORIES = 8;

/** Where a command line may have got to: which directories its relative paths may start from. What it was asked once, it remembers. */
export class ShellLocation {
    private current: readonly string[] | undefined;
    private readonly looks = new FileLooks();
    private readonly sensitiveBelow?: SensitiveBelow;
    private readonly remembered = new Map<string, unknown>();
    /** What paths may name, as long as the directories stay the same. */
    private readonly known = new Map<string, readonly string[] | undefined>();

    constructor(
        directory: string,
        readonly policy: Policy,
        readonly workspaceRoot?: string
    ) {
        this.current = [directory];
        this.sensitiveBelow = workspaceRoot === undefined ? undefined : new SensitiveBelow(this.looks, policy, workspaceRoot);
    }

    /** From the workspace root; undefined once they are not known any more. */
    get directories(): readonly string[] | undefined {
        return this.current;
    }

    /** From here on commands may run in this directory, too. Whether they do depends on subshells, conditions and failures. */
    enter(path: string | undefined): void {
        const places = path === undefined ? undefined : this.places(path);
        const all = new Set([...(this.current ?? []), ...(places ?? [])]);
        if (this.current === undefined || places === undefined || all.size > MOST_DIRECTORIES) {
            this.move(undefined);
        } else if (all.size > this.current.length) {
            this.move([...all]);
        }
    }

    /** Does something that begins in these directories; afterwards the command line is where it was before. */
    within(directories: readonly string[] | undefined, action: () => void): void {
        const before = this.current;
        this.move(directories);
        try {
            action();
        } finally {
            this.move(before);
        }
    }

    /**
     * What a path may name, from the workspace root, by its own name and by where its links lead; undefined when one of these places
     * lies outside or nobody knows where.
     * @throws ShellSyntaxError once there is too much to look at
     */
    places(path: string): readonly string[] | undefined {
        if (path.startsWith('~') || this.current === undefined) {
            return undefined;
        }
        if (!this.known.has(path)) {
            const all = path.startsWith('/') ? this.placesOf(path) : this.current.flatMap(directory => this.placesBelow(directory, path));
            this.known.set(path, all.every(place => place !== undefined) ? [...new Set(all)] : undefined);
        }
        return this.known.get(path);
    }

    /** Whether sensitive files lie below a folder of the workspace, or there is too much to say. */
    mayHoldSensitive(folder: string, meant: FilesBelow): boolean {
        return this.sensitiveBelow?.mayLieBelow(folder, meant) ?? false;
    }

    /** Whether a path names nothing but one file of the workspace, wherever the command line may be. Without a workspace, its ending tells. */
    isFile(path: string): boolean {
        const root = this.workspaceRoot;
        const places = this.places(path) ?? [];
        return (
            places.length > 0 &&
            places.every(place => (root === undefined ? /\.\w+$/.test(place) : this.looks.isFile(posix.join(root, place))))
        );
    }

    /** Whether a path may name something, wherever the command line may be. */
    mayExist(path: string): boolean {
        return this.places(path) === undefined || this.mayName(path, undefined, place => this.looks.exists(place));
    }

    /** Whether a path may name something that is there, or that a person has to agree to change. */
    mayBeTaken(path: string): boolean {
        return this.mayExist(path) || (this.places(path) ?? []).some(place => this.judgeWrite(place).decision !== 'allow');
    }

    /** Whether a path names a file of the workspace with something in it, wherever the command line may be; spared places do not count. */
    mayBeFilled(path: string, isSpared?: (place: string) => boolean): boolean {
        return this.mayName(path, isSpared, place => this.looks.isFilled(place));
    }

    /** The same for a folder with something in it. */
    mayHoldEntries(path: string, isSpared: (place: string) => boolean): boolean {
        return this.mayName(path, isSpared, place => this.looks.entries(place).length > 0);
    }

    /** Whether a place of the workspace is a file that has another name somewhere. Package managers give that to what they install. */
    hasOtherNames(place: string): boolean {
        const root = this.workspaceRoot;
        return root !== undefined && !place.split('/').includes('node_modules') && this.looks.hasOtherNames(posix.join(root, place));
    }

    /** What the policy says about showing a place of the workspace. */
    judgeRead(place: string): PolicyJudgement {
        return this.once(`read ${place}`, () => this.policy.judgeRead(place));
    }

    /** What the policy says about changing a place of the workspace. */
    judgeWrite(place: string): PolicyJudgement {
        return this.once(`write ${place}`, () => this.policy.judgeWrite(place));
    }

    /** Whether a path, as it is written, is one that nobody may use. */
    forbids(path: string): boolean {
        return this.once(`forbid ${path}`, () => this.policy.forbids(path));
    }

    /** The answer to a question, worked out only the first time that it is asked about this command line. */
    once<T>(question: string, answer: () => T): T {
        if (!this.remembered.has(question)) {
            this.remembered.set(question, answer());
        }
        return this.remembered.get(question) as T;
    }

    private mayName(path: string, isSpared: ((place: string) => boolean) | undefined, isMeant: (absolute: string) => boolean): boolean {
        const root = this.workspaceRoot;
        // What a link leads to is a place of its own.
        return root !== undefined && (this.places(path) ?? []).some(place => !isSpared?.(place) && isMeant(posix.join(root, place)));
    }

    private move(directories: readonly string[] | undefined): void {
        if (directories !== this.current) {
            this.current = directories;
            this.known.clear();
        }
    }

    private placesBelow(directory: string, path: string): (string | undefined)[] {
        const place = inside(posix.join(directory, path));
        return this.workspaceRoot === undefined || place === undefined
            ? [place]
            : this.placesOf(`${this.workspaceRoot}/${directory}/${path}`);
    }

    /** A shell takes the segment before a `..` away from the text, all others leave the folder that they got to: either may be meant. */
    private placesOf(absolute: string): (string | undefined)[] {
        const text = posix.normalize(absolute);
        const named = this.below(text);
        return named === undefined ? [named] : [named, ...[text, absolute].map(path => this.below(this.looks.realPath(path)))];
    }

    private below(absolute: string | undefined): string | undefined {
        return this.workspaceRoot === undefined || absolute === undefined
            ? undefined
            : inside(posix.relative(this.workspaceRoot, absolute) || '.');
    }
}

function inside(path: string): string | undefined {
    return path === '..' || path.startsWith('../') ? undefined : path;
}
