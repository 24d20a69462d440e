import { HtmlBlockEnd } from './html-block';
import { LineStart } from './line-start';

/** What kind of block is open in the innermost container. */
export const enum LeafKind {
    None,
    Paragraph,
    /** A paragraph, or something that only looks like one: a table, a heading, a link's definition. */
    Unsure,
    Fence,
    Html
}

/** The paragraph, fence or HTML block that is open in the innermost container. */
export class OpenLeaf {
    kind: LeafKind = LeafKind.None;
    /** The run that opened the fence. */
    fence = '';
    htmlEnd: HtmlBlockEnd = 'empty-line';

    /** Whether none is open. */
    get isNone(): boolean {
        return this.kind === LeafKind.None;
    }

    /** Whether it may be a paragraph or something else. */
    get isUnsure(): boolean {
        return this.kind === LeafKind.Unsure;
    }

    /** Whether it is a paragraph, or looks like one. */
    get isText(): boolean {
        return this.kind === LeafKind.Paragraph || this.kind === LeafKind.Unsure;
    }

    /** Whether its lines are not markdown. */
    get isRaw(): boolean {
        return this.kind === LeafKind.Fence || this.kind === LeafKind.Html;
    }

    /** Whether it is a fence or an HTML block that an empty line does not end. */
    get outlastsEmptyLine(): boolean {
        return this.kind === LeafKind.Fence || (this.kind === LeafKind.Html && this.htmlEnd !== 'empty-line');
    }

    /** It has ended. */
    close(): void {
        this.kind = LeafKind.None;
    }

    /** A fence has begun with this run. */
    openFence(run: string): void {
        this.kind = LeafKind.Fence;
        this.fence = run;
    }

    /** An HTML block has begun that ends so. */
    openHtml(end: HtmlBlockEnd): void {
        this.kind = LeafKind.Html;
        this.htmlEnd = end;
    }

    /** Whether this line of a fence closes it, if it is not indented too far. */
    isClosedBy(line: LineStart): boolean {
        if (!line.complete || line.code !== this.fence.charCodeAt(0)) {
            return false;
        }
        const { rest } = line;
        return rest === this.fence || (rest.startsWith(this.fence) && /^(?:`+|~+)\s*$/.test(rest));
    }
}
