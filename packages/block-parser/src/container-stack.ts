import { LineStart } from './line-start';

/** A block quote; any other entry is a list item, given by the column of its content. */
const QUOTE = -1;
/** More containers than anybody nests. */
const MAX_CONTAINERS = 24;

/** The block quotes and list items that are open, from the outermost in, and how many of them go on in the current line. */
export class ContainerStack {
    private readonly entries = new Int32Array(MAX_CONTAINERS + 1);
    private depth = 0;
    private matched = 0;
    /** The column where the content of the innermost quote of this line begins. */
    private quoteColumn = 0;

    /** Whether no quote and no item is open. */
    get isEmpty(): boolean {
        return this.depth === 0;
    }

    /** Whether all that were open before this line go on in it. */
    get allMatched(): boolean {
        return this.matched === this.depth;
    }

    /** Whether this line goes on in a quote. */
    get inQuote(): boolean {
        return this.quoteColumn > 0;
    }

    /** Whether the innermost one is a quote. */
    get innermostIsQuote(): boolean {
        return this.depth > 0 && this.entries[this.depth - 1] === QUOTE;
    }

    /** The column from which the content of the innermost container of this line is indented. */
    get contentColumn(): number {
        const innermost = this.matched === 0 ? QUOTE : (this.entries[this.matched - 1] ?? QUOTE);
        return innermost === QUOTE ? this.quoteColumn : this.quoteColumn + innermost;
    }

    /** None is open any more. */
    reset(): void {
        this.matched = 0;
        this.quoteColumn = 0;
        this.closeUnmatched();
    }

    /** Finds how many go on in this line, and takes their markers from it. */
    match(line: LineStart): void {
        this.quoteColumn = 0;
        this.matched = 0;
        while (this.matched < this.depth) {
            const container = this.entries[this.matched] ?? QUOTE;
            if (container === QUOTE) {
                const column = line.takeQuoteMarker();
                if (column === undefined) {
                    break;
                }
                this.quoteColumn = column;
                line.skipSpaces();
            } else if (!line.blank && line.column - this.quoteColumn < container) {
                break;
            }
            this.matched++;
        }
    }

    /** Opens a quote whose content begins at this column. Returns false where there are too many containers. */
    pushQuote(contentColumn: number): boolean {
        this.quoteColumn = contentColumn;
        return this.push(QUOTE);
    }

    /** Opens a list item whose content begins at this column. Returns false where there are too many containers. */
    pushItem(contentColumn: number): boolean {
        return this.push(contentColumn - this.quoteColumn);
    }

    /** Closes those that do not go on in this line. Returns whether there were any. */
    closeUnmatched(): boolean {
        const closed = !this.allMatched;
        this.depth = this.matched;
        return closed;
    }

    /** The innermost one has ended. */
    closeInnermost(): void {
        this.depth = Math.max(this.depth - 1, 0);
        this.matched = this.depth;
    }

    private push(container: number): boolean {
        this.closeUnmatched();
        this.entries[this.depth] = container;
        this.matched = ++this.depth;
        return this.depth <= MAX_CONTAINERS;
    }
}
