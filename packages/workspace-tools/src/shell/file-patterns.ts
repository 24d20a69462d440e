import { posix } from 'node:path';
import type { ProgramCall } from './program-call';

/** Any of these makes a word stand for names of files to some tool that looks for them by itself, although quotes keep a shell from that. */
const WILDCARD = /[*?[\]{}()!\\]/;
/** Names to choose from, none of which leads up or away, whatever stands before and after them. */
const PLAIN_CHOICE = /\{(?:\.\w|[\w*])(?:[\w./*-]*[\w*])?(?:,(?:\.\w|[\w*])(?:[\w./*-]*[\w*])?)+\}/g;
/** The ending of all names that match a pattern, or those of which each has one. */
const ENDING = /\.(\w+|\{\w+(?:,\w+)*\})$/;

/** Whether some tool takes a word for a pattern. */
export function isFilePattern(literal: string): boolean {
    return WILDCARD.test(literal);
}

/** Whether the names that match a pattern may lie elsewhere than below the folder that it begins in. */
export function mayLeadAway(pattern: string): boolean {
    return pattern.includes('..') || /[{}]/.test(pattern.replace(PLAIN_CHOICE, ''));
}

/** Notes when files that match a pattern are sensitive, hidden ones too; a pattern that says nothing of endings stands for these, if any are given. */
export function readsMatching(call: ProgramCall, pattern: string, usual?: readonly string[]): void {
    const folder = posix.dirname(`${pattern.slice(0, pattern.search(WILDCARD))}x`);
    // What begins so may stand for all other names.
    const endings = pattern.startsWith('!') ? undefined : ENDING.exec(pattern)?.[1].match(/\w+/g);
    call.readsBelow(folder, { hidden: true, endings: endings?.map(ending => `.${ending}`) ?? usual });
}
