import { lstatSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { orGone } from '../or-gone';
import type { FileLooks } from './file-looks';

/** Bytes of such files that one judgement reads, rules in them that it goes by, and characters of one. */
const MOST_BYTES = 256 * 1024;
const MOST_RULES = 200;
const LONGEST_RULE = 1000;
const RULE_FILE = /^\.(?:git|rg)?ignore$/i;
/** Where a repository keeps rules of its own. */
const REPOSITORY_RULES = '.git/info';
/** From here on, a pattern is taken to cover everything. */
const INTRICATE = /[[\]{}\\].*$|\*(?=(?:[^*]*\*){2}).*$/s;
const WILDCARDS: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
const EVERYTHING = /^/;

/** Whether a path is that of a file with rules about what a search leaves out. */
export function isRuleFile(path: string): boolean {
    return RULE_FILE.test(posix.basename(path));
}

/** The rules about what a search leaves out, as far as they take something in again: that is searched although it is hidden. */
export class IgnoreRules {
    /** By the absolute path of the folder that they are for. */
    private readonly known = new Map<string, readonly RegExp[]>();
    private bytesLeft = MOST_BYTES;
    private rulesLeft = MOST_RULES;

    constructor(private readonly looks: FileLooks) {}

    /** Whether rules of the folders around it may take in what has this absolute path. */
    mayTakeIn(path: string): boolean {
        for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
            const below = posix.relative(folder, path);
            if (this.rulesOf(folder).some(rule => rule.test(below))) {
                return true;
            }
            if (folder === '/') {
                return false;
            }
        }
    }

    private rulesOf(folder: string): readonly RegExp[] {
        const known = this.known.get(folder);
        if (known !== undefined) {
            return known;
        }
        const rules = [
            ...this.rulesIn(folder, isRuleFile),
            ...this.rulesIn(posix.join(folder, REPOSITORY_RULES), name => name === 'exclude')
        ];
        this.known.set(folder, rules);
        return rules;
    }

    private rulesIn(folder: string, isMeant: (name: string) => boolean): RegExp[] {
        const files = this.looks.entries(folder).filter(entry => isMeant(entry.name) && !entry.isDirectory());
        return files.flatMap(file => {
            // What a link leads to, and what is no file, is not looked at.
            const patterns = file.isFile() ? this.patternsIn(posix.join(folder, file.name)) : undefined;
            return patterns === undefined ? [EVERYTHING] : patterns.map(ruleOf);
        });
    }

    /** The patterns of a file that take something in; undefined when there is too much to look at. */
    private patternsIn(path: string): string[] | undefined {
        this.bytesLeft -= orGone(() => lstatSync(path).size) ?? 0;
        const text = this.bytesLeft < 0 ? undefined : orGone(() => readFileSync(path, 'utf8'));
        const lines = text?.replace(/^\uFEFF/, '').split('\n');
        const patterns = lines?.filter(line => line.startsWith('!')).map(line => line.slice(1).trimEnd());
        this.rulesLeft -= patterns?.length ?? 0;
        return this.rulesLeft < 0 ? undefined : patterns;
    }
}

/** What a pattern of such a file covers, by the path from its folder, or more than that. */
function ruleOf(pattern: string): RegExp {
    if (pattern.length > LONGEST_RULE) {
        return EVERYTHING;
    }
    const path = pattern.replace(/\/+$/, '');
    const isAnchored = path.includes('/') && !path.startsWith('**/');
    const plain = path.replace(/^(?:\*\*)?\//, '');
    const start = plain.replace(INTRICATE, '');
    const source = start.replace(/[.+^$()|]/g, '\\$&').replace(/\*\*\/|\*\*?|\?/g, wildcard => WILDCARDS[wildcard]);
    return new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${source}${start === plain ? '$' : ''}`, 'is');
}
