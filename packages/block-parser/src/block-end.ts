import { codeAt, lengthOf } from './any-string';
import { CharacterSet } from './character-set';
import { OPENER } from './shown-block';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;
const PERCENT = 0x25;
const OPEN_BRACE = 0x7b;
const BACKSLASH = 0x5c;
const CLOSE_BRACE = 0x7d;

/** Characters that JSON allows outside strings, besides the quote and the braces: numbers, `true`, `false` and `null` are made of them. */
const OUTSIDE_STRINGS = new CharacterSet(' \t\n\r[],:+-.0123456789aeflnrstuE');
/** Characters that matter inside a string. */
const STRING_STOPS = new CharacterSet('"\\\n\r}%');
/** Characters that matter where the text can no longer be JSON. */
const DOUBTFUL_STOPS = new CharacterSet('}%');

/** Whole strings in which nothing matters, and what stands between them. The number keeps the engine's stack small. */
const WHOLE_PARTS = /(?:[ \t\n\r[\],:+\-.0-9aeflnrstuE]+|"[^"\\\n\r}%]*"){0,64}/y;

/** So few characters are looked at one by one in less time than it takes to call the regular expression engine. */
const SHORT = 8;

function skipWholeParts(text: string, from: number): number {
    WHOLE_PARTS.lastIndex = from;
    WHOLE_PARTS.test(text);
    return WHOLE_PARTS.lastIndex;
}

/** Whether a block goes on, ended with its `}%%`, or ended without one. */
export type BlockStatus = 'open' | 'closed' | 'abandoned';

/**
 * Finds the end of one block, which begins with its first brace. It follows strings and braces, so that `}%%` inside a string does not end
 * the block, and gives up that trust as soon as the text can no longer be JSON: from then on the first `}%%` ends it, wherever it
 * stands, and so does the opener of another block. A block whose trust is lost behind a `}%%` in a string forgot a quote before that.
 */
export class BlockEnd {
    status: BlockStatus = 'open';
    /** How much of `}%%` stands at the end of the text, outside strings. */
    closeMatched = 0;
    /** How much of another block's opener does, where the text can no longer be JSON. Abandoned with four of its characters, it goes on there. */
    openerMatched = 0;
    /** How many characters were read up to the one that no JSON has there; `undefined` while there is none. */
    lostAt: number | undefined;
    /** How many were read up to the end of the first `}%%` inside a string. */
    closeInString: number | undefined;

    /** How many characters were read before the text that is being read, less the position at which that begins. */
    private before = 0;
    private depth = 0;
    private inString = false;
    private escaped = false;
    private trusted = true;
    /** The outermost object is complete; only the close may follow. */
    private complete = false;
    private endsAtLineEnd = false;
    /** The same inside the current string. */
    private closeMatchedInString = 0;

    /** Whether the block may end before another brace closes. */
    get isNear(): boolean {
        return (
            this.closeMatched + this.openerMatched + this.closeMatchedInString > 0 || this.closeInString !== undefined || this.endsAtLineEnd
        );
    }

    /** Reads what belongs to the block and returns the position of the first character that does not. */
    read(text: string, from: number): number {
        const length = lengthOf(text);
        let position = from;
        this.before -= from;
        while (position < length && this.status === 'open') {
            position = this.skip(text, position);
            if (position === length || !this.take(codeAt(text, position), this.before + position)) {
                break;
            }
            position++;
        }
        this.before += position;
        return position;
    }

    /** Stops waiting for a proper close: the next `}%%` or the end of the line ends the block, whichever comes first. */
    giveUp(): void {
        this.trusted = false;
        this.endsAtLineEnd = true;
    }

    /** Takes what leaves no trace. Returns the position of the next character that needs a closer look. */
    private skip(text: string, from: number): number {
        if (this.closeMatched > 0 || this.openerMatched > 0 || this.endsAtLineEnd) {
            return from;
        }
        if (!this.trusted) {
            return DOUBTFUL_STOPS.find(text, from);
        }
        if (!this.inString) {
            return lengthOf(text) - from < SHORT ? OUTSIDE_STRINGS.skip(text, from) : skipWholeParts(text, from);
        }
        return this.escaped || this.closeMatchedInString > 0 ? from : STRING_STOPS.find(text, from);
    }

    /** Returns false, and takes nothing, where the block was abandoned before this character. `offset`: how many were read before it. */
    private take(code: number, offset: number): boolean {
        if (this.closeMatched > 0) {
            if (code === PERCENT) {
                if (++this.closeMatched === 3) {
                    this.status = 'closed';
                }
                return true;
            }
            if (this.complete && !(code === CLOSE_BRACE && this.closeMatched === 1)) {
                return this.abandon();
            }
            const isTrusted = this.closeMatched === 1 || this.distrust(offset);
            this.closeMatched = 0;
            if (!isTrusted) {
                return false;
            }
        }
        return this.inString && this.trusted ? this.takeInString(code, offset) : this.takeOutside(code, offset);
    }

    private takeOutside(code: number, offset: number): boolean {
        if (code === OPEN_BRACE && this.openerMatched === OPENER.length - 1) {
            return this.abandon();
        }
        if (code === CLOSE_BRACE) {
            this.closeMatched = 1;
            this.complete ||= --this.depth === 0 && this.trusted;
        } else if (code === OPEN_BRACE) {
            this.depth++;
        } else if (code === QUOTE) {
            this.inString = true;
            this.closeMatchedInString = 0;
        } else if (!OUTSIDE_STRINGS.has(code)) {
            if (!this.distrust(offset)) {
                return false;
            }
        } else if (this.endsAtLineEnd && (code === NEWLINE || code === RETURN)) {
            return this.abandon();
        }
        this.matchOpener(code);
        return true;
    }

    private takeInString(code: number, offset: number): boolean {
        if (code === NEWLINE || code === RETURN) {
            // A string never spans lines.
            return this.distrust(offset);
        }
        if (this.escaped) {
            this.escaped = false;
            this.closeMatchedInString = 0;
        } else if (code === BACKSLASH) {
            this.escaped = true;
        } else if (code === QUOTE) {
            this.inString = false;
        } else if (code === CLOSE_BRACE) {
            this.closeMatchedInString = 1;
        } else if (code === PERCENT && this.closeMatchedInString > 0) {
            if (++this.closeMatchedInString === 3) {
                this.closeInString ??= offset + 1;
                this.closeMatchedInString = 0;
            }
        } else {
            this.closeMatchedInString = 0;
        }
        return true;
    }

    private matchOpener(code: number): void {
        if (code === codeAt(OPENER, this.openerMatched)) {
            this.openerMatched++;
        } else if (code !== PERCENT || this.openerMatched !== 2) {
            this.openerMatched = code === PERCENT ? 1 : 0;
        }
    }

    /** No JSON has this character there. Returns false where the block was abandoned for it. */
    private distrust(offset: number): boolean {
        this.trusted = false;
        this.lostAt ??= offset;
        return this.closeInString === undefined || this.abandon();
    }

    private abandon(): false {
        this.status = 'abandoned';
        return false;
    }
}
