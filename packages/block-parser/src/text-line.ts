import { BlockStructure } from './block-structure';
import { CharacterSet } from './character-set';
import { DefinitionLabel } from './definition-label';
import { HtmlBlockEnd, LONGEST_START } from './html-block';
import { HtmlOpening } from './html-opening';
import { InlineContext } from './inline-context';
import { LineKind } from './line-kind';
import { LineStart } from './line-start';

const NEWLINE = 0x0a;
const OPEN_BRACKET = 0x5b;
const BACKTICK = 0x60;

/** What matters in a line that may open a fence. */
const FENCE_STOPS = new CharacterSet('\n`');
/** What matters in a label. */
const LABEL_STOPS = new CharacterSet('\n[]\\');

/**
 * Follows a line that is text, or seems to be: it may yet turn out to open a fence or an HTML block, and the paragraph that it
 * begins may be the definition of a link.
 */
export class TextLine {
    /** The run of backticks that may make this line the opening of a fence. */
    private fenceRun = '';
    private readonly htmlOpening = new HtmlOpening();
    private readonly label = new DefinitionLabel();

    constructor(
        private readonly structure: BlockStructure,
        private readonly inline: InlineContext
    ) {}

    /** Whether the line may still turn out to begin an HTML block. */
    get mayOpenHtml(): boolean {
        return this.htmlOpening.open;
    }

    /** Whether the line is text for certain. */
    get isText(): boolean {
        return this.fenceRun === '' && !this.htmlOpening.open;
    }

    /** What the HTML block that the line turned out to be begins with. */
    get htmlText(): string {
        return this.htmlOpening.text;
    }

    /** A new paragraph begins with the next line. */
    restart(): void {
        this.reset();
        this.label.reset();
    }

    /** The next line begins. */
    reset(): void {
        this.fenceRun = '';
        this.htmlOpening.reset();
    }

    /** Of a line of any kind the beginning is known; `next` is the character behind it. */
    begin(kind: LineKind, line: LineStart, next: number): void {
        if (this.structure.startsBlock || !line.atEnd) {
            this.label.reset();
        }
        if (kind === LineKind.TextOrHtml) {
            this.htmlOpening.start();
        } else if (next === OPEN_BRACKET && kind === LineKind.Text && this.structure.startsBlock && line.atEnd) {
            this.label.start();
        }
    }

    /** The line opens a fence with this run if no other backtick follows. */
    expectFence(run: string): void {
        this.fenceRun = run;
    }

    /** The position of the next character that matters. */
    skip(text: string, from: number): number {
        if (this.htmlOpening.open) {
            return from;
        }
        if (this.fenceRun !== '') {
            return Math.min(this.inline.skip(text, from), FENCE_STOPS.find(text, from));
        }
        if (this.label.open) {
            return this.label.inside ? Math.min(this.inline.skip(text, from), LABEL_STOPS.find(text, from)) : from;
        }
        return this.inline.skipWhole(text, from);
    }

    /** Returns what the line is: `Text` as long as it may be, `Html` or `Doubt`. */
    step(code: number): LineKind {
        this.inline.step(code);
        let kind = LineKind.Text;
        if (this.fenceRun !== '' && code === BACKTICK) {
            this.fenceRun = '';
            kind = this.structure.openText();
        }
        if (this.htmlOpening.open) {
            kind = this.stepHtmlOpening(code);
        }
        this.stepLabel(code);
        return kind;
    }

    /** Reads a character of a line that may begin an HTML block. Returns what the line is. */
    stepHtmlOpening(code: number): LineKind {
        const end = this.htmlOpening.step(code);
        return end === undefined ? LineKind.Text : end === false ? this.structure.openText() : this.openHtml(end);
    }

    /** The same for the first characters of the line in one go, if they suffice to tell that it begins an HTML block. */
    skipHtmlOpening(text: string, from: number): LineKind {
        const end = this.htmlOpening.skip(text.slice(from, from + LONGEST_START + 2));
        return end === undefined ? LineKind.Text : this.openHtml(end);
    }

    private openHtml(end: HtmlBlockEnd): LineKind {
        this.structure.openHtml(end);
        this.inline.restart();
        return LineKind.Html;
    }

    /** The line ends as what it seemed to be. */
    end(): void {
        if (this.fenceRun !== '') {
            this.openFence(this.fenceRun);
            return;
        }
        if (this.htmlOpening.isLoneTag) {
            const beginsHtml = this.structure.tagBeginsHtml;
            if (beginsHtml === true) {
                this.structure.openHtml('empty-line');
            } else if (beginsHtml === undefined) {
                this.structure.doubt();
            }
        } else if (this.htmlOpening.open && this.structure.openText() === LineKind.Doubt) {
            this.inline.doubt();
        }
        this.stepLabel(NEWLINE);
        this.inline.newline();
    }

    /** The line opens a fence with this run. */
    openFence(run: string): void {
        this.structure.openFence(run);
        this.inline.discardSpan();
    }

    private stepLabel(code: number): void {
        if (this.label.open && this.label.step(code)) {
            this.structure.confirmParagraph();
        }
    }
}
