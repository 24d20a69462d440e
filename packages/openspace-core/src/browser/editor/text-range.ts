/** Monaco counts in 32 bits. */
export const MAX_POSITION = 1_000_000_000;

/** A stretch of text, lines and columns counted from 1, the end column behind the last character. Without columns: whole lines. */
export interface TextRange {
    readonly startLine: number;
    readonly endLine: number;
    readonly startColumn?: number;
    readonly endColumn?: number;
}

/** What must be known of a text to keep a range inside it. */
export interface TextExtent {
    readonly lineCount: number;
    /** The column behind the last character of a line. */
    endColumnOf(line: number): number;
}

/** The nearest line that the text has. */
export function clampLine(line: number, lineCount: number): number {
    return Math.min(Math.max(line, 1), lineCount);
}

/**
 * The range as far as the text has it, with its ends in order; what lies behind the last line becomes the last line, and where there is
 * nothing between the columns the whole line is meant.
 */
export function clampRange(range: TextRange, extent: TextExtent): TextRange {
    const ordered = isReversed(range) ? reverse(range) : range;
    const startLine = clampLine(ordered.startLine, extent.lineCount);
    const endLine = clampLine(ordered.endLine, extent.lineCount);
    if (isWholeLines(ordered)) {
        return { startLine, endLine };
    }
    const startColumn = Math.min(ordered.startColumn ?? 1, extent.endColumnOf(startLine));
    const lastColumn = extent.endColumnOf(endLine);
    const endColumn = Math.min(ordered.endColumn ?? lastColumn, lastColumn);
    return startLine === endLine && startColumn >= endColumn ? { startLine, endLine } : { startLine, endLine, startColumn, endColumn };
}

/** Whether no columns narrow the lines. */
export function isWholeLines({ startColumn, endColumn }: TextRange): boolean {
    return startColumn === undefined && endColumn === undefined;
}

/** The furthest line that the ranges name. */
export function lastLineOf(ranges: readonly TextRange[]): number {
    return Math.max(...ranges.flatMap(({ startLine, endLine }) => [startLine, endLine]));
}

/** The ranges in words, such as "line 3, lines 42 to 50". */
export function describeRanges(ranges: readonly TextRange[]): string {
    return ranges
        .map(({ startLine, endLine }) => (startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`))
        .join(', ');
}

function isReversed({ startLine, endLine, startColumn, endColumn }: TextRange): boolean {
    return (
        startLine > endLine || (startLine === endLine && startColumn !== undefined && endColumn !== undefined && startColumn > endColumn)
    );
}

function reverse({ startLine, endLine, startColumn, endColumn }: TextRange): TextRange {
    return {
        startLine: endLine,
        endLine: startLine,
        ...(endColumn === undefined ? {} : { startColumn: endColumn }),
        ...(startColumn === undefined ? {} : { endColumn: startColumn })
    };
}
