/** Rows beyond the edges that are there already when a person scrolls. */
const SPARE_ROWS = 10;

/** The rows that are in view, and a few beyond, as half-open range of indexes. */
export function visibleRows(count: number, rowHeight: number, scrollTop: number, height: number): { start: number; end: number } {
    const first = Math.floor(scrollTop / rowHeight) - SPARE_ROWS;
    const last = Math.ceil((scrollTop + height) / rowHeight) + SPARE_ROWS;
    return { start: Math.max(0, Math.min(first, count)), end: Math.max(0, Math.min(last, count)) };
}

/** Where to scroll so that a row is in view; where it is when it is already. */
export function scrollTopFor(index: number, rowHeight: number, scrollTop: number, height: number): number {
    const top = index * rowHeight;
    return top < scrollTop ? top : Math.max(scrollTop, top + rowHeight - height);
}
