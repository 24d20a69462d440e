import { codeAt } from './any-string';

const TAB = 0x09;
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

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/**
 * The beginning of a line: white space, markers of block quotes and list items, and what may make the line a fence, a
 * heading, a rule or a table's delimiter row. A cursor over that text; columns count tabs as markdown does.
 */
export class LineStart {
    column = 0;
    /** The line ends behind its beginning. Otherwise text of another kind follows at once. */
    complete = false;
    /** Where the cursor stands in the text. */
    position = 0;
    private text = '';
    private from = 0;
    private end = 0;

    /** Puts the cursor on the beginning of another line, which is this range of a text. */
    start(text: string, from: number, end: number, complete: boolean): void {
        this.text = text;
        this.from = from;
        this.position = from;
        this.end = end;
        this.complete = complete;
        this.column = 0;
    }

    /** Whether there is nothing left of it. */
    get atEnd(): boolean {
        return this.position === this.end;
    }

    /** Whether the rest of the line is white space. */
    get blank(): boolean {
        return this.complete && this.atEnd;
    }

    /** Whether it holds tabs, whose width depends on where they stand. */
    get hasTabs(): boolean {
        let position = this.from;
        while (position < this.end && codeAt(this.text, position) !== TAB) {
            position++;
        }
        return position < this.end;
    }

    /** What is left of it. */
    get rest(): string {
        return this.text.slice(this.position, this.end);
    }

    /** Takes the rest. */
    skipAll(): void {
        this.position = this.end;
    }

    /** Takes white space. */
    skipSpaces(): void {
        for (; this.position < this.end; this.position++) {
            const code = codeAt(this.text, this.position);
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
        const width = this.codeAt(this.position + 1) === SPACE ? 2 : 1;
        this.position += width;
        this.column += width;
        return this.column;
    }

    /** The list marker that stands here. */
    get listMarker(): ListMarker | undefined {
        const length = this.listMarkerLength();
        if (length === 0) {
            return undefined;
        }
        const { position, column } = this;
        this.position += length;
        this.column += length;
        const markerEnd = this.column;
        this.skipSpaces();
        const spaces = this.column - markerEnd;
        const empty = this.blank;
        this.position = position;
        this.column = column;
        return {
            number: length === 1 ? undefined : Number(this.text.slice(position, position + length - 1)),
            empty,
            length,
            contentColumn: markerEnd + (empty || spaces > 4 ? 1 : spaces)
        };
    }

    /** The length of the bullet, or of the number and its delimiter, that white space or the end of the line follows; or 0. */
    private listMarkerLength(): number {
        let end = this.position;
        while (isDigit(this.codeAt(end)) && end - this.position < 10) {
            end++;
        }
        const digits = end - this.position;
        const marker = this.codeAt(end);
        const isMarker =
            digits === 0
                ? marker === MINUS || marker === ASTERISK || marker === PLUS
                : digits < 10 && (marker === DOT || marker === CLOSE_PARENTHESIS);
        const after = this.codeAt(end + 1);
        const isFollowed = end + 1 < this.end ? after === SPACE || after === TAB : this.complete;
        return isMarker && isFollowed ? digits + 1 : 0;
    }

    /** Goes behind the list marker and the white space that follows it. */
    skipMarker(marker: ListMarker): void {
        this.position += marker.length;
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
        for (let position = this.position; position < this.end; position++) {
            const other = codeAt(this.text, position);
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

    /** The run of backticks or tildes that stands here, if it is long enough for a fence. */
    get fenceRun(): string | undefined {
        const code = this.code;
        let end = this.position;
        while ((code === BACKTICK || code === TILDE) && this.codeAt(end) === code) {
            end++;
        }
        return end - this.position < 3 ? undefined : this.text.slice(this.position, end);
    }

    /** The character that stands here; -1 at the end. */
    get code(): number {
        return this.codeAt(this.position);
    }

    private codeAt(position: number): number {
        return position < this.end ? codeAt(this.text, position) : -1;
    }
}

/** `number`: of an ordered item; `contentColumn`: where the item's own content is indented to. */
export interface ListMarker {
    readonly number: number | undefined;
    readonly empty: boolean;
    readonly length: number;
    readonly contentColumn: number;
}
