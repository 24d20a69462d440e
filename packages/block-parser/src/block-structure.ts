import { CharacterSet } from './character-set';
import { ContainerStack } from './container-stack';
import { HtmlBlockEnd } from './html-block';
import { LineKind } from './line-kind';
import { LineStart, ListMarker } from './line-start';
import { LeafKind, OpenLeaf } from './open-leaf';

/** What begins no quote and no item, no rule and no underline. */
const LEAF_STARTS = new CharacterSet('#`~.)');

/** Longer than anybody's fence, and shorter than the beginning of a line that is looked at. */
export const MAX_FENCE_LENGTH = 500;

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

    /** For a line of `TextOrFence`: the run that may open the fence. */
    fenceRun = '';

    /** The line that was opened last began something else than a paragraph. */
    beganBlock = false;

    private readonly containers = new ContainerStack();
    private readonly leaf = new OpenLeaf();
    /** The line before was a list marker with nothing behind it. */
    private afterEmptyItem = false;
    private doubtful = false;
    private afterBlank = false;

    /** Nothing is open any more. */
    reset(): void {
        this.containers.reset();
        this.leaf.close();
        this.beganBlock = false;
        this.afterEmptyItem = false;
        this.doubtful = false;
        this.afterBlank = false;
    }

    /** What ends the HTML block that is open. */
    get currentHtmlEnd(): HtmlBlockEnd {
        return this.leaf.htmlEnd;
    }

    /** Whether an unindented run of backticks opens a fence: it ends every paragraph, list and quote. */
    get mayOpenOuterFence(): boolean {
        return !this.leaf.isRaw && !this.doubtful;
    }

    /** The run that opened the current fence, if one is open. */
    get fence(): string | undefined {
        return this.leaf.kind === LeafKind.Fence ? this.leaf.fence : undefined;
    }

    /** The same, if the fence stands in no quote and no list. */
    get outerFence(): string | undefined {
        return this.containers.isEmpty ? this.fence : undefined;
    }

    /** Whether a fence or an HTML block is open that an empty line does not end. */
    get outlastsEmptyLine(): boolean {
        return this.leaf.outlastsEmptyLine;
    }

    /**
     * `next`: the first character behind the line's beginning; a line feed where there is none. `belowHead`: the line before began a
     * block and could also be the head of a table, which goes before everything else.
     */
    openLine(line: LineStart, next: number, belowHead: boolean): LineKind {
        this.startsBlock = false;
        this.mayBeIndentedCode = false;
        this.beganBlock = false;
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
        this.containers.match(line);
        if (belowHead && line.isDelimiterRow && !(this.leaf.isText && this.containers.allMatched)) {
            return this.doubt();
        }
        if (this.containers.inQuote && line.hasTabs && !line.blank) {
            return this.openTabbedLine(line);
        }
        if (line.blank) {
            return this.openBlankLine(afterEmptyItem);
        }
        if (this.leaf.isRaw) {
            if (this.containers.allMatched) {
                return this.continueLeaf(line);
            }
            this.leaf.close();
        }
        if (this.leaf.isNone) {
            this.containers.closeUnmatched();
        }
        return this.openBlocks(line, next);
    }

    /** The same for a line whose beginning is too long to be looked at. `start`: as much of it as was. */
    openEndlessLine(start: string, belowHead: boolean): LineKind {
        this.startsBlock = false;
        this.mayBeIndentedCode = false;
        this.beganBlock = false;
        this.afterEmptyItem = false;
        this.afterBlank = false;
        const fence = this.outerFence;
        return fence !== undefined && !belowHead && !start.trimStart().startsWith(fence) ? LineKind.Code : this.doubt();
    }

    /** The current line opened a fence after all. */
    openFence(run: string): void {
        this.containers.closeUnmatched();
        this.beganBlock = true;
        this.leaf.openFence(run);
    }

    /** The current line began an HTML block. */
    openHtml(end: HtmlBlockEnd): void {
        this.containers.closeUnmatched();
        this.beganBlock = true;
        this.leaf.openHtml(end);
    }

    /** The current line ended the fence or the HTML block. */
    closeLeaf(): void {
        this.leaf.close();
    }

    /** The current line is text. Returns `Doubt` where that leaves open which containers go on. */
    openText(mayDefineLink = false): LineKind {
        if (this.leaf.isNone) {
            this.startsBlock = true;
            this.leaf.kind = mayDefineLink ? LeafKind.Unsure : LeafKind.Paragraph;
        } else if (this.leaf.isUnsure && !this.containers.allMatched) {
            return this.doubt();
        }
        return LineKind.Text;
    }

    /** What began like a link's definition is a paragraph. */
    confirmParagraph(): void {
        this.leaf.kind = LeafKind.Paragraph;
    }

    /** Whether a line that holds nothing but a tag begins an HTML block here. */
    get tagBeginsHtml(): boolean | undefined {
        return this.leaf.isUnsure ? undefined : this.leaf.isNone;
    }

    /** How the structure goes on cannot be known. Returns what the line is for that. */
    doubt(): LineKind {
        this.doubtful = true;
        return this.outlastsEmptyLine ? LineKind.Lost : LineKind.Doubt;
    }

    /** How tabs count behind a block quote's marker is not followed, and matters little in the middle of a fence. */
    private openTabbedLine(line: LineStart): LineKind {
        const inFence = this.leaf.kind === LeafKind.Fence && this.containers.allMatched && this.containers.innermostIsQuote;
        return inFence && !line.complete ? LineKind.Code : this.doubt();
    }

    /** Either way the line begins a block, unless a paragraph is open. */
    private undecided(kind: LineKind): LineKind {
        this.startsBlock ||= this.leaf.isNone;
        return kind;
    }

    private openBlankLine(afterEmptyItem: boolean): LineKind {
        const closed = this.containers.closeUnmatched();
        if (!closed && this.outlastsEmptyLine) {
            return LineKind.Code;
        }
        if (afterEmptyItem && !closed) {
            this.containers.closeInnermost(); // An item that begins with an empty line has no content behind another one.
        }
        this.leaf.close();
        this.startsBlock = true;
        return LineKind.Blank;
    }

    private continueLeaf(line: LineStart): LineKind {
        if (this.leaf.kind === LeafKind.Html) {
            return LineKind.Html;
        }
        if (line.column - this.containers.contentColumn < 4 && this.leaf.isClosedBy(line)) {
            this.leaf.close();
        }
        return LineKind.Code;
    }

    private openBlocks(line: LineStart, next: number): LineKind {
        for (;;) {
            const continues = !this.leaf.isNone;
            const allMatched = this.containers.allMatched;
            if (line.blank) {
                return LineKind.Blank;
            }
            if (line.column - this.containers.contentColumn >= 4) {
                return continues ? this.openIndentedText(allMatched) : LineKind.Code;
            }
            if (line.atEnd) {
                return next === 0x3c ? this.undecided(LineKind.TextOrHtml) : this.openText(next === 0x5b);
            }
            if (LEAF_STARTS.has(line.code)) {
                return this.openLeaf(line);
            }
            const quote = line.takeQuoteMarker();
            if (quote !== undefined) {
                if (line.hasTabs) {
                    return this.doubt();
                }
                this.startBlock();
                if (!this.containers.pushQuote(quote)) {
                    return this.doubt();
                }
                line.skipSpaces();
                continue;
            }
            if (continues && allMatched && line.isUnderline && !(this.leaf.isUnsure && /^-[ \t]*$/.test(line.rest))) {
                this.leaf.kind = LeafKind.Unsure;
                return LineKind.Text;
            }
            if (line.isRule) {
                this.containers.closeUnmatched();
                this.startBlock();
                return LineKind.Blank;
            }
            const marker = line.listMarker;
            if (marker === undefined) {
                return this.openLeaf(line);
            }
            if (continues && allMatched && !interruptsParagraph(marker)) {
                return this.leaf.isUnsure ? this.doubt() : this.openText();
            }
            line.skipMarker(marker);
            this.startBlock();
            if (!this.containers.pushItem(marker.contentColumn)) {
                return this.doubt();
            }
            this.afterEmptyItem = marker.empty;
        }
    }

    private openLeaf(line: LineStart): LineKind {
        if (line.isHeading) {
            this.containers.closeUnmatched();
            this.startBlock();
            return LineKind.Text;
        }
        const run = line.fenceRun;
        if (run !== undefined && run.length > MAX_FENCE_LENGTH) {
            return LineKind.Lost;
        }
        if (run?.startsWith('~') === true) {
            this.openFence(run);
            return LineKind.Code;
        }
        if (run !== undefined && !line.rest.includes('`', run.length)) {
            this.fenceRun = run;
            return this.undecided(LineKind.TextOrFence);
        }
        if (line.isUnderline && !this.leaf.isNone) {
            this.leaf.kind = LeafKind.Unsure;
            return LineKind.Text;
        }
        return this.openText();
    }

    /** Four or more columns inside an open paragraph: text that goes on, if it is a paragraph. */
    private openIndentedText(allMatched: boolean): LineKind {
        if (!allMatched) {
            return this.doubt();
        }
        this.mayBeIndentedCode = this.leaf.isUnsure;
        return LineKind.Text;
    }

    private startBlock(): void {
        this.leaf.close();
        this.beganBlock = true;
        this.startsBlock = true;
    }
}

/** Only an item that begins with 1 and is not empty ends the paragraph before it. */
function interruptsParagraph(marker: ListMarker): boolean {
    return (marker.number ?? 1) === 1 && !marker.empty;
}
