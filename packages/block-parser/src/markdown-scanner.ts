import { codeAt } from './any-string';
import { BlockStructure, MAX_FENCE_LENGTH } from './block-structure';
import { CharacterSet } from './character-set';
import { DoubtfulLine } from './doubtful-line';
import { HtmlLine } from './html-line';
import { InlineContext } from './inline-context';
import { LineKind } from './line-kind';
import { LineStart, MAX_LINE_START } from './line-start';
import { TextLine } from './text-line';

const NEWLINE = 0x0a;
const BACKTICK = 0x60;
const BAR = 0x7c;

const enum Mode {
    LineStart,
    Text,
    Code,
    Html,
    Doubt,
    /** What follows may be code to the end of the message. */
    Lost
}

const BACKTICKS = new CharacterSet('`');
/** What ends a line that begins with backticks, tells that it opens no fence, or counts for as long as that is not known. */
const FENCE_LINE_STOPS = new CharacterSet('`\n<|');

/**
 * Reads markdown character by character and knows after each whether a reader may see what comes next as code. It agrees with
 * markdown-it or errs on the side of code, and its memory is bounded. Lines end in a line feed.
 */
export class MarkdownScanner {
    private mode: Mode = Mode.LineStart;
    /** The beginning of the current line, as long as it is being read. */
    private lineStart = '';
    /** Where, in the text that is being read, the current line begins or goes on; and whether a bar stood in it before. */
    private lineFrom = 0;
    private barBefore = false;
    /** The line before began a block, and holds a bar as the head of a table does. */
    private belowHead = false;
    private readonly line = new LineStart();
    private readonly structure = new BlockStructure();
    private readonly inline = new InlineContext();
    private readonly textLine = new TextLine(this.structure, this.inline);
    private readonly htmlLine = new HtmlLine(this.inline);
    private readonly doubtfulLine = new DoubtfulLine();

    /** Whether what comes next may be code for a reader. */
    get mayBeCode(): boolean {
        return this.mode !== Mode.Text || this.inline.mayBeCode;
    }

    /** Whether a code element is open, which makes code of everything up to its end. */
    get inElement(): boolean {
        return this.inline.inElement;
    }

    /** Whether the next character is the first one of its line. */
    get atLineStart(): boolean {
        return this.mode === Mode.LineStart && this.lineStart === '';
    }

    /** Whether what came before leaves no effect of the rest of the line beyond its paragraph: nothing has begun in it that could. */
    get atRest(): boolean {
        const isIdle = this.mode === Mode.Text ? !this.inline.mayBeCode && this.textLine.isText : this.atLineStart;
        const mayBeHead = this.structure.beganBlock && this.barBefore && this.atLineStart;
        return isIdle && !this.inline.mayOpenElement && !mayBeHead;
    }

    /** Whether the rest of the current line is code for certain, and says nothing about the next one. */
    get inCodeLine(): boolean {
        return (this.mode === Mode.Code && !this.structure.beganBlock) || this.mode === Mode.Lost;
    }

    /** The run that opened the current fence, if one is open. */
    get fence(): string | undefined {
        return this.structure.fence;
    }

    /** Whether only a line that holds its run can end the current fence. */
    get inOuterFence(): boolean {
        return this.structure.outerFence !== undefined;
    }

    /** Whether a fence or an HTML block is open that an empty line does not end. */
    get outlastsEmptyLine(): boolean {
        return this.structure.outlastsEmptyLine;
    }

    /** Forgets all text, as if newly made. */
    reset(): void {
        this.restart();
        this.inline.reset();
    }

    /** All that was open has ended, but for HTML elements. The next character is the first one of its line. */
    restart(): void {
        this.structure.reset();
        this.inline.restart();
        this.textLine.restart();
        this.startLine();
    }

    /** Reads the characters of a range that ends behind a line feed or with the text. */
    scan(text: string, from: number, to: number): void {
        let position = from;
        this.lineFrom = from;
        while (position < to) {
            position = this.mode === Mode.LineStart ? this.scanLineStart(text, position, to) : this.scanInLine(text, position, to);
        }
        this.barBefore = this.hasBar(text, to);
    }

    /** Whether a bar stands in the current line, up to this position. */
    private hasBar(text: string, to: number): boolean {
        let found = this.barBefore;
        for (let position = this.lineFrom; !found && position < to; position++) {
            found = codeAt(text, position) === BAR;
        }
        return found;
    }

    private beginNextLine(text: string, from: number): void {
        this.belowHead = this.structure.beganBlock && this.hasBar(text, from);
        this.lineFrom = from;
        this.barBefore = false;
    }

    /** Takes white space and markers at the beginning of a line. Returns where to go on. */
    private scanLineStart(text: string, from: number, to: number): number {
        if (this.lineStart === '') {
            this.beginNextLine(text, from);
            const end = this.scanFenceLine(text, from);
            if (end > from) {
                return end;
            }
        }
        const end = this.line.read(text, from);
        if (this.lineStart !== '' || end === to || end - from > MAX_LINE_START) {
            return this.scanCutLineStart(text, from, end, to);
        }
        const kind = this.beginLine(codeAt(text, end));
        if (kind === LineKind.TextOrHtml) {
            this.turnInto(this.textLine.skipHtmlOpening(text, end));
        } else if (kind === LineKind.Code || kind === LineKind.TextOrFence) {
            return this.scanCodeLine(kind, text, end);
        }
        return this.line.position;
    }

    /** Takes the rest of a line of a fence, or of one that may open it, if the whole line is there. Returns where to go on. */
    private scanCodeLine(kind: LineKind, text: string, from: number): number {
        const end = kind === LineKind.Code ? text.indexOf('\n', from) : FENCE_LINE_STOPS.find(text, from);
        if (codeAt(text, end) === NEWLINE) {
            if (kind === LineKind.TextOrFence) {
                this.textLine.openFence(this.structure.fenceRun);
            }
            this.startLine();
            return end + 1;
        }
        if (kind === LineKind.TextOrFence) {
            this.expectFence();
        }
        return this.line.position;
    }

    /** The same for the beginning of a line that came in pieces, or is endless. */
    private scanCutLineStart(text: string, from: number, end: number, to: number): number {
        const start = this.lineStart + text.slice(from, end);
        this.lineStart = start;
        if (start.length > MAX_LINE_START) {
            this.enter(this.structure.openEndlessLine(start.slice(0, MAX_LINE_START), this.belowHead));
            this.stepThrough(start);
            return end;
        }
        if (end < to) {
            const next = codeAt(text, end);
            this.line.read(next === NEWLINE ? `${start}\n` : start, 0);
            if (this.beginLine(next) === LineKind.TextOrFence) {
                this.expectFence();
            }
            this.stepThrough(this.line.rest);
        }
        return end;
    }

    private scanInLine(text: string, from: number, to: number): number {
        const position = this.skip(text, from, to);
        if (position >= to) {
            return to;
        }
        const code = codeAt(text, position);
        if (code === NEWLINE) {
            this.endLine();
        } else {
            this.stepInLine(code);
        }
        return position + 1;
    }

    /** Takes a whole line if it opens or closes a fence in the most common way. Returns where to go on. */
    private scanFenceLine(text: string, from: number): number {
        if (codeAt(text, from) !== BACKTICK) {
            return from;
        }
        const fence = this.structure.outerFence;
        if (fence !== undefined) {
            const end = from + fence.length;
            if (codeAt(text, end) !== NEWLINE || !text.startsWith(fence, from)) {
                return from;
            }
            this.structure.closeLeaf();
            return end + 1;
        }
        const runEnd = BACKTICKS.skip(text, from);
        if (runEnd - from < 3 || runEnd - from > MAX_FENCE_LENGTH || !this.structure.mayOpenOuterFence) {
            return from;
        }
        const end = FENCE_LINE_STOPS.find(text, runEnd);
        if (codeAt(text, end) !== NEWLINE) {
            return from;
        }
        this.restart();
        this.structure.openFence(text.slice(from, runEnd));
        return end + 1;
    }

    /** Takes what needs no step. Returns the position of the next character that does. */
    private skip(text: string, from: number, to: number): number {
        switch (this.mode) {
            case Mode.Text:
                return this.textLine.skip(text, from);
            case Mode.Html:
                return this.htmlLine.skip(text, from, this.structure.currentHtmlEnd);
            case Mode.Code: {
                const end = text.indexOf('\n', from);
                return end < 0 ? to : end;
            }
            default:
                return this.mode === Mode.Lost ? to : from;
        }
    }

    /** The beginning of the line is known, and this character follows it, the line feed perhaps. */
    private beginLine(next: number): LineKind {
        const line = this.line;
        const kind = this.structure.openLine(line, next, this.belowHead);
        if (this.structure.startsBlock) {
            this.inline.restart();
        }
        this.enter(kind);
        this.textLine.begin(kind, line, next);
        if (this.structure.mayBeIndentedCode) {
            this.inline.doubt();
        }
        return kind;
    }

    /** The line opens a fence if no other backtick follows. */
    private expectFence(): void {
        this.stepThrough(this.line.rest);
        this.textLine.expectFence(this.structure.fenceRun);
        this.line.skipAll();
    }

    private enter(kind: LineKind): void {
        switch (kind) {
            case LineKind.Code:
                this.mode = Mode.Code;
                break;
            case LineKind.Html:
                this.mode = Mode.Html;
                this.htmlLine.start('');
                break;
            case LineKind.Doubt:
                this.mode = Mode.Doubt;
                this.doubtfulLine.start();
                this.inline.doubt();
                break;
            case LineKind.Lost:
                this.mode = Mode.Lost;
                break;
            default:
                this.mode = Mode.Text;
        }
    }

    private startLine(): void {
        this.mode = Mode.LineStart;
        this.lineStart = '';
        this.textLine.reset();
    }

    private endLine(): void {
        if (this.textLine.mayOpenHtml) {
            this.turnInto(this.textLine.stepHtmlOpening(NEWLINE));
        }
        if (this.mode === Mode.Text) {
            this.textLine.end();
        } else if (this.mode === Mode.Html) {
            this.htmlLine.step(NEWLINE, this.structure.currentHtmlEnd);
            if (this.htmlLine.ends) {
                this.structure.closeLeaf();
            }
        } else if (this.mode === Mode.Doubt) {
            this.inline.newline();
        }
        if (this.mode !== Mode.Lost) {
            this.startLine();
        }
    }

    private stepThrough(text: string): void {
        const end = text.length;
        for (let position = this.skip(text, 0, end); position < end; position = this.skip(text, position + 1, end)) {
            this.stepInLine(codeAt(text, position));
        }
    }

    private stepInLine(code: number): void {
        if (this.mode === Mode.Doubt) {
            this.inline.step(code);
            if (this.doubtfulLine.step(code)) {
                this.mode = Mode.Lost;
            }
            return;
        }
        if (this.mode === Mode.Text) {
            this.turnInto(this.textLine.step(code));
        }
        if (this.mode === Mode.Html) {
            this.htmlLine.step(code, this.structure.currentHtmlEnd);
        }
    }

    /** A line of text turns out to be of this kind. */
    private turnInto(kind: LineKind): void {
        if (kind !== LineKind.Text) {
            this.enter(kind);
        }
        if (kind === LineKind.Html) {
            this.htmlLine.start(this.textLine.htmlText.slice(0, -1));
        }
    }
}
