import { faultOfValue } from '../command/argument-check';
import type { Highlight } from './highlight-book';

/** Kept for this browser tab alone. */
const STORAGE_KEY = 'openspace.highlights';

const position = { type: 'integer', minimum: 1 };
const HIGHLIGHTS_SCHEMA = {
    type: 'array',
    items: {
        type: 'object',
        properties: {
            id: { type: 'string' },
            sessionId: { type: 'string' },
            uri: { type: 'string' },
            path: { type: 'string' },
            color: { type: 'string' },
            ranges: {
                type: 'array',
                items: {
                    type: 'object',
                    properties: { startLine: position, endLine: position, startColumn: position, endColumn: position },
                    required: ['startLine', 'endLine']
                }
            }
        },
        required: ['id', 'uri', 'path', 'color', 'ranges']
    }
};

/** Keeps the highlights over a reload, which ends no session. */
export function storeHighlights(highlights: readonly Highlight[]): void {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(highlights));
}

/** The highlights from before a reload; they are handed out once, so that a copy of the tab starts without them. */
export function takeStoredHighlights(): Highlight[] {
    const stored = parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    sessionStorage.removeItem(STORAGE_KEY);
    return isHighlights(stored) ? stored : [];
}

/** Undefined for what something else has written. */
function parse(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}

function isHighlights(value: unknown): value is Highlight[] {
    return faultOfValue(HIGHLIGHTS_SCHEMA, value) === undefined;
}
