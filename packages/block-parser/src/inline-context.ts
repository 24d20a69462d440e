import { CharacterSet } from './character-set';
import { nextTagState, TagState } from './html-tag';
import { LinkTarget } from './link-target';
import { CodeElements } from './code-elements';

const NEWLINE = 0x0a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const BACKTICK = 0x60;
const LESS = 0x3c;
const GREATER = 0x3e;
const PIPE = 0x7c;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;

/** What matters where nothing is open. */
export const STOPS_TEXT = new CharacterSet('\n\r<\\]`');
/** What matters in a code span, in doubt, in a link's target, and so on. */
const STOPS_SPAN = new CharacterSet('\n\r<|`');
const STOPS_DOUBT = new CharacterSet('\n\r<');
const STOPS_ELEMENT = new CharacterSet('\n\r<\\]`![');
const STOPS_AUTOLINK = new CharacterSet('<>\\]`', 0x21);
const STOPS_QUOTED = new CharacterSet('\n\r<\\]`!["');
const STOPS_LINK = new CharacterSet(' \t\n\r<()\\`', 0x20);

/** Nothing is open: the next run of backticks opens a code span. */
const CLEAN = 0;
/** It is unknown whether the next run of backticks opens or closes. Lasts to the end of the paragraph. */
const DOUBTFUL = -1;

/**
 * Follows the inline text of one paragraph, heading or cell, one character at a time, and says whether what comes next may be
 * code for a reader: in a code span, in a tag or comment, in a code element. Where markdown decides only later, it is taken
 * to be code.
 */
export class InlineContext {
    /** The characters that matter where the text stands; all others may be passed over. `undefined`: every one matters. */
    stops: CharacterSet | undefined = STOPS_TEXT;

    /** The length of the run that opened a code span, `CLEAN` or `DOUBTFUL`. */
    private span = CLEAN;
    /** The backticks that were just seen. */
    private run = 0;
    private escaped = false;
    private previous = NEWLINE;
    private tag: TagState = TagState.None;
    /** After `<`, while it may still be an autolink. */
    private inAutolink = false;
    private readonly link = new LinkTarget();
    private readonly elements = new CodeElements();

    get mayBeCode(): boolean {
        return this.span !== CLEAN || this.run > 0 || this.tag !== TagState.None || this.link.open || this.elements.open;
    }

    /** A new paragraph begins, without doubt. */
    restart(): void {
        this.newline();
        this.elements.restartParagraph();
        if (this.plain) {
            return;
        }
        this.span = CLEAN;
        this.tag = TagState.None;
        this.link.reset();
        this.settle();
    }

    /** Whether nothing is open, so that a line may end without a trace. */
    get plain(): boolean {
        return this.stops === STOPS_TEXT;
    }

    reset(): void {
        this.restart();
        this.elements.reset();
        this.settle();
    }

    /** The run that began this line opened a fence, not a code span. */
    discardSpan(): void {
        this.run = 0;
        this.span = CLEAN;
        this.elements.forgetTentative();
        this.restart();
    }

    /** From here to the end of the paragraph everything may be code. */
    doubt(): void {
        this.span = DOUBTFUL;
        this.elements.confirm();
        this.settle();
    }

    /**
     * The line ends, and perhaps the paragraph with it: nobody knows yet. A span that is open here therefore puts the rest of
     * the paragraph in doubt.
     */
    newline(): void {
        if (this.plain) {
            this.previous = NEWLINE;
            return;
        }
        this.step(NEWLINE);
        if (this.span !== CLEAN) {
            this.doubt();
        }
    }

    /** A character of an HTML block: no markdown there, but elements that it opens stay open behind it. `closes`: it closes some too. */
    stepInHtml(code: number, closes: boolean): void {
        this.elements.stepInHtml(code, closes);
        this.settle();
    }

    /** Whether the name of a tag is being read. */
    get inTagName(): boolean {
        return this.elements.inName;
    }

    step(code: number): void {
        if (code === BACKTICK && !(this.escaped && this.span === CLEAN)) {
            this.run++;
            this.previous = code;
            this.escaped = false;
            this.stops = undefined;
            return;
        }
        if (this.run > 0) {
            this.finishRun();
        }
        const escaped = this.escaped && this.span === CLEAN;
        this.escaped = code === BACKSLASH && !escaped;
        if (this.span > CLEAN && code === PIPE) {
            this.doubt(); // The bar may separate table cells, and a code span never reaches into the next one.
        }
        this.stepConstructs(code, escaped);
        this.previous = code;
        this.settle();
    }

    private stepConstructs(code: number, escaped: boolean): void {
        if (this.link.open) {
            this.link.step(code);
        } else if (code === 0x28 && this.previous === CLOSE_BRACKET && this.span === CLEAN) {
            this.link.start();
        }
        if (this.previous === LESS && (code === EXCLAMATION || code === QUESTION) && this.span === CLEAN && this.tag !== TagState.None) {
            this.doubt(); // A comment, a declaration or an instruction.
        }
        const wasClosing = this.tag === TagState.CloseName;
        const startsTag = code === LESS && !escaped;
        this.tag = nextTagState(this.tag, code);
        if (this.tag === TagState.Done) {
            this.tag = TagState.None;
            if (wasClosing && this.span === CLEAN && !this.link.open) {
                this.elements.close();
            }
        } else if (this.tag === TagState.None && startsTag) {
            this.tag = TagState.Opened;
        }
        this.elements.step(code, startsTag, this.span > CLEAN);
        if (
            this.previous === CLOSE_BRACKET
                ? code === 0x28 || code === 0x3a || code === OPEN_BRACKET
                : this.previous === EXCLAMATION && code === OPEN_BRACKET
        ) {
            this.elements.doubtCloses();
        }
        this.inAutolink = code === LESS || (this.inAutolink && code > 0x20 && code !== GREATER);
    }

    private finishRun(): void {
        const length = this.run;
        this.run = 0;
        if (this.span === length) {
            this.span = CLEAN;
            this.elements.forgetTentative();
        } else if (this.span === CLEAN) {
            if (this.tag !== TagState.None || this.inAutolink || this.link.open) {
                this.doubt(); // In a tag or a link's target backticks are text, but whether it is one is not known yet.
            } else {
                this.span = length;
            }
        }
    }

    private settle(): void {
        this.stops = this.run > 0 || this.elements.inName ? undefined : this.findStops();
    }

    private findStops(): CharacterSet | undefined {
        if (this.tag !== TagState.None) {
            return this.tag === TagState.DoubleQuoted && !this.escaped && !this.link.open ? STOPS_QUOTED : undefined;
        }
        if (this.span !== CLEAN) {
            return this.inAutolink ? undefined : this.span === DOUBTFUL ? STOPS_DOUBT : STOPS_SPAN;
        }
        if (this.escaped) {
            return undefined;
        }
        if (this.link.open) {
            return this.link.inRawTarget && !this.inAutolink ? STOPS_LINK : undefined;
        }
        if (this.previous === CLOSE_BRACKET) {
            return undefined;
        }
        if (this.elements.open) {
            return this.previous === EXCLAMATION || this.inAutolink ? undefined : STOPS_ELEMENT;
        }
        return this.inAutolink ? STOPS_AUTOLINK : STOPS_TEXT;
    }
}
