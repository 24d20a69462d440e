import { BlockStructure, LineKind } from './block-structure';
import { CharacterSet } from './character-set';
import { mentionsCodeElement } from './code-elements';
import { DeferredText } from './deferred-text';
import { DefinitionLabel } from './definition-label';
import { htmlBlockEnd, isElementEnd } from './html-block';
import { nextTagState, TagState } from './html-tag';
import { InlineContext, STOPS_TEXT } from './inline-context';
import { LineStart } from './line-start';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const LESS = 0x3c;
const OPEN_BRACKET = 0x5b;
const BACKTICK = 0x60;
const GREATER = 0x3e;

const enum Mode {
    LineStart,
    Text,
    Code,
    Html,
    /** Somewhere in doubt; a fence or an HTML block that may begin here would never be seen to end. */
    Doubt,
    /** What follows may be code to the end of the message. */
    Lost
}

/** Characters that a line's beginning is made of. */
const LINE_START = new CharacterSet(' \t>0123456789.)*+-_#=~`|:');
const MAX_LINE_START = 1000;
/** The text that is put aside at most, in UTF-16 code units. */
const MAX_DEFERRED = 2 * 1024 * 1024;
/** As many characters as the longest end of an HTML block needs before its `>`. */
const MAX_RECENT = 11;
/** The characters that matter in code, in an HTML block, and in the label of a definition. */
const STOPS_CODE = new CharacterSet('\n\r');
const STOPS_HTML = new CharacterSet('\n\r<');
const STOPS_LABEL = new CharacterSet('\n\r<\\[]`');

/**
 * Knows, at every point of a markdown text that streams in, whether a reader may see what comes next as code. It agrees with
 * markdown-it or errs on the side of code, and its memory is bounded, whatever the length of the text.
 */
export class CodeContext {
    /** Text that is not looked at yet. */
    private readonly deferred = new DeferredText();
    private mode: Mode = Mode.LineStart;
    /** The characters that matter where the text stands; all others are passed over. `undefined`: every one matters. */
    private stops: CharacterSet | undefined;
    private lineStart = '';
    private afterReturn = false;
    /** Only the structure of lines is followed, not the text in them. */
    private skipsInline = false;
    private readonly line = new LineStart();
    private readonly structure = new BlockStructure();
    private readonly inline = new InlineContext();
    /** The run of backticks that may make this line the opening of a fence. */
    private fenceRun = '';
    /** The beginning of a line that may begin an HTML block; `undefined` where that is decided. */
    private htmlStart: string | undefined;
    /** Follows a tag that may fill its line alone, which begins an HTML block too. */
    private lineTag: TagState = TagState.None;
    private htmlEnds = false;
    /** What an HTML block's line, or a line in doubt, ends in so far. */
    private recent = '';
    private readonly label = new DefinitionLabel();

    /** Whether what comes next may be code for a reader. */
    get mayBeCode(): boolean {
        this.catchUp();
        return this.mode !== Mode.Text || this.inline.mayBeCode;
    }

    reset(): void {
        this.deferred.clear();
        this.afterReturn = false;
        this.structure.reset();
        this.inline.reset();
        this.label.reset();
        this.startLine();
        this.settle();
    }

    /**
     * Takes the next piece of text. It is only put aside: most messages hold few blocks or none, and without a block nobody asks.
     */
    take(text: string): void {
        this.deferred.add(text);
        if (this.deferred.length > MAX_DEFERRED) {
            this.catchUp();
        }
    }

    private catchUp(): void {
        const text = this.deferred.takeAll();
        // Inline text matters no longer once its paragraph has ended, unless an element in it stays open.
        const finished = text.lastIndexOf('\n\n') + 1;
        this.skipsInline = finished > 0 && this.inline.plain && !mentionsCodeElement(text.slice(0, finished));
        const position = this.scan(text, 0, finished);
        this.skipsInline = false;
        this.settle();
        this.scan(text, position, text.length);
    }

    /** Takes the characters of a range that ends behind a line feed or with the text, and returns its end. */
    private scan(text: string, from: number, to: number): number {
        let position = from;
        while (position < to) {
            if (this.mode === Mode.LineStart) {
                position = this.scanLineStart(text, position);
            } else if (this.stops !== undefined) {
                position = this.stops.find(text, position);
            }
            if (position >= to) {
                return position;
            }
            const code = text.charCodeAt(position);
            if (!this.passes(code)) {
                this.step(code);
            }
            position++;
        }
        return position;
    }

    /** Does at little cost what `step` would do with a line feed in plain text, in code, and on an empty line. */
    private passes(code: number): boolean {
        if (code !== NEWLINE || this.afterReturn) {
            return false;
        }
        if (this.mode === Mode.Code || (this.mode === Mode.Text && (this.stops === STOPS_TEXT || this.stops === STOPS_CODE))) {
            this.mode = Mode.LineStart;
            this.stops = undefined;
            this.lineStart = '';
            return true;
        }
        if (this.mode !== Mode.LineStart || this.lineStart !== '' || !this.structure.passEmptyLine()) {
            return false;
        }
        this.inline.restart();
        this.label.reset();
        return true;
    }

    /** Takes white space and markers at the beginning of a line. */
    private scanLineStart(text: string, from: number): number {
        const position = LINE_START.skip(text, from);
        if (position === from && this.lineStart === '') {
            const code = text.charCodeAt(position);
            if (code !== NEWLINE && code !== RETURN && this.beginPlainLine(code)) {
                this.afterReturn = false;
                this.settle();
                return this.stops === undefined ? position : this.stops.find(text, position);
            }
        } else if (position > from) {
            this.afterReturn = false;
            this.lineStart += text.slice(from, position);
            if (this.lineStart.length > MAX_LINE_START) {
                this.mode = Mode.Lost;
                this.settle();
            }
        }
        return position;
    }

    private step(code: number): void {
        if (code === NEWLINE && this.afterReturn) {
            this.afterReturn = false;
            return;
        }
        this.afterReturn = code === RETURN;
        if (code === NEWLINE || code === RETURN) {
            this.endLine();
        } else if (this.mode !== Mode.LineStart) {
            this.stepInLine(code);
        } else if (this.beginPlainLine(code)) {
            this.stepInLine(code);
        } else {
            this.beginLine(this.line.start(this.lineStart, false), code);
            this.stepInLine(code);
        }
        this.settle();
    }

    private settle(): void {
        switch (this.mode) {
            case Mode.Text:
                this.stops = this.findTextStops();
                break;
            case Mode.Code:
            case Mode.Lost:
                this.stops = STOPS_CODE;
                break;
            case Mode.Html:
                this.stops = this.structure.currentHtmlEnd === 'empty-line' && !this.inline.inTagName ? STOPS_HTML : undefined;
                break;
            default:
                this.stops = undefined;
        }
    }

    private findTextStops(): CharacterSet | undefined {
        if (this.fenceRun !== '' || this.htmlStart !== undefined || this.lineTag !== TagState.None) {
            return undefined;
        }
        if (this.label.open) {
            return this.label.inside && (this.inline.plain || this.skipsInline) ? STOPS_LABEL : undefined;
        }
        return this.skipsInline ? STOPS_CODE : this.inline.stops;
    }

    private beginPlainLine(next: number): boolean {
        const kind = this.structure.openPlainLine(this.lineStart === '' && next !== LESS && next !== OPEN_BRACKET);
        if (kind === undefined) {
            return false;
        }
        if (this.structure.startsBlock) {
            this.inline.restart();
            this.label.reset();
        }
        this.mode = kind === LineKind.Code ? Mode.Code : Mode.Text;
        return true;
    }

    private beginLine(line: LineStart, next: number): void {
        const kind = this.structure.openLine(line, next);
        if (this.structure.startsBlock) {
            this.inline.restart();
        }
        if (this.structure.startsBlock || line.rest !== '') {
            this.label.reset();
        }
        this.mode = Mode.Text;
        if (kind === LineKind.Code) {
            this.mode = Mode.Code;
        } else if (kind === LineKind.Html) {
            this.mode = Mode.Html;
        } else if (kind === LineKind.Lost) {
            this.mode = Mode.Lost;
        } else if (kind === LineKind.Doubt) {
            this.enterDoubt();
        } else if (kind === LineKind.TextOrHtml) {
            this.htmlStart = '';
        } else if (kind === LineKind.Text && this.structure.startsBlock && line.rest === '' && next === OPEN_BRACKET) {
            this.label.start();
        }
        if (this.structure.mayBeIndentedCode) {
            this.inline.doubt();
        }
        const rest = line.rest;
        for (let position = 0; position < rest.length; position++) {
            this.stepInLine(rest.charCodeAt(position));
        }
        if (kind === LineKind.TextOrFence) {
            this.fenceRun = line.fenceRun ?? '';
        }
    }

    private endLine(): void {
        if (this.mode === Mode.Code) {
            this.startLine();
            return;
        }
        if (this.mode === Mode.LineStart) {
            this.beginLine(this.line.start(this.lineStart, true), NEWLINE);
        }
        if (this.htmlStart !== undefined) {
            this.stepHtmlStart(NEWLINE);
        }
        if (this.mode === Mode.Html) {
            this.stepInHtml(NEWLINE);
            if (this.htmlEnds) {
                this.structure.closeHtml();
            }
        } else if (this.mode === Mode.Text) {
            this.endTextLine();
        } else if (this.mode === Mode.Doubt) {
            this.inline.newline();
        }
        if (this.mode !== Mode.Lost) {
            this.startLine();
        }
    }

    private endTextLine(): void {
        if (this.fenceRun !== '') {
            this.structure.openFence(this.fenceRun);
            this.inline.discardSpan();
            return;
        }
        if (this.lineTag === TagState.Done) {
            const beginsHtml = this.structure.tagBeginsHtml;
            if (beginsHtml === true) {
                this.structure.openHtml('empty-line');
            } else if (beginsHtml === undefined) {
                this.structure.doubt();
            }
        } else if (this.lineTag !== TagState.None) {
            this.openText();
        }
        this.stepLabel(NEWLINE);
        this.inline.newline();
    }

    private startLine(): void {
        this.mode = Mode.LineStart;
        this.lineStart = '';
        this.fenceRun = '';
        this.htmlStart = undefined;
        this.lineTag = TagState.None;
        this.htmlEnds = false;
        this.recent = '';
    }

    private stepInLine(code: number): void {
        if (this.mode === Mode.Text) {
            if (!this.skipsInline) {
                this.inline.step(code);
            }
            if (this.fenceRun !== '' && code === BACKTICK) {
                this.fenceRun = '';
                this.openText();
            }
            if (this.htmlStart !== undefined) {
                this.stepHtmlStart(code);
            } else if (this.lineTag !== TagState.None) {
                this.stepLineTag(code);
            }
            this.stepLabel(code);
        } else if (this.mode === Mode.Html) {
            this.stepInHtml(code);
        } else if (this.mode === Mode.Doubt) {
            this.stepInDoubt(code);
        }
    }

    /** The line is text after all. */
    private openText(): void {
        if (this.structure.openText() === LineKind.Doubt) {
            this.enterDoubt();
        }
    }

    private stepHtmlStart(code: number): void {
        const start = (this.htmlStart ?? '') + String.fromCharCode(code);
        this.lineTag = this.htmlStart === '' ? TagState.Opened : code === NEWLINE ? this.lineTag : nextTagState(this.lineTag, code);
        this.htmlStart = start;
        const end = htmlBlockEnd(start);
        if (end === undefined) {
            return;
        }
        this.htmlStart = undefined;
        if (end !== false) {
            this.structure.openHtml(end);
            this.inline.restart();
            this.mode = Mode.Html;
            this.recent = start.slice(0, -1);
            this.lineTag = TagState.None;
            if (code !== NEWLINE) {
                this.stepInHtml(code);
            }
        } else if (this.lineTag === TagState.None) {
            this.openText();
        }
    }

    private stepLineTag(code: number): void {
        if (this.lineTag !== TagState.Done) {
            this.lineTag = nextTagState(this.lineTag, code);
        } else if (!isWhiteSpace(code)) {
            this.lineTag = TagState.None;
        }
        if (this.lineTag === TagState.None) {
            this.openText();
        }
    }

    private stepInHtml(code: number): void {
        const end = this.structure.currentHtmlEnd;
        if (this.htmlEnds || isElementEnd(end)) {
            this.inline.stepInHtml(code, isElementEnd(end));
        }
        this.recent = this.recent.slice(-MAX_RECENT) + String.fromCharCode(code);
        if (code === GREATER && end !== 'empty-line') {
            this.htmlEnds ||= end.test(this.recent);
        }
    }

    private stepInDoubt(code: number): void {
        this.inline.step(code);
        this.recent = this.recent.slice(-2) + String.fromCharCode(code);
        if (/(?:```|~~~|<[!?spt])$/i.test(this.recent)) {
            this.mode = Mode.Lost;
        }
    }

    private enterDoubt(): void {
        this.mode = Mode.Doubt;
        this.recent = '';
        this.inline.doubt();
    }

    private stepLabel(code: number): void {
        if (this.label.open && this.label.step(code)) {
            this.structure.confirmParagraph();
        }
    }
}

function isWhiteSpace(code: number): boolean {
    return code <= 0x20 || (code > 127 && /\s/.test(String.fromCharCode(code)));
}
