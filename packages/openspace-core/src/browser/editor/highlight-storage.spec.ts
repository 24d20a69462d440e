import '../testing/browser-environment';
import assert from 'node:assert/strict';
import type { Highlight } from './highlight-book';
import { storeHighlights, takeStoredHighlights } from './highlight-storage';

const HIGHLIGHT: Highlight = {
    id: 'x',
    sessionId: 'session',
    uri: 'file:///a.ts',
    path: 'a.ts',
    color: 'green',
    ranges: [{ startLine: 1, endLine: 2, startColumn: 3, endColumn: 4 }]
};

describe('The highlights of before a reload', () => {
    beforeEach(() => sessionStorage.clear());

    it('are handed out once', () => {
        const byPerson = { ...HIGHLIGHT, id: 'y', sessionId: undefined, ranges: [{ startLine: 1, endLine: 2 }] };
        storeHighlights([HIGHLIGHT, byPerson]);
        assert.deepEqual(takeStoredHighlights(), [HIGHLIGHT, JSON.parse(JSON.stringify(byPerson))]);
        assert.deepEqual(takeStoredHighlights(), []);
    });

    for (const [what, text] of [
        ['no JSON', 'x'],
        ['no list', '{"id":"x"}'],
        ['a list of something else', '[{"id":"x"}]'],
        ['a highlight without lines', JSON.stringify([{ ...HIGHLIGHT, ranges: [{ startLine: 0 }] }])]
    ] as const) {
        it(`are none where something else has stored ${what}`, () => {
            storeHighlights([HIGHLIGHT]);
            sessionStorage.setItem(Object.keys(sessionStorage)[0] ?? '', text);
            assert.deepEqual(takeStoredHighlights(), []);
        });
    }
});
