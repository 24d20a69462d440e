import { TextLines } from './text-lines';

/** What a line of a hunk begins with, as codes of characters. */
export const KEPT = 0x20;
export const REMOVED = 0x2d;
export const ADDED = 0x2b;
const REMARK = 0x5c;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The lines of a patch, and what they mean where they belong to a hunk. */
export class PatchText {
    readonly lines: TextLines;

    constructor(patch: string) {
        const text = patch.endsWith('\n') ? patch : `${patch}\n`;
        // By a pattern, since a search for a plain text would make a string for each place.
        this.lines = new TextLines(isConverted(text) ? text.replace(/\r\n/g, '\n') : text);
    }

    /** The character that says what becomes of a line of a hunk. */
    kind(line: number): number {
        return this.isBare(line) ? KEPT : this.lines.text.charCodeAt(this.lines.start(line));
    }

    /** Where the text of a line of a hunk begins. */
    textStart(line: number): number {
        return this.lines.start(line) + (this.isBare(line) ? 0 : 1);
    }

    /** Where it ends, without its line end. */
    textEnd(line: number): number {
        return this.lines.end(line);
    }

    /** Whether a line of a hunk has a line end in its file. */
    isWhole(line: number): boolean {
        return !this.isRemark(line + 1);
    }

    /** Whether a line only says that the one before it has no line end. */
    isRemark(line: number): boolean {
        return line < this.lines.count && this.lines.text.charCodeAt(this.lines.start(line)) === REMARK;
    }

    /** Whether an empty line is kept whose blank an editor stripped. */
    private isBare(line: number): boolean {
        const start = this.lines.start(line);
        const first = this.lines.text.charCodeAt(start);
        return first === LINE_FEED || (first === CARRIAGE_RETURN && this.lines.text.charCodeAt(start + 1) === LINE_FEED);
    }
}

/** A patch that was stored with other line ends shows it behind the names of the files, too. */
function isConverted(text: string): boolean {
    for (let before = text.indexOf('\n+++ '); before >= 0; before = text.indexOf('\n+++ ', before + 1)) {
        const start = before === 0 ? 0 : text.lastIndexOf('\n', before - 1) + 1;
        if (text.startsWith('--- ', start)) {
            return text.charCodeAt(text.indexOf('\n', before + 1) - 1) === CARRIAGE_RETURN;
        }
    }
    return false;
}
