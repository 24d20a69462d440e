import { LineStart, ListMarker } from './line-start';
import { HtmlBlockEnd } from './html-block';

/** A block quote in the stack of containers; any other entry is a list item, given by the column of its content. */
const QUOTE = -1;
/** More containers than anybody nests. */
const MAX_CONTAINERS = 24;

/** What the text of a line is part of, as far as its beginning tells. */
export const enum LineKind {
    Blank,
    Text,
    /** Text, or the opening line of a fence if no other backtick follows. */
    TextOrFence,
    /** Text, or the beginning of an HTML block. */
    TextOrHtml,
    Code,
    Html,
    /** The line's place is not known for certain. */
    Doubt,
    /** Nor is it known whether a fence or an HTML block is open, so that nothing can make it certain again. */
    Lost
}

const enum Leaf {
    None,
    Paragraph,
    /** A paragraph, or something that only looks like one: a table, a heading, a link's definition. */
    Unsure,
    Fence,
    Html
}

/**
 * Follows markdown's block structure line by line: block quotes, list items, and the paragraph, fence or HTML block that is
 * open in the innermost of them. It follows markdown-it exactly where ordinary text goes. Where the structure is odd it says
 * `Doubt` until an empty line and an unindented one make it certain again.
 */
export class BlockStructure {
    /** For a line of `Text` or `Blank`: whether what came before it has ended for certain. */
    startsBlock = true;
    /** For a line of text inside what may be a paragraph or not: whether the line may be indented code. */
    mayBeIndentedCode = false;

    private containers: number[] = [];
    /** How many of the containers go on in this line. */
    private matched = 0;
    private leaf: Leaf = Leaf.None;
    private fence = '';
    private htmlEnd: HtmlBlockEnd = 'empty-line';
    /** The line before was a list marker with nothing behind it. */
    private afterEmptyItem = false;
    private doubtful = false;
    private afterBlank = false;

    reset(): void {
        this.containers = [];
        this.matched = 0;
        this.leaf = Leaf.None;
        this.afterEmptyItem = false;
        this.doubtful = false;
        this.afterBlank = false;
    }

    get currentHtmlEnd(): HtmlBlockEnd {
        return this.htmlEnd;
    }

    /**
     * The same as `openLine` for most lines outside quotes and lists: those in a fence, and with `plain` those that begin with
     * a letter. `undefined`: this is none of them.
     */
    openPlainLine(plain: boolean): LineKind | undefined {
        if (this.containers.length > 0 || this.doubtful || this.leaf === Leaf.Html || !(plain || this.leaf === Leaf.Fence)) {
            return undefined;
        }
        this.startsBlock = this.leaf === Leaf.None;
        this.mayBeIndentedCode = false;
        this.afterEmptyItem = false;
        this.afterBlank = false;
        if (this.leaf === Leaf.Fence) {
            return LineKind.Code;
        }
        if (this.startsBlock) {
            this.leaf = Leaf.Paragraph;
        }
        return LineKind.Text;
    }

    /** The same as `openLine` for an empty line outside quotes, lists and HTML. Returns false, and does nothing, elsewhere. */
    passEmptyLine(): boolean {
        if (this.containers.length > 0 || this.doubtful || this.leaf === Leaf.Html) {
            return false;
        }
        this.afterBlank = true;
        if (this.leaf !== Leaf.Fence) {
            this.leaf = Leaf.None;
        }
        return true;
    }

    /** `next`: the first character behind the line's beginning; a line feed where there is none. */
    openLine(line: LineStart, next: number): LineKind {
        this.startsBlock = false;
        this.mayBeIndentedCode = false;
        const afterEmptyItem = this.afterEmptyItem;
        this.afterEmptyItem = false;
        line.skipSpaces();
        if (this.doubtful && !line.blank) {
            if (!this.afterBlank || line.column > 0) {
                this.afterBlank = false;
                return LineKind.Doubt;
            }
            this.reset();
        }
        this.afterBlank = line.blank;
        const quoteColumn = this.matchContainers(line);
        if (line.hasTabs && quoteColumn > 0 && !line.blank) {
            return this.openTabbedLine(line);
        }
        if (line.blank) {
            return this.openBlankLine(afterEmptyItem);
        }
        if (this.leaf === Leaf.Fence || this.leaf === Leaf.Html) {
            if (this.matched === this.containers.length) {
                return this.continueLeaf(line, this.contentColumn(quoteColumn));
            }
            this.leaf = Leaf.None;
        }
        if (this.leaf === Leaf.None) {
            this.closeUnmatched();
        }
        return this.openBlocks(line, next, quoteColumn);
    }

    /** The current line opened a fence after all. */
    openFence(run: string): void {
        this.closeUnmatched();
        this.leaf = Leaf.Fence;
        this.fence = run;
    }

    /** The current line began an HTML block. */
    openHtml(end: HtmlBlockEnd): void {
        this.closeUnmatched();
        this.leaf = Leaf.Html;
        this.htmlEnd = end;
    }

    /** The current line ended the HTML block. */
    closeHtml(): void {
        this.leaf = Leaf.None;
    }

    /** The current line is text. Returns `Doubt` where that leaves open which containers go on. */
    openText(mayDefineLink = false): LineKind {
        if (this.leaf === Leaf.None) {
            this.startsBlock = true;
            this.leaf = mayDefineLink ? Leaf.Unsure : Leaf.Paragraph;
        } else if (this.leaf === Leaf.Unsure && this.matched < this.containers.length) {
            return this.doubt();
        }
        return LineKind.Text;
    }

    /** What began like a link's definition is a paragraph. */
    confirmParagraph(): void {
        this.leaf = Leaf.Paragraph;
    }

    /** Whether a line that holds nothing but a tag begins an HTML block here. */
    get tagBeginsHtml(): boolean | undefined {
        return this.leaf === Leaf.Unsure ? undefined : this.leaf === Leaf.None;
    }

    doubt(): LineKind {
        this.doubtful = true;
        return this.leaf === Leaf.Fence || this.leaf === Leaf.Html ? LineKind.Lost : LineKind.Doubt;
    }

    /** Finds how many containers go on in this line; returns the column where the innermost block quote's content begins. */
    private matchContainers(line: LineStart): number {
        let quoteColumn = 0;
        this.matched = 0;
        while (this.matched < this.containers.length) {
            const container = this.containers[this.matched] ?? QUOTE;
            if (container === QUOTE) {
                const column = line.takeQuoteMarker();
                if (column === undefined) {
                    break;
                }
                quoteColumn = column;
                line.skipSpaces();
            } else if (!line.blank && line.column - quoteColumn < container) {
                break;
            }
            this.matched++;
        }
        return quoteColumn;
    }

    /** How tabs count behind a block quote's marker is not followed, and matters little in the middle of a fence. */
    private openTabbedLine(line: LineStart): LineKind {
        const inFence = this.leaf === Leaf.Fence && this.matched === this.containers.length && this.containers.at(-1) === QUOTE;
        return inFence && !line.complete ? LineKind.Code : this.doubt();
    }

    /** Either way the line begins a block, unless a paragraph is open. */
    private undecided(kind: LineKind): LineKind {
        this.startsBlock ||= this.leaf === Leaf.None;
        return kind;
    }

    private openBlankLine(afterEmptyItem: boolean): LineKind {
        const closed = this.closeUnmatched();
        if (!closed && (this.leaf === Leaf.Fence || (this.leaf === Leaf.Html && this.htmlEnd !== 'empty-line'))) {
            return LineKind.Code;
        }
        if (afterEmptyItem && !closed) {
            this.containers.pop(); // An item that begins with an empty line has no content behind another one.
        }
        this.leaf = Leaf.None;
        this.startsBlock = true;
        return LineKind.Blank;
    }

    private continueLeaf(line: LineStart, contentColumn: number): LineKind {
        if (this.leaf === Leaf.Html) {
            return LineKind.Html;
        }
        const rest = line.rest.trimEnd();
        if (
            line.complete &&
            line.column - contentColumn < 4 &&
            rest.startsWith(this.fence) &&
            rest === rest.charAt(0).repeat(rest.length)
        ) {
            this.leaf = Leaf.None;
        }
        return LineKind.Code;
    }

    private openBlocks(line: LineStart, next: number, quoteColumn: number): LineKind {
        for (;;) {
            const continues = this.leaf !== Leaf.None;
            const allMatched = this.matched === this.containers.length;
            if (line.blank) {
                return LineKind.Blank;
            }
            if (line.column - this.contentColumn(quoteColumn) >= 4) {
                return continues ? this.openIndentedText(allMatched) : LineKind.Code;
            }
            if (line.atEnd) {
                return next === 0x3c ? this.undecided(LineKind.TextOrHtml) : this.openText(next === 0x5b);
            }
            const quote = line.takeQuoteMarker();
            if (quote !== undefined) {
                if (line.hasTabs || !this.push(QUOTE)) {
                    return this.doubt();
                }
                quoteColumn = quote;
                line.skipSpaces();
                continue;
            }
            if (continues && allMatched && line.isUnderline && !(this.leaf === Leaf.Unsure && /^-[ \t]*$/.test(line.rest))) {
                this.leaf = Leaf.Unsure;
                return LineKind.Text;
            }
            if (line.isRule) {
                this.closeUnmatched();
                this.startBlock();
                return LineKind.Blank;
            }
            const marker = line.listMarker;
            if (marker === undefined) {
                return this.openLeaf(line);
            }
            if (continues && allMatched && !interruptsParagraph(marker)) {
                return this.leaf === Leaf.Unsure ? this.doubt() : this.openText();
            }
            line.skipMarker(marker);
            if (!this.push(marker.contentColumn - quoteColumn)) {
                return this.doubt();
            }
            this.afterEmptyItem = marker.empty;
        }
    }

    private openLeaf(line: LineStart): LineKind {
        if (line.isHeading) {
            this.closeUnmatched();
            this.startBlock();
            return LineKind.Text;
        }
        const run = line.fenceRun;
        if (run?.startsWith('~') === true) {
            this.openFence(run);
            return LineKind.Code;
        }
        if (run !== undefined && !line.rest.includes('`', run.length)) {
            return this.undecided(LineKind.TextOrFence);
        }
        if (line.isUnderline && this.leaf !== Leaf.None) {
            this.leaf = Leaf.Unsure;
            return LineKind.Text;
        }
        return this.openText();
    }

    /** Four or more columns inside an open paragraph: text that goes on, if it is a paragraph. */
    private openIndentedText(allMatched: boolean): LineKind {
        if (!allMatched) {
            return this.doubt();
        }
        this.mayBeIndentedCode = this.leaf === Leaf.Unsure;
        return LineKind.Text;
    }

    private contentColumn(quoteColumn: number): number {
        const innermost = this.matched === 0 ? QUOTE : (this.containers[this.matched - 1] ?? QUOTE);
        return innermost === QUOTE ? quoteColumn : quoteColumn + innermost;
    }

    /** A container begins, and with it a new block. Returns false where there are too many. */
    private push(container: number): boolean {
        this.closeUnmatched();
        this.startBlock();
        this.containers.push(container);
        this.matched++;
        return this.matched <= MAX_CONTAINERS;
    }

    private startBlock(): void {
        this.leaf = Leaf.None;
        this.startsBlock = true;
    }

    private closeUnmatched(): boolean {
        const closed = this.matched < this.containers.length;
        if (closed) {
            this.containers.length = this.matched;
        }
        return closed;
    }
}

/** Only an item that begins with 1 and is not empty ends the paragraph before it. */
function interruptsParagraph(marker: ListMarker): boolean {
    return (marker.number ?? 1) === 1 && !marker.empty;
}
