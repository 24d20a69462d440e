import { codeAt } from './any-string';
import { CharacterSet } from './character-set';

const TAB = 0x09;
const NEWLINE = 0x0a;
const SPACE = 0x20;
const HASH = 0x23;
const ASTERISK = 0x2a;
const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;
const CLOSE_PARENTHESIS = 0x29;
const COLON = 0x3a;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const UNDERSCORE = 0x5f;
const BACKTICK = 0x60;
const PIPE = 0x7c;
const TILDE = 0x7e;

/** The characters that a line's beginning is made of. */
const CHARACTERS = new CharacterSet(' \t>0123456789.)*+-_#=~`|:');
/** So much of a line's beginning is looked at. */
export const MAX_LINE_START = 1000;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/**
 * The beginning of a line: white space, markers of block quotes and list items, and what may make the line a fence, a
 * heading, a rule or a table's delimiter row. A cursor over that text; columns count tabs as markdown does.
 */
export class LineStart {
    column = 0;
    /** The line ends behind its beginning. Otherwise text of another kind follows at once. */
    complete = false;

    private text = '';
    private from = 0;
    /** Its characters. They are asked for again and again, and a string takes longer to tell them. */
    private readonly codes = new Uint8Array(MAX_LINE_START + 1);
    private length = 0;
    /** Where the cursor stands in it. */
    private index = 0;

    /** Puts the cursor on the beginning of the line that begins here. Returns the position behind as much of it as is looked at. */
    read(text: string, from: number): number {
        this.text = text;
        this.from = from;
        this.index = 0;
        this.column = 0;
        let length = 0;
        let code = codeAt(text, from);
        while (CHARACTERS.has(code) && length <= MAX_LINE_START) {
            this.codes[length++] = code;
            code = codeAt(text, from + length);
        }
        this.length = length;
        this.complete = code === NEWLINE;
        return from + length;
    }

    /** Where the cursor stands in the text. */
    get position(): number {
        return this.from + this.index;
    }

    /** Whether there is nothing left of it. */
    get atEnd(): boolean {
        return this.index === this.length;
    }

    /** Whether the rest of the line is white space. */
    get blank(): boolean {
        return this.complete && this.atEnd;
    }

    /** Whether it holds tabs, whose width depends on where they stand. */
    get hasTabs(): boolean {
        let index = 0;
        while (index < this.length && this.codes[index] !== TAB) {
            index++;
        }
        return index < this.length;
    }

    /** What is left of it. */
    get rest(): string {
        return this.text.slice(this.from + this.index, this.from + this.length);
    }

    /** Takes the rest. */
    skipAll(): void {
        this.index = this.length;
    }

    /** Takes white space. */
    skipSpaces(): void {
        for (; this.index < this.length; this.index++) {
            const code = this.codes[this.index];
            if (code === SPACE) {
                this.column++;
            } else if (code === TAB) {
                this.column += 4 - (this.column % 4);
            } else {
                return;
            }
        }
    }

    /** Takes `>` and one space. Returns the column where the quote's content begins, or `undefined` at anything else. */
    takeQuoteMarker(): number | undefined {
        if (this.code !== GREATER) {
            return undefined;
        }
        const width = this.codeAt(this.index + 1) === SPACE ? 2 : 1;
        this.index += width;
        this.column += width;
        return this.column;
    }

    /** The list marker that stands here. */
    get listMarker(): ListMarker | undefined {
        const length = this.listMarkerLength();
        if (length === 0) {
            return undefined;
        }
        const { index, column } = this;
        this.index += length;
        this.column += length;
        const markerEnd = this.column;
        this.skipSpaces();
        const spaces = this.column - markerEnd;
        const empty = this.blank;
        this.index = index;
        this.column = column;
        return {
            number: length === 1 ? undefined : Number(this.text.slice(this.from + index, this.from + index + length - 1)),
            empty,
            length,
            contentColumn: markerEnd + (empty || spaces > 4 ? 1 : spaces)
        };
    }

    /** The length of the bullet, or of the number and its delimiter, that white space or the end of the line follows; or 0. */
    private listMarkerLength(): number {
        let end = this.index;
        while (isDigit(this.codeAt(end)) && end - this.index < 10) {
            end++;
        }
        const digits = end - this.index;
        const marker = this.codeAt(end);
        const isMarker =
            digits === 0
                ? marker === MINUS || marker === ASTERISK || marker === PLUS
                : digits < 10 && (marker === DOT || marker === CLOSE_PARENTHESIS);
        const after = this.codeAt(end + 1);
        const isFollowed = end + 1 < this.length ? after === SPACE || after === TAB : this.complete;
        return isMarker && isFollowed ? digits + 1 : 0;
    }

    /** Goes behind the list marker and the white space that follows it. */
    skipMarker(marker: ListMarker): void {
        this.index += marker.length;
        this.column += marker.length;
        this.skipSpaces();
    }

    /** Whether the rest of the line is a rule such as `---` or `* * *`. */
    get isRule(): boolean {
        const code = this.code;
        if (!this.complete || (code !== MINUS && code !== ASTERISK && code !== UNDERSCORE)) {
            return false;
        }
        let count = 0;
        for (let index = this.index; index < this.length; index++) {
            const other = this.codes[index];
            if (other === code) {
                count++;
            } else if (other !== SPACE && other !== TAB) {
                return false;
            }
        }
        return count >= 3;
    }

    /** Whether what comes next is the mark of a heading. */
    get isHeading(): boolean {
        return this.code === HASH && /^#{1,6}(?:[ \t]|$)/.test(this.rest) && (this.complete || !/^#+$/.test(this.rest));
    }

    /** Whether this line, below a line of a paragraph, may make that a heading or a table. */
    get isUnderline(): boolean {
        const code = this.code;
        return (
            this.complete &&
            (code === EQUALS || code === MINUS || code === COLON || code === PIPE) &&
            /^(?:=+[ \t]*|-+[ \t]*|(?!-[ \t])[-:|][-:| \t]*)$/.test(this.rest)
        );
    }

    /** Whether the rest of this line, behind marks of quotes perhaps, may make the line above it the head of a table. */
    get isDelimiterRow(): boolean {
        return this.complete && /^[> \t]*[-:|][-:| \t]+$/.test(this.rest);
    }

    /** The run of backticks or tildes that stands here, if it is long enough for a fence. */
    get fenceRun(): string | undefined {
        const code = this.code;
        let end = this.index;
        while ((code === BACKTICK || code === TILDE) && this.codeAt(end) === code) {
            end++;
        }
        return end - this.index < 3 ? undefined : this.text.slice(this.from + this.index, this.from + end);
    }

    /** The character that stands here; -1 at the end. */
    get code(): number {
        return this.codeAt(this.index);
    }

    private codeAt(index: number): number {
        return index < this.length ? (this.codes[index] ?? -1) : -1;
    }
}

/** `number`: of an ordered item; `contentColumn`: where the item's own content is indented to. */
export interface ListMarker {
    readonly number: number | undefined;
    readonly empty: boolean;
    readonly length: number;
    readonly contentColumn: number;
}
