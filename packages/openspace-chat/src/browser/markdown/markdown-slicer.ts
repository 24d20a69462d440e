/**
 * How a slice continues what stands before it: as a block of its own, as further items of the list, as further rows of the table,
 * or as further text of the code block.
 */
export type SliceJoin = 'block' | 'items' | 'rows' | 'code';

/** A piece of a markdown text that can be rendered without the rest. */
export interface MarkdownSlice {
    /** The markdown to render: the piece itself, after what it needs to be understood alone. */
    readonly shown: string;
    readonly join: SliceJoin;
}

/** Slices are closed once they are this long and there is a place to cut. */
const SLICE_LENGTH = 800;

const FENCE = /^(`{3,}|~{3,})/;
const INNER_FENCE = /^\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(`{3,}|~{3,})/;
const LIST_ITEM = /^(?:([-*+])|\d{1,9}([.)]))\s/;
const TABLE_DELIMITER = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$/;
/** What can only begin a paragraph of its own: nothing that continues a list, a quote, a table or an HTML block. */
const FRESH_PARAGRAPH = /^[^\s\d\-*+>|<:[]/;

/**
 * Cuts a markdown text that grows into slices, so that only the last one has to be rendered again when text is added, however long
 * the whole is. It cuts where markdown does not reach across, and inside long lists, tables and code blocks. What reaches across
 * all the same (a reference to a link that is defined elsewhere) is right once the whole is rendered at the end.
 */
export class MarkdownSlicer {
    readonly closed: MarkdownSlice[] = [];
    /** Everything that was added. */
    source = '';

    /** Where the open slice begins in the source, and how far the source has been looked at: always at the beginning of a line. */
    protected start = 0;
    protected scanned = 0;
    protected join: SliceJoin = 'block';
    /** What has to stand before the open slice. */
    protected prefix = '';

    protected fence = '';
    protected fenceLine = '';
    /** Kind of bullet or delimiter of the list that is open. */
    protected list = '';
    /** Head of the table that is open, with its delimiter row. */
    protected table = '';
    protected previousLine = '';
    protected afterBlankLine = false;

    /** The slice that still grows. */
    get open(): MarkdownSlice {
        return { shown: this.prefix + this.source.slice(this.start), join: this.join };
    }

    /** Takes the next piece of the text, cut anywhere. */
    add(text: string): void {
        this.source += text;
        for (let end = this.source.indexOf('\n', this.scanned); end >= 0; end = this.source.indexOf('\n', this.scanned)) {
            this.takeLine(this.source.slice(this.scanned, end));
            this.scanned = end + 1;
        }
    }

    protected takeLine(line: string): void {
        if (this.fence !== '') {
            this.takeFencedLine(line);
        } else if (line.trim() === '') {
            this.table = '';
        } else {
            this.takeTextLine(line);
        }
        this.afterBlankLine = line.trim() === '';
        this.previousLine = line;
    }

    protected takeFencedLine(line: string): void {
        const marker = INNER_FENCE.exec(line)?.[1] ?? '';
        if (marker.startsWith(this.fence) && line.trim() === marker) {
            this.fence = '';
        } else if (this.fenceLine !== '') {
            this.cutBefore('code', `${this.fenceLine}\n`);
        }
    }

    protected takeTextLine(line: string): void {
        const item = LIST_ITEM.exec(line)?.slice(1).join('') ?? '';
        if (item !== '' && item === this.list) {
            this.cutBefore('items', '');
        } else if (this.table !== '' && line.startsWith('|')) {
            this.cutBefore('rows', this.table);
        } else if (this.afterBlankLine && (item !== '' || FENCE.test(line) || FRESH_PARAGRAPH.test(line))) {
            this.cutBefore('block', '');
        }
        this.takeStructure(line, item);
    }

    protected takeStructure(line: string, item: string): void {
        if (item !== '') {
            this.list = item;
        } else if (this.afterBlankLine && !/^\s/.test(line)) {
            this.list = '';
        }
        if (this.list === '' && TABLE_DELIMITER.test(line) && this.previousLine.startsWith('|')) {
            this.table = `${this.previousLine}\n${line}\n`;
        } else if (!line.startsWith('|')) {
            this.table = '';
        }
        const marker = INNER_FENCE.exec(line)?.[1] ?? '';
        if (marker !== '') {
            this.fence = marker;
            // A code block inside a list item is not cut.
            this.fenceLine = FENCE.test(line) ? line : '';
            this.list = this.fenceLine === '' ? this.list : '';
        }
    }

    /** Closes the open slice before the line that is being looked at, if it is long enough. */
    protected cutBefore(join: SliceJoin, prefix: string): void {
        if (this.scanned - this.start < SLICE_LENGTH) {
            return;
        }
        this.closed.push({ shown: this.prefix + this.source.slice(this.start, this.scanned), join: this.join });
        this.start = this.scanned;
        this.join = join;
        this.prefix = prefix;
    }
}
