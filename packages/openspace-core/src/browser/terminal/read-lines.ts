// This file alone: what else the kernel has needs Node.
import { redactLines } from '@openspace/workspace-tools/lib/redact-secrets';
import { isCut, type TerminalLines } from './screen-lines';

/** A part of the lines that a terminal holds, numbered from 1 for the oldest. */
export interface ReadLines {
    readonly lines: string[];
    /** Number of the first of the lines; one more than `totalLines` when there are none. */
    readonly firstLine: number;
    readonly totalLines: number;
    /** Older lines than asked for were left out, or lines were cut, because there is too much text. */
    readonly shortened: boolean;
}

/** Together, the lines of one answer are no longer than this. */
const MAX_LENGTH = 40_000;
/** So many lines around those that are read, and so much of each, tell whether these are part of a secret, such as a private key. */
const NEAR_LINES = 100;
const NEAR_LENGTH = 200;

/**
 * The last `count` lines before the last `skip`. Secrets are taken out as if all lines were read at once, since what is read piece by
 * piece no longer looks like one.
 */
export function readLines(lines: TerminalLines, count: number, skip = 0): ReadLines {
    const end = Math.max(0, lines.length - skip);
    const wanted = Math.max(0, end - count);
    const first = Math.max(wanted, end - newestWithin(lines, end, MAX_LENGTH));
    const shown = slice(lines, first, end);
    const before = nearby(lines, first - NEAR_LINES, first);
    const redacted = redactLines([...before, ...shown, ...nearby(lines, end, end + NEAR_LINES)]);
    return {
        lines: redacted.slice(before.length, before.length + shown.length),
        firstLine: first + 1,
        totalLines: lines.length,
        shortened: first > wanted || shown.some(isCut)
    };
}

/** The newest lines as they are now, as many as fit into so many characters. */
export function newestLines(lines: TerminalLines, maxLength: number): string[] {
    return slice(lines, lines.length - newestWithin(lines, lines.length, maxLength), lines.length);
}

/** How many lines before one fit into so many characters. */
function newestWithin(lines: TerminalLines, end: number, maxLength: number): number {
    let length = 0;
    for (let index = end - 1; index >= 0; index--) {
        length += (lines.at(index)?.length ?? 0) + 1;
        if (length > maxLength) {
            return end - 1 - index;
        }
    }
    return end;
}

function nearby(lines: TerminalLines, from: number, to: number): string[] {
    return slice(lines, Math.max(0, from), Math.min(to, lines.length)).map(line => line.slice(0, NEAR_LENGTH));
}

function slice(lines: TerminalLines, from: number, to: number): string[] {
    return Array.from({ length: Math.max(0, to - from) }, (_, index) => lines.at(from + index) ?? '');
}
