import type { GrowingMarkdownContent } from './growing-markdown-content';
import type { LinkDefinitions, MarkdownSlice } from './markdown-slice';

/** Turns markdown into nodes that are safe to show. */
export interface MarkdownNodes {
    render(markdown: string): DocumentFragment;
    /** What the slice defines is added to the definitions of the slices before it. */
    renderSlice(slice: MarkdownSlice, definitions: LinkDefinitions): DocumentFragment;
}

/** Shows a text of the answer as it grows: closed slices are rendered once, only the open one again and again. */
export class GrowingMarkdownView {
    protected shownSlices = 0;
    /** What the closed slices define. */
    protected readonly definitions: LinkDefinitions = {};
    /** What the open slice put into the page. */
    protected openNodes: ChildNode[] = [];
    protected isFinished = false;

    constructor(
        protected readonly host: HTMLElement,
        protected readonly content: GrowingMarkdownContent,
        protected readonly nodes: MarkdownNodes
    ) {}

    /** Brings the page up to date. */
    update(): void {
        const { slices, isFinished } = this.content;
        if (this.isFinished) {
            return;
        }
        if (isFinished) {
            this.isFinished = true;
            // The whole at once is right in every detail; what never had to be cut is so already.
            if (slices.closed.length > 0 || this.openNodes.length === 0) {
                this.host.replaceChildren(this.nodes.render(slices.source));
                return;
            }
        }
        this.openNodes.forEach(node => node.remove());
        for (; this.shownSlices < slices.closed.length; this.shownSlices++) {
            this.append(slices.closed[this.shownSlices], this.definitions);
        }
        this.openNodes = this.append(slices.open, { ...this.definitions });
        // Lays the page out now: whoever adds text may ask how long showing it took.
        this.host.getBoundingClientRect();
    }

    /** Puts a slice where it continues what is shown; answers with the nodes that this added. */
    protected append(slice: MarkdownSlice, definitions: LinkDefinitions): ChildNode[] {
        return moveInto(this.host, this.nodes.renderSlice(slice, definitions), slice.path);
    }
}

/** Goes on in the last element of the path with what the first one of the same path holds; answers with the nodes that were moved. */
function moveInto(into: ParentNode, from: ParentNode, [name, ...path]: readonly string[]): ChildNode[] {
    const isNext = ({ localName }: Element): boolean => localName === name;
    const [last, first] = [[...into.children].findLast(isNext), [...from.children].find(isNext)];
    if (!last || !first) {
        const nodes = [...from.childNodes];
        into.append(...nodes);
        return nodes;
    }
    const inside = moveInto(last, first, path);
    const nodes = [...from.childNodes];
    const behind = nodes.slice(nodes.indexOf(first) + 1);
    if (behind.every(node => node instanceof Text && node.data.trim() === '')) {
        // Line breaks alone would only pile up.
        return inside;
    }
    into.append(...behind);
    return [...inside, ...behind];
}
