import { HtmlBlockEnd, htmlBlockEnd } from './html-block';
import { isSpace, nextTagState, TagState } from './html-tag';

const NEWLINE = 0x0a;

/**
 * Follows a line that may begin an HTML block, from its `<` on: with one of the beginnings that markdown names, or with a tag
 * that fills the line alone.
 */
export class HtmlOpening {
    /** What was read, as long as the beginning is not decided. */
    text = '';
    private startsNamed = false;
    private tag: TagState = TagState.None;

    /** Whether the line may still begin a block. */
    get open(): boolean {
        return this.startsNamed || this.tag !== TagState.None;
    }

    /** Whether the line holds nothing but one tag so far. */
    get isLoneTag(): boolean {
        return this.tag === TagState.Done;
    }

    /** The next character is the `<`. */
    start(): void {
        this.text = '';
        this.startsNamed = true;
    }

    /** The line is none. */
    reset(): void {
        this.startsNamed = false;
        this.tag = TagState.None;
    }

    /** The same as the steps through all characters of `start`, if they decide that a block begins; else nothing happens. */
    skip(start: string): HtmlBlockEnd | undefined {
        const end = htmlBlockEnd(start);
        if (end === undefined || end === false) {
            return undefined;
        }
        this.reset();
        return end;
    }

    /** Returns how the block that begins here will end, `false` if there is none, or `undefined` if that is still open. */
    step(code: number): HtmlBlockEnd | false | undefined {
        this.tag = this.nextTag(code);
        if (this.startsNamed) {
            this.text += String.fromCharCode(code);
            const end = htmlBlockEnd(this.text);
            if (end === undefined) {
                return undefined;
            }
            this.startsNamed = false;
            if (end !== false) {
                this.tag = TagState.None;
                return end;
            }
        }
        return this.tag === TagState.None ? false : undefined;
    }

    private nextTag(code: number): TagState {
        if (this.startsNamed && this.text === '') {
            return TagState.Opened;
        }
        if (this.tag === TagState.Done) {
            return isWhiteSpace(code) ? TagState.Done : TagState.None;
        }
        return code === NEWLINE ? this.tag : nextTagState(this.tag, code);
    }
}

/** As regular expressions know it: most control characters are none. */
function isWhiteSpace(code: number): boolean {
    return isSpace(code) || (code > 127 && /\s/.test(String.fromCharCode(code)));
}
