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

/** Lines of text, the oldest first; they are made when they are asked for. */
export interface TerminalLines {
    readonly length: number;
    at(index: number): string | undefined;
}

/** A longer line is cut. */
const MAX_LINE_LENGTH = 4_000;

/** Whether the end of a line is missing, because it is too long. */
export function isCut({ length }: string): boolean {
    return length > MAX_LINE_LENGTH;
}

/** The lines of a buffer from a row on, as a person reads them: wrapped rows joined, nothing behind the last text. */
export function linesFrom(buffer: ScreenBuffer, firstRow = 0): TerminalLines {
    const end = endOf(buffer);
    const starts = lineStarts(buffer, firstRow, end);
    return { length: starts.length, at: index => lineAt(buffer, starts[index] ?? end, starts[index + 1] ?? end) };
}

/** The lines that begin in these rows, blank ones included; `end` is the beginning of another one. */
export function wholeLines(buffer: ScreenBuffer, firstRow: number, end: number): string[] {
    const starts = lineStarts(buffer, firstRow, end);
    return starts.map((start, index) => lineAt(buffer, start, starts[index + 1] ?? end));
}

/** How many lines begin in these rows. */
export function countLines(buffer: ScreenBuffer, firstRow: number, end: number): number {
    return lineStarts(buffer, firstRow, end).length;
}

/** The first row of the line that a row belongs to. */
export function lineStartOf(buffer: ScreenBuffer, row: number): number {
    let start = row;
    while (start > 0 && buffer.getLine(start)?.isWrapped) {
        start--;
    }
    return start;
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

function lineStarts(buffer: ScreenBuffer, firstRow: number, end: number): number[] {
    const starts: number[] = [];
    for (let row = firstRow; row < end; row++) {
        // The beginning of the oldest line may be gone.
        if (row === firstRow || !buffer.getLine(row)?.isWrapped) {
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

function lineAt(buffer: ScreenBuffer, start: number, next: number): string {
    let text = '';
    for (let row = start; row < next; row++) {
        text += buffer.getLine(row)?.translateToString(row === next - 1) ?? '';
    }
    const line = clean(text);
    return isCut(line) ? `${line.slice(0, MAX_LINE_LENGTH)}… (${line.length} characters)` : line;
}

/** The terminal acts on control characters and does not keep them; should one have slipped in, it goes no further. */
function clean(text: string): string {
    return text.replace(/(?!\n)\p{Cc}/gu, '').replace(/[ \u00a0]+$/, '');
}
