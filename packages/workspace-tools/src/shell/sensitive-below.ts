import { posix } from 'node:path';
import type { Policy } from '../policy';
import type { FileLooks } from './file-looks';
import { IgnoreRules } from './ignore-rules';

/** Entries and folders of the workspace that one judgement looks at to say what lies below folders. */
const MOST_ENTRIES = 10_000;
const MOST_FOLDERS = 2000;

/** Which files below a folder are meant. */
export interface FilesBelow {
    /** Whether hidden ones are among them; `taken-in`: those that a `.gitignore` or the like takes in again. */
    readonly hidden: boolean | 'taken-in';
    /** Hidden ones whose names have one of these endings, in small letters, are taken in, too. */
    readonly hiddenEndings?: readonly string[];
    /** Whether what links lead to is among them, too. */
    readonly links?: boolean;
    /** Only those whose names have one of these endings, such as `.ts`, in whichever case: that depends on the program and the system. */
    readonly endings?: readonly string[];
}

/** Looks for sensitive files below folders of a workspace, each folder once. */
export class SensitiveBelow {
    /** Folders that hold nothing sensitive, by which files are meant. */
    private readonly harmless = new Map<string, Set<string>>();
    private readonly ignoreRules: IgnoreRules;
    private entriesLeft = MOST_ENTRIES;
    private foldersLeft = MOST_FOLDERS;

    constructor(
        private readonly looks: FileLooks,
        private readonly policy: Policy,
        private readonly workspaceRoot: string
    ) {
        this.ignoreRules = new IgnoreRules(looks);
    }

    /** Whether sensitive files lie below a folder, or there is too much to say. */
    mayLieBelow(folder: string, meant: FilesBelow): boolean {
        const key = JSON.stringify([meant.hidden, meant.hiddenEndings, meant.links, meant.endings]);
        const harmless = this.harmless.get(key) ?? new Set();
        this.harmless.set(key, harmless);
        const waiting = [folder];
        const seen = new Set<string>();
        for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
            if (!harmless.has(directory)) {
                const folders = this.foldersIn(directory, meant);
                if (folders === undefined) {
                    return true;
                }
                seen.add(directory);
                waiting.push(...folders);
            }
        }
        seen.forEach(directory => harmless.add(directory));
        return false;
    }

    /** The folders in a directory; undefined when something in it is sensitive, or there is too much to look at. */
    private foldersIn(directory: string, { hidden, hiddenEndings = [], links, endings }: FilesBelow): string[] | undefined {
        if (--this.foldersLeft < 0) {
            return undefined;
        }
        const folders: string[] = [];
        const prefix = directory === '.' ? '' : `${directory}/`;
        const absolute = posix.join(this.workspaceRoot, directory);
        const isLeftOut = (name: string): boolean =>
            hidden === 'taken-in'
                ? !hiddenEndings.some(ending => name.toLowerCase().endsWith(ending)) &&
                  !this.ignoreRules.mayTakeIn(posix.join(absolute, name))
                : !hidden;
        for (const entry of this.looks.entries(absolute)) {
            if (entry.name === 'node_modules' || (entry.name.startsWith('.') && isLeftOut(entry.name))) {
                continue;
            }
            const name = entry.name.toLowerCase();
            const isMeant = endings === undefined || endings.some(ending => name.endsWith(ending.toLowerCase()));
            if (
                --this.entriesLeft < 0 ||
                (links && entry.isSymbolicLink()) ||
                (isMeant && this.policy.judgeReadIn(prefix, entry.name).decision === 'deny')
            ) {
                return undefined;
            }
            if (entry.isDirectory()) {
                folders.push(prefix + entry.name);
            }
        }
        return folders;
    }
}
