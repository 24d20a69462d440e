import type { DockLayout } from '@theia/core/shared/@lumino/widgets';

/** A split dock panel, as Lumino saves it. */
export type SplitTree<Content> =
    | { readonly type: 'tab-area'; readonly widgets: readonly Content[] }
    | { readonly type: 'split-area'; readonly orientation: SplitOrientation; readonly children: readonly SplitTree<Content>[] };

/** How the parts of a split stand: side by side is horizontal. */
export type SplitOrientation = DockLayout.ISplitAreaConfig['orientation'];

/** A handle at an edge of a pane. */
export interface SizingHandle {
    /** Place in the list of all handles that the dock layout has. */
    readonly index: number;
    /** Moved to the right or down by one pixel, the pane gets larger (1) or smaller (-1) by one. */
    readonly direction: 1 | -1;
}

/**
 * The handles that change the size of the pane with this content, the one behind it first. None when the pane takes all of the
 * panel in that orientation, and when nothing holds the content.
 */
export function sizingHandles<Content>(tree: SplitTree<Content>, content: Content, orientation: SplitOrientation): SizingHandle[] {
    return findHandles(tree, content, orientation, 0) ?? [];
}

/** Undefined when the tree does not hold the content. `first` is the place of the tree's first handle. */
function findHandles<Content>(
    tree: SplitTree<Content>,
    content: Content,
    orientation: SplitOrientation,
    first: number
): SizingHandle[] | undefined {
    if (tree.type === 'tab-area') {
        return tree.widgets.includes(content) ? [] : undefined;
    }
    // A split lists a handle for each of its children, the last one hidden, and then the handles inside of the children.
    let firstOfChild = first + tree.children.length;
    for (const [index, child] of tree.children.entries()) {
        const inner = findHandles(child, content, orientation, firstOfChild);
        if (inner) {
            return inner.length > 0 || tree.orientation !== orientation ? inner : handlesAt(index, tree.children.length, first);
        }
        firstOfChild += countHandles(child);
    }
    return undefined;
}

function handlesAt(child: number, children: number, first: number): SizingHandle[] {
    return [
        ...(child < children - 1 ? [{ index: first + child, direction: 1 } as const] : []),
        ...(child > 0 ? [{ index: first + child - 1, direction: -1 } as const] : [])
    ];
}

function countHandles(tree: SplitTree<unknown>): number {
    return tree.type === 'tab-area' ? 0 : tree.children.reduce((sum, child) => sum + countHandles(child), tree.children.length);
}
