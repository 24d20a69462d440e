import { codeAt, find, lengthOf } from './any-string';
import { CharacterSet } from './character-set';
import { CODE_ELEMENT_NAMES } from './code-elements';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const SLASH = 0x2f;
const BACKTICK = 0x60;
const FENCE = '```';
/** One space more makes code of a line. */
const MAX_INDENT = 3;

/** A tag of a code element, which stays open, or the beginning of an HTML block that an empty line does not end. */
const OUTLASTING_TAG = new RegExp(`<(?:[!?]|/?(?:${CODE_ELEMENT_NAMES.join('|')}))`, 'iy');
/** What follows the `<` of such a tag, or the slash behind it. */
const TAG_STARTS = new CharacterSet(`!?${CODE_ELEMENT_NAMES.map(name => name.charAt(0) + name.charAt(0).toUpperCase()).join('')}`);

/** The position of the first occurrence, or the length of the text. */
function findOrEnd(text: string, wanted: string, from: number): number {
    const found = find(text, wanted, from);
    return found < 0 ? lengthOf(text) : found;
}

/** Searches a text for one string. Goes through the text once, as long as the questions go forward. */
class Search {
    private found = -1;

    constructor(private wanted: string) {}

    /** Searches another text, from its beginning, for the same string or another one. */
    restart(wanted = this.wanted): void {
        this.wanted = wanted;
        this.found = -1;
    }

    /** The position of its next occurrence, or the length of the text. */
    next(text: string, from: number): number {
        if (this.found < from) {
            this.found = findOrEnd(text, this.wanted, from);
        }
        return this.found;
    }
}

/**
 * Finds the places in a text that matter from one paragraph to another, with native searches only, in linear time. A lone carriage
 * return is not taken for a line end here, so that places may be missed, but none is found that is not one.
 */
export class Landmarks {
    private text = '';
    /** What the ends of most lines look like where the next one is empty. */
    private emptyLineEnds = '\n\n';
    private readonly backticks = new Search(FENCE);
    private readonly tildes = new Search('~~~');
    private readonly tag = new Search('<');
    private readonly emptyLine = new Search(this.emptyLineEnds);

    /** Turns to another text. */
    start(text: string, hasReturns = false): void {
        this.text = text;
        this.emptyLineEnds = hasReturns ? '\n\r\n' : '\n\n';
        this.backticks.restart();
        this.tildes.restart();
        this.tag.restart();
        this.emptyLine.restart(this.emptyLineEnds);
    }

    /**
     * The position of the next thing that may have an effect beyond the paragraph it stands in, or the length of the text: a
     * fence, an HTML block that an empty line does not end, a tag of a code element.
     */
    nextOutlasting(from: number): number {
        return Math.min(this.backticks.next(this.text, from), this.tildes.next(this.text, from), this.nextTag(from));
    }

    /**
     * Goes from a place where nothing is open over paragraphs, lists and fences of the most common kind: those that begin
     * behind an empty line and end in this text with three backticks. Returns the position behind the last of these fences.
     */
    passFences(from: number): number {
        let position = from;
        for (;;) {
            const open = this.backticks.next(this.text, position);
            if (!this.isFreshStart(open) || this.tildes.next(this.text, position) < open || this.nextTag(position) < open) {
                return position;
            }
            const end = this.fenceEnd(open, 0);
            if (end === undefined) {
                return position;
            }
            position = end;
        }
    }

    /**
     * The last position of the range where every quote, list and paragraph has ended: an unindented line behind an empty one.
     * `undefined`: there is none.
     */
    lastFreshStart(from: number, to: number): number | undefined {
        if (to > from && this.isFreshStart(to)) {
            return to; // Most landmarks begin a block of their own.
        }
        // Without the search from the other end, texts without empty lines would be searched again and again.
        const { length } = this.emptyLineEnds;
        const first = this.emptyLine.next(this.text, Math.max(from - 1, 0)) + length;
        for (let start = to - 1; start >= first; start--) {
            start = this.text.lastIndexOf(this.emptyLineEnds, start - length) + length;
            if (this.isFreshStart(start)) {
                return start;
            }
            start = this.textEnd(start);
        }
        return undefined;
    }

    /** The position of the next occurrence, or the length of the text. */
    next(wanted: string, from: number): number {
        return findOrEnd(this.text, wanted, from);
    }

    /** Where the line begins that holds this position. */
    lineStart(position: number): number {
        return position === 0 ? 0 : this.text.lastIndexOf('\n', position - 1) + 1;
    }

    /** The position behind the last line that is not empty and ends before this position. */
    textEnd(position: number): number {
        let end = position;
        while (codeAt(this.text, end - 1) === SPACE) {
            end--;
        }
        while (codeAt(this.text, end - 1) === NEWLINE || codeAt(this.text, end - 1) === RETURN) {
            end--;
        }
        return end;
    }

    /** Whether a line begins here. */
    isLineStart(position: number): boolean {
        return codeAt(this.text, position - 1) === NEWLINE;
    }

    /**
     * The position behind the fence that begins with this landmark, below paragraphs and lists. An unindented one ends them. One that
     * is indented, behind an empty line, may stand in a list: it is a whole fence if its lines are indented no less. `undefined`:
     * it is something else, or three backticks alone do not close it.
     */
    wholeFenceEnd(open: number): number | undefined {
        const { text } = this;
        const indent = this.spacesBefore(open);
        const start = open - indent;
        const mayOpen = indent === 0 ? this.isLineStart(open) : indent <= MAX_INDENT && this.isBehindEmptyLine(start);
        const end = mayOpen && codeAt(text, open) === BACKTICK ? this.fenceEnd(open, indent) : undefined;
        for (let line = start; indent > 0 && end !== undefined && line < end; line = find(text, '\n', line) + 1) {
            const first = codeAt(text, line);
            if (first !== NEWLINE && first !== RETURN && !this.isIndented(line, indent)) {
                return undefined;
            }
        }
        return end;
    }

    /** The position behind the line that holds this one; `undefined` where the line has not ended. */
    lineEnd(position: number): number | undefined {
        const end = find(this.text, '\n', position);
        return end < 0 ? undefined : end + 1;
    }

    /**
     * The position behind the fence that opens here; `undefined` unless it is one, and the next three backticks close it, alone in
     * their line. An unindented fence may be closed a little further in, any other one is closed where it was opened.
     */
    private fenceEnd(open: number, indent: number): number | undefined {
        const { text } = this;
        const content = find(text, '\n', open) + 1;
        const close = find(text, FENCE, open + FENCE.length);
        // With a bar in it, the first line may be the head of a table.
        if (content === 0 || content > close || text.slice(open, content).includes('|')) {
            return undefined;
        }
        const closeIndent = this.spacesBefore(close);
        if (!this.isLineStart(close - closeIndent) || (indent === 0 ? closeIndent > MAX_INDENT : closeIndent !== indent)) {
            return undefined;
        }
        const lineEnd = close + FENCE.length + (codeAt(text, close + FENCE.length) === RETURN ? 1 : 0);
        return codeAt(text, lineEnd) === NEWLINE && find(text, '`', open + FENCE.length) >= content ? lineEnd + 1 : undefined;
    }

    /** How many spaces stand before this position, as far as that matters. */
    private spacesBefore(position: number): number {
        let start = position;
        while (codeAt(this.text, start - 1) === SPACE && position - start <= MAX_INDENT) {
            start--;
        }
        return position - start;
    }

    private isFreshStart(position: number): boolean {
        return codeAt(this.text, position) > SPACE && this.isBehindEmptyLine(position);
    }

    private isBehindEmptyLine(position: number): boolean {
        const { text } = this;
        const before = codeAt(text, position - 2);
        return this.isLineStart(position) && (before === NEWLINE || (before === RETURN && codeAt(text, position - 3) === NEWLINE));
    }

    private isIndented(lineStart: number, indent: number): boolean {
        for (let position = lineStart; position < lineStart + indent; position++) {
            if (codeAt(this.text, position) !== SPACE) {
                return false;
            }
        }
        return true;
    }

    private nextTag(from: number): number {
        let position = this.tag.next(this.text, from);
        while (position < lengthOf(this.text)) {
            if (this.beginsOutlastingTag(position)) {
                break;
            }
            position = this.tag.next(this.text, position + 1);
        }
        return position;
    }

    private beginsOutlastingTag(position: number): boolean {
        const isClosing = codeAt(this.text, position + 1) === SLASH;
        if (!TAG_STARTS.has(codeAt(this.text, isClosing ? position + 2 : position + 1))) {
            return false; // That is most of them, and the pattern is slower to find out.
        }
        OUTLASTING_TAG.lastIndex = position;
        return OUTLASTING_TAG.test(this.text);
    }
}
