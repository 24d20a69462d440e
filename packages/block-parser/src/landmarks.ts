import { CODE_ELEMENT_NAMES } from './code-elements';

const NEWLINE = 0x0a;
const SPACE = 0x20;

/** A tag of a code element, which stays open, or the beginning of an HTML block that an empty line does not end. */
const OUTLASTING_TAG = new RegExp(`<(?:[!?]|/?(?:${CODE_ELEMENT_NAMES.join('|')}))`, 'iy');

/** Searches a text for one string. Goes through the text once, as long as the questions go forward. */
class Search {
    private found = -1;

    constructor(private readonly wanted: string) {}

    restart(): void {
        this.found = -1;
    }

    /** The position of its next occurrence, or the length of the text. */
    next(text: string, from: number): number {
        if (this.found < from) {
            const found = text.indexOf(this.wanted, from);
            this.found = found < 0 ? text.length : found;
        }
        return this.found;
    }
}

/**
 * Finds the places in a text that matter from one paragraph to another, with native searches only, in linear time. Lines end in
 * a line feed.
 */
export class Landmarks {
    private text = '';
    private readonly backticks = new Search('```');
    private readonly tildes = new Search('~~~');
    private readonly tag = new Search('<');

    /** Turns to another text. */
    start(text: string): void {
        this.text = text;
        this.backticks.restart();
        this.tildes.restart();
        this.tag.restart();
    }

    /**
     * The position of the next thing that may have an effect beyond the paragraph it stands in, or the length of the text: a
     * fence, an HTML block that an empty line does not end, a tag of a code element.
     */
    nextOutlasting(from: number): number {
        return Math.min(this.backticks.next(this.text, from), this.tildes.next(this.text, from), this.nextTag(from));
    }

    /**
     * The last position of the range where every quote, list and paragraph has ended: an unindented line behind an empty one.
     * `undefined`: there is none.
     */
    lastFreshStart(from: number, to: number): number | undefined {
        for (let start = to; start >= from + 2; start--) {
            if (
                this.text.charCodeAt(start - 1) === NEWLINE &&
                this.text.charCodeAt(start - 2) === NEWLINE &&
                this.text.charCodeAt(start) > SPACE
            ) {
                return start;
            }
        }
        return undefined;
    }

    /** The position of the next occurrence, or the length of the text. */
    next(wanted: string, from: number): number {
        const found = this.text.indexOf(wanted, from);
        return found < 0 ? this.text.length : found;
    }

    /** Where the line begins that holds this position. */
    lineStart(position: number): number {
        let start = position;
        while (start > 0 && this.text.charCodeAt(start - 1) !== NEWLINE) {
            start--;
        }
        return start;
    }

    /** The position behind the line that holds this one; `undefined` where the line has not ended. */
    lineEnd(position: number): number | undefined {
        const end = this.text.indexOf('\n', position);
        return end < 0 ? undefined : end + 1;
    }

    private nextTag(from: number): number {
        let position = this.tag.next(this.text, from);
        while (position < this.text.length) {
            OUTLASTING_TAG.lastIndex = position;
            if (OUTLASTING_TAG.test(this.text)) {
                break;
            }
            position = this.tag.next(this.text, position + 1);
        }
        return position;
    }
}
