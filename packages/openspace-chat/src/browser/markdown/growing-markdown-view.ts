import type { GrowingMarkdownContent } from './growing-markdown-content';
import type { MarkdownSlice } from './markdown-slicer';

/** Turns markdown into nodes that are safe to show. */
export type RenderMarkdown = (markdown: string) => DocumentFragment;

/** Shows a text of the answer as it grows: closed slices are rendered once, only the open one again and again. */
export class GrowingMarkdownView {
    protected shownSlices = 0;
    /** What the open slice put into the page. */
    protected openNodes: ChildNode[] = [];
    protected isFinished = false;

    constructor(
        protected readonly host: HTMLElement,
        protected readonly content: GrowingMarkdownContent,
        protected readonly render: RenderMarkdown
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
                this.host.replaceChildren(this.render(slices.source));
                return;
            }
        }
        this.openNodes.forEach(node => node.remove());
        for (; this.shownSlices < slices.closed.length; this.shownSlices++) {
            this.append(slices.closed[this.shownSlices]);
        }
        this.openNodes = this.append(slices.open);
    }

    /** Puts a slice where it continues what is shown; answers with the nodes that this added. */
    protected append({ shown, join }: MarkdownSlice): ChildNode[] {
        const fragment = this.render(shown);
        const [into, from] = this.continuation(fragment, join);
        const continuing = into && from ? [...from.childNodes] : [];
        if (into && from) {
            into.append(...continuing);
            fragment.firstElementChild?.remove();
        }
        const following = [...fragment.childNodes];
        this.host.append(...following);
        return [...continuing, ...following];
    }

    /** The element that a slice goes on in, and the one in the slice that holds what goes in there. */
    protected continuation(fragment: DocumentFragment, join: MarkdownSlice['join']): [Element?, Element?] {
        const [last, first] = [this.host.lastElementChild ?? undefined, fragment.firstElementChild ?? undefined];
        switch (join) {
            case 'items':
                return last?.tagName === first?.tagName ? [last, first] : [];
            case 'rows':
                return [last?.querySelector('tbody') ?? undefined, first?.querySelector('tbody') ?? undefined];
            case 'code':
                return [last?.querySelector('code') ?? undefined, first?.querySelector('code') ?? undefined];
            case 'block':
                return [];
        }
    }
}
