/** A part of the answer that can still grow. */
export interface GrowingMarkdown {
    /** Makes this the whole text of the part. */
    setText(text: string): void;
}

/** Parts are closed once they are this long and a paragraph ends. */
const PART_LENGTH = 800;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** What can only begin a paragraph of its own: nothing that continues a list, a quote, a table or an HTML block. */
const FRESH_PARAGRAPH = /^[^\s\d\-*+>|<:[]/;

/**
 * Lets an answer grow as a row of parts. Whoever shows a part renders its whole markdown again whenever it changes, so the part that
 * changes must stay short, however long the answer is. A part ends only where markdown cannot reach across: at a blank line outside
 * code, before a plain paragraph.
 */
export class MarkdownFlow {
    protected part?: GrowingMarkdown;
    protected text = '';
    /** How much of the text has been looked at, always up to the beginning of a line. */
    protected scanned = 0;
    protected fence = '';
    protected afterBlankLine = false;

    constructor(protected readonly openPart: () => GrowingMarkdown) {}

    add(text: string): void {
        this.text += text;
        for (let cut = this.findCut(); cut !== undefined; cut = this.findCut()) {
            this.show(this.text.slice(0, cut));
            this.text = this.text.slice(cut);
            this.scanned = 0;
            this.part = undefined;
        }
        this.show(this.text);
    }

    /** The next text begins a new part: something else stands between. */
    interrupt(): void {
        this.part = undefined;
        this.text = '';
        this.scanned = 0;
        this.fence = '';
        this.afterBlankLine = false;
    }

    protected show(text: string): void {
        if (text !== '') {
            this.part ??= this.openPart();
            this.part.setText(text);
        }
    }

    /** Where the part can end now. Looks at each line once, when it is complete. */
    protected findCut(): number | undefined {
        for (let end = this.text.indexOf('\n', this.scanned); end >= 0; end = this.text.indexOf('\n', this.scanned)) {
            const start = this.scanned;
            const line = this.text.slice(start, end);
            const mayCut =
                this.fence === '' && this.afterBlankLine && start >= PART_LENGTH && FRESH_PARAGRAPH.test(line) && !FENCE.test(line);
            if (mayCut) {
                this.afterBlankLine = false;
                return start;
            }
            this.takeLine(line);
            this.scanned = end + 1;
        }
        return undefined;
    }

    protected takeLine(line: string): void {
        const marker = FENCE.exec(line)?.[1] ?? '';
        if (this.fence === '') {
            this.fence = marker;
        } else if (marker.startsWith(this.fence) && line.trim() === marker) {
            this.fence = '';
        }
        this.afterBlankLine = line.trim() === '';
    }
}
