import { CharacterSet } from './character-set';
import { codeAt } from './any-string';
import { LinkTarget } from './link-target';
import { CodeElements } from './code-elements';
import { OpenTags } from './open-tags';

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

const LESS_SIGNS = new CharacterSet('<');
/** What matters where nothing is open. */
const STOPS = new CharacterSet('\n<\\]`');
/** What matters where nothing but a code element is open. */
const ELEMENT_STOPS = new CharacterSet('\n<\\]`!');
/** What matters in a code span. */
const SPAN_STOPS = new CharacterSet('\n<]!`|');
/** What matters in doubt. */
const DOUBT_STOPS = new CharacterSet('\n<]!');
/** What matters in a doubt that may end with the line. */
const ROW_STOPS = new CharacterSet('\n<\\]!`');
/** What matters in a link's target: white space and control characters too. */
const TARGET_STOPS = new CharacterSet(`<]!\`|\\()${String.fromCharCode(...Array(0x21).keys())}`);

/** A code span that ends in its line and holds nothing that matters, with text behind it. */
const WHOLE_SPAN = '`[^`\\n\\r<\\]!|]+`(?=[^`])';
/** The target of a link that holds nothing that matters, with text behind it. */
export const WHOLE_TARGET = '\\]\\([^\\0- <\\]!`|\\\\()]*\\)(?=[^])';
const SPAN_PATTERN = new RegExp(WHOLE_SPAN, 'y');
const TARGET_PATTERN = new RegExp(WHOLE_TARGET, 'y');

/** Nothing is open: the next run of backticks opens a code span. */
const CLEAN = 0;
/** It is unknown whether the next run of backticks opens or closes. Lasts to the end of the paragraph, or of a row (see `beyondRow`). */
const DOUBTFUL = -1;

/**
 * Follows the inline text of one paragraph, heading or cell, one character at a time, and says whether what comes next may be
 * code for a reader: in a code span, in a tag or comment, in a code element. Where markdown decides only later, it is taken
 * to be code.
 */
export class InlineContext {
    /** The length of the run that opened a code span, `CLEAN` or `DOUBTFUL`. */
    private span = CLEAN;
    /**
     * In doubt only because a bar in a code span may separate the cells of a row: the span as it is if there is no table. A row ends
     * with its line, so when no span is open there, either, the doubt is over.
     */
    private beyondRow?: number;
    /** The backticks that were just seen. */
    private run = 0;
    private escaped = false;
    private previous = NEWLINE;
    private readonly tags = new OpenTags();
    /** After `<`, while it may still be an autolink. */
    private inAutolink = false;
    private readonly link = new LinkTarget();
    private readonly elements = new CodeElements();

    /** Whether what comes next may be code for a reader. */
    get mayBeCode(): boolean {
        return this.span !== CLEAN || this.run > 0 || this.tags.any || this.link.open || this.elements.open;
    }

    /** Whether a code element is open. */
    get inElement(): boolean {
        return this.elements.open;
    }

    /** Whether the rest of the paragraph tells if a code element is open behind it. */
    get mayOpenElement(): boolean {
        return this.elements.anySuspected;
    }

    /** A new paragraph begins, without doubt. */
    restart(): void {
        if (this.previous !== NEWLINE || this.run > 0 || this.elements.inName) {
            this.newline();
        }
        this.elements.restartParagraph();
        this.span = CLEAN;
        this.beyondRow = undefined;
        this.tags.reset();
        this.link.reset();
    }

    /** All has ended, HTML elements too. */
    reset(): void {
        this.restart();
        this.elements.reset();
    }

    /** The position of the next character that matters; all before it may be left out. */
    skip(text: string, from: number): number {
        if (!this.betweenConstructs) {
            // Of many `<` in a row the last one leaves what each of them left.
            return this.previous === LESS && this.tags.justOpened && !this.link.open
                ? Math.max(LESS_SIGNS.skip(text, from) - 1, from)
                : from;
        }
        if (this.link.open) {
            return this.link.inRawTarget ? TARGET_STOPS.find(text, from) : from;
        }
        if (this.span !== CLEAN) {
            return this.spanStops.find(text, from);
        }
        return (this.elements.open ? ELEMENT_STOPS : STOPS).find(text, from);
    }

    private get spanStops(): CharacterSet {
        if (this.span > CLEAN) {
            return SPAN_STOPS;
        }
        return this.beyondRow === undefined ? DOUBT_STOPS : ROW_STOPS;
    }

    /** The same, and goes over whole code spans and links. Their characters are left out, too. */
    skipWhole(text: string, from: number): number {
        let position = this.skip(text, from);
        while (this.isClean) {
            const end = this.endOfWhole(text, position);
            if (end === position) {
                break;
            }
            position = STOPS.find(text, end);
        }
        return position;
    }

    private endOfWhole(text: string, position: number): number {
        const code = codeAt(text, position);
        if (code === BACKTICK) {
            SPAN_PATTERN.lastIndex = position;
            return SPAN_PATTERN.test(text) ? SPAN_PATTERN.lastIndex : position;
        }
        if (code === CLOSE_BRACKET) {
            TARGET_PATTERN.lastIndex = position;
            if (TARGET_PATTERN.test(text)) {
                this.elements.doubtCloses();
                return TARGET_PATTERN.lastIndex;
            }
        }
        return position;
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
        this.beyondRow = undefined;
        this.elements.confirm();
    }

    /** To the end of the line everything may be code: a bar may separate cells, and a code span never reaches into the next one. */
    private doubtRow(): void {
        const { span } = this;
        this.doubt();
        this.beyondRow = span;
    }

    /**
     * The line ends, and perhaps the paragraph with it: nobody knows yet. A span that is open here therefore puts the rest of
     * the paragraph in doubt.
     */
    newline(): void {
        if (this.span === CLEAN && !this.link.open && this.betweenConstructs) {
            this.previous = NEWLINE;
            return;
        }
        this.step(NEWLINE);
        if (this.beyondRow === CLEAN) {
            this.span = CLEAN;
            this.beyondRow = undefined;
        } else if (this.span !== CLEAN) {
            this.doubt();
        }
    }

    /** A character of an HTML block: no markdown there, but elements that it opens stay open behind it. `closes`: it closes some too. */
    stepInHtml(code: number, closes: boolean): void {
        this.elements.stepInHtml(code, closes);
    }

    /** Whether the name of a tag is being read. */
    get inTagName(): boolean {
        return this.elements.inName;
    }

    /** Reads a character. */
    step(code: number): void {
        if (code === BACKTICK && !(this.escaped && this.span === CLEAN)) {
            this.run++;
            this.previous = code;
            this.escaped = false;
            return;
        }
        if (this.run > 0) {
            this.finishRun();
        }
        const escaped = this.escaped && this.span === CLEAN;
        this.escaped = code === BACKSLASH && !escaped;
        if (this.span > CLEAN && code === PIPE) {
            this.doubtRow();
        } else if (this.beyondRow === CLEAN && (code === LESS || code === BACKSLASH || code === CLOSE_BRACKET)) {
            this.doubt(); // Neither tags and links nor escapes are followed here.
        }
        this.stepConstructs(code, escaped);
        this.previous = code;
    }

    private stepConstructs(code: number, escaped: boolean): void {
        if (this.link.open) {
            this.link.step(code);
        } else if (code === 0x28 && this.previous === CLOSE_BRACKET && this.span === CLEAN) {
            this.link.start();
        }
        if (this.previous === LESS && (code === EXCLAMATION || code === QUESTION) && this.span === CLEAN && this.tags.any) {
            this.doubt(); // A comment, a declaration or an instruction.
        }
        const startsTag = code === LESS && !escaped;
        if (this.tags.step(code, startsTag) && this.span === CLEAN && !this.link.open) {
            this.elements.close();
        }
        this.elements.step(code, startsTag, this.span > CLEAN);
        if (
            this.previous === CLOSE_BRACKET
                ? code === 0x28 || code === 0x3a || code === OPEN_BRACKET
                : this.previous === EXCLAMATION && code === OPEN_BRACKET && this.elements.open
        ) {
            this.elements.doubtCloses();
        }
        this.inAutolink = code === LESS || (this.inAutolink && code > 0x20 && code !== GREATER);
    }

    private finishRun(): void {
        const length = this.run;
        this.run = 0;
        if (this.beyondRow !== undefined) {
            this.finishRunInRow(length);
        } else if (this.span === length) {
            this.span = CLEAN;
            this.elements.suspectTentative();
        } else if (this.span === CLEAN) {
            if (this.tags.any || this.inAutolink || this.link.open) {
                this.doubt(); // In a tag or a link's target backticks are text, but whether it is one is not known yet.
            } else {
                this.span = length;
            }
        }
    }

    private finishRunInRow(length: number): void {
        if (this.tags.any || this.inAutolink || this.link.open) {
            this.doubt();
        } else if (this.beyondRow === length) {
            this.beyondRow = CLEAN;
        } else if (this.beyondRow === CLEAN) {
            this.beyondRow = length;
        }
    }

    private get isClean(): boolean {
        return this.span === CLEAN && !this.link.open && !this.elements.open && this.betweenConstructs;
    }

    /** Whether the next character does not belong to a run of backticks, a tag, an escape or the beginning of a link or image. */
    private get betweenConstructs(): boolean {
        return (
            this.run === 0 &&
            !this.tags.any &&
            !this.escaped &&
            !this.inAutolink &&
            !this.elements.inName &&
            this.previous !== CLOSE_BRACKET &&
            this.previous !== EXCLAMATION
        );
    }
}
