import type { Highlight } from './highlight-book';

/** Kept for this browser tab alone. */
const STORAGE_KEY = 'openspace.highlights';

/** Keeps the highlights over a reload, which ends no session. */
export function storeHighlights(highlights: readonly Highlight[]): void {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(highlights));
}

/** The highlights from before a reload; they are handed out once, so that a copy of the tab starts without them. */
export function takeStoredHighlights(): Highlight[] {
    const stored = sessionStorage.getItem(STORAGE_KEY) ?? '[]';
    sessionStorage.removeItem(STORAGE_KEY);
    try {
        return JSON.parse(stored) as Highlight[];
    } catch {
        // Written by something else; nothing is known then.
        return [];
    }
}
