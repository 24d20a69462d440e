import { redactLines } from '../../common';

/** A row of a terminal's buffer, as xterm gives it. */
interface ScreenRow {
    /** The row goes on with the line of the row above. */
    readonly isWrapped: boolean;
    translateToString(trimRight?: boolean, startColumn?: number, endColumn?: number): string;
}

/** What a terminal shows, and what has scrolled out of sight. */
export interface ScreenBuffer {
    readonly length: number;
    getLine(row: number): ScreenRow | undefined;
}

/** A part of the lines that a terminal holds, numbered from 1 for the oldest. */
export interface ScreenLines {
    readonly lines: string[];
    /** Number of the first of the lines; one more than `totalLines` when there are none. */
    readonly firstLine: number;
    readonly totalLines: number;
    /** Older lines than asked for were left out, or lines were cut, because there is too much text. */
    readonly shortened: boolean;
}

/** A longer line is cut. */
const MAX_LINE_LENGTH = 4_000;
/** Together, the lines of one answer are no longer than this. */
const MAX_LENGTH = 40_000;
/** So many lines around those that are read, and so much of each, tell whether these are part of a secret, such as a private key. */
const NEAR_LINES = 100;
const NEAR_LENGTH = 200;

/**
 * The last `count` lines before the last `skip`, as a person reads them: wrapped rows joined, nothing behind the last text. Secrets are
 * taken out as if all lines were read at once, since what is read piece by piece no longer looks like one.
 */
export function readLines(buffer: ScreenBuffer, count: number, skip = 0): ScreenLines {
    const starts = lineStarts(buffer);
    const read = readAsShown(buffer, starts, count, skip);
    const first = read.firstLine - 1;
    const near = (from: number, to: number): string[] =>
        starts
            .slice(Math.max(0, from), Math.max(0, to))
            .map((start, index) => lineAt(buffer, start, starts[Math.max(0, from) + index + 1]).slice(0, NEAR_LENGTH));
    const before = near(first - NEAR_LINES, first);
    const behind = first + read.lines.length;
    const redacted = redactLines([...before, ...read.lines, ...near(behind, behind + NEAR_LINES)]);
    return { ...read, lines: redacted.slice(before.length, before.length + read.lines.length) };
}

function readAsShown(buffer: ScreenBuffer, starts: readonly number[], count: number, skip: number): ScreenLines {
    const totalLines = starts.length;
    const end = Math.max(0, totalLines - skip);
    const lines: string[] = [];
    let shortened = false;
    let length = 0;
    for (let index = end - 1; index >= Math.max(0, end - count); index--) {
        const line = lineAt(buffer, starts[index] ?? 0, starts[index + 1]);
        const shown = line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}… (${line.length} characters)` : line;
        length += shown.length + 1;
        if (length > MAX_LENGTH) {
            return { lines: lines.reverse(), firstLine: index + 2, totalLines, shortened: true };
        }
        shortened ||= shown !== line;
        lines.push(shown);
    }
    return { lines: lines.reverse(), firstLine: Math.max(0, end - count) + 1, totalLines, shortened };
}

/** The number of the line that a row belongs to; for a row behind the last text, the number that the next line will have. */
export function lineNumberOf(buffer: ScreenBuffer, row: number): number {
    const starts = lineStarts(buffer);
    const after = starts.findIndex(start => start > row);
    const isBehind = after < 0 && row >= endOf(buffer);
    return isBehind ? starts.length + 1 : after < 0 ? starts.length : Math.max(1, after);
}

/** The text from a place to the row before another, as one line for each line break. */
export function textBetween(buffer: ScreenBuffer, fromRow: number, fromColumn: number, beforeRow: number): string {
    let text = '';
    for (let row = fromRow; row < beforeRow; row++) {
        const line = buffer.getLine(row);
        const goesOn = buffer.getLine(row + 1)?.isWrapped ?? false;
        text += line?.translateToString(!goesOn, row === fromRow ? fromColumn : 0) ?? '';
        text += goesOn || row === beforeRow - 1 ? '' : '\n';
    }
    return clean(text).trim();
}

/** The first row of each line, up to the last that has text. */
function lineStarts(buffer: ScreenBuffer): number[] {
    const starts: number[] = [];
    const end = endOf(buffer);
    for (let row = 0; row < end; row++) {
        // The beginning of the oldest line may be gone.
        if (row === 0 || !buffer.getLine(row)?.isWrapped) {
            starts.push(row);
        }
    }
    return starts;
}

/** The row behind the last text. */
function endOf(buffer: ScreenBuffer): number {
    let end = buffer.length;
    while (end > 0 && (buffer.getLine(end - 1)?.translateToString(true) ?? '') === '') {
        end--;
    }
    return end;
}

function lineAt(buffer: ScreenBuffer, start: number, next = endOf(buffer)): string {
    let line = '';
    for (let row = start; row < next; row++) {
        line += buffer.getLine(row)?.translateToString(row === next - 1) ?? '';
    }
    return clean(line);
}

/** The terminal acts on control characters and does not keep them; should one have slipped in, it goes no further. */
function clean(text: string): string {
    return text.replace(/(?!\n)\p{Cc}/gu, '').replace(/[ \u00a0]+$/, '');
}
