import { CharacterSet } from './character-set';
import { codeAt } from './any-string';
import { CODE_ELEMENT_NAMES } from './code-elements';
import { HtmlBlockEnd, isElementEnd } from './html-block';
import { InlineContext } from './inline-context';

const LESS = 0x3c;
const GREATER = 0x3e;
/** As many characters as the longest end of an HTML block needs before its `>`. */
const MAX_RECENT = 11;
/** What matters outside the names of tags. */
const STOPS = new CharacterSet('\n<>');

/** The beginning of a tag of any element but those whose content is code. */
const PLAIN_TAG = new RegExp(`</?(?!(?:${CODE_ELEMENT_NAMES.join('|')})[\\0- />])[a-z][a-z0-9-]*(?=[^a-z0-9-])`, 'iy');
const TAG_OR_LINE_END = new CharacterSet('\n<');

/** The position of the next tag that may be of a code element, or of the line's end. */
function skipTags(text: string, from: number): number {
    let position = TAG_OR_LINE_END.find(text, from);
    while (codeAt(text, position) === LESS) {
        PLAIN_TAG.lastIndex = position;
        if (!PLAIN_TAG.test(text)) {
            break;
        }
        position = TAG_OR_LINE_END.find(text, PLAIN_TAG.lastIndex);
    }
    return position;
}

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
        if (end === 'empty-line') {
            return skipTags(text, from);
        }
        if (!isElementEnd(end) && this.recent === '') {
            const lineEnd = text.indexOf('\n', from);
            if (lineEnd > from && this.skipLine(text.slice(from, lineEnd), end)) {
                return lineEnd;
            }
        }
        const position = STOPS.find(text, from);
        if (position > from) {
            this.remember(text.slice(Math.max(from, position - MAX_RECENT), position));
        }
        return position;
    }

    /** Takes a whole line of a block in which tags are none. Returns false, and takes nothing, where tags follow the end of the block. */
    private skipLine(line: string, end: RegExp): boolean {
        const position = line.search(end);
        if (position >= 0 && line.lastIndexOf('<') > position) {
            return false;
        }
        this.ends = position >= 0;
        return true;
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
