import { CharacterSet } from './character-set';
import { HtmlBlockEnd, isElementEnd } from './html-block';
import { InlineContext } from './inline-context';

const GREATER = 0x3e;
/** As many characters as the longest end of an HTML block needs before its `>`. */
const MAX_RECENT = 11;
/** What matters outside the names of tags. */
const STOPS = new CharacterSet('\n<>');

/** Follows a line of an HTML block: whether the block ends in it, and which elements it leaves open. */
export class HtmlLine {
    /** Whether the block ends with this line. */
    ends = false;
    private recent = '';

    constructor(private readonly inline: InlineContext) {}

    /** A line of the block begins, or goes on behind this text. */
    start(text: string): void {
        this.ends = false;
        this.recent = text;
    }

    /** The position of the next character that matters. `end`: how the block ends. */
    skip(text: string, from: number, end: HtmlBlockEnd): number {
        if (this.inline.inTagName) {
            return from;
        }
        const position = STOPS.find(text, from);
        if (end !== 'empty-line' && position > from) {
            this.remember(text.slice(Math.max(from, position - MAX_RECENT), position));
        }
        return position;
    }

    /** `end`: how the block ends. */
    step(code: number, end: HtmlBlockEnd): void {
        if (this.ends || isElementEnd(end)) {
            this.inline.stepInHtml(code, isElementEnd(end));
        }
        if (end !== 'empty-line') {
            this.remember(String.fromCharCode(code));
            this.ends ||= code === GREATER && end.test(this.recent);
        }
    }

    private remember(text: string): void {
        this.recent = (this.recent + text).slice(-MAX_RECENT - 1);
    }
}
