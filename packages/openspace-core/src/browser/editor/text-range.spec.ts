import assert from 'node:assert/strict';
import { clampLine, clampRange, describeRanges, lastLineOf, type TextExtent } from './text-range';

const TEN_LINES: TextExtent = { lineCount: 10, endColumnOf: line => line * 2 };

describe('A range', () => {
    it('inside the text stays as it is', () => {
        const range = { startLine: 3, endLine: 4, startColumn: 2, endColumn: 5 };
        assert.deepEqual(clampRange(range, TEN_LINES), range);
    });

    it('of whole lines gets no columns', () => {
        assert.deepEqual(clampRange({ startLine: 1, endLine: 10 }, TEN_LINES), { startLine: 1, endLine: 10 });
    });

    it('behind the end becomes the last line', () => {
        assert.deepEqual(clampRange({ startLine: 8, endLine: 99 }, TEN_LINES), { startLine: 8, endLine: 10 });
        assert.deepEqual(clampRange({ startLine: 50, endLine: 99 }, TEN_LINES), { startLine: 10, endLine: 10 });
    });

    it('ends where its lines end', () => {
        const clamped = { startLine: 2, endLine: 3, startColumn: 4, endColumn: 6 };
        assert.deepEqual(clampRange({ startLine: 2, endLine: 3, startColumn: 99, endColumn: 99 }, TEN_LINES), clamped);
    });

    it('with nothing between its columns is the whole line', () => {
        for (const [startColumn, endColumn] of [
            [50, 60],
            [3, 3]
        ]) {
            const asked = { startLine: 4, endLine: 4, startColumn, endColumn };
            assert.deepEqual(clampRange(asked, TEN_LINES), { startLine: 4, endLine: 4 });
        }
    });

    it('with one column reaches from there to the end, or to there from the beginning', () => {
        const open = { startLine: 2, endLine: 5 };
        assert.deepEqual(clampRange({ ...open, startColumn: 3 }, TEN_LINES), { ...open, startColumn: 3, endColumn: 10 });
        assert.deepEqual(clampRange({ ...open, endColumn: 3 }, TEN_LINES), { ...open, startColumn: 1, endColumn: 3 });
    });

    it('that was given backwards is turned round', () => {
        assert.deepEqual(clampRange({ startLine: 7, endLine: 5 }, TEN_LINES), { startLine: 5, endLine: 7 });
        assert.deepEqual(clampRange({ startLine: 5, endLine: 5, startColumn: 9, endColumn: 2 }, TEN_LINES), {
            startLine: 5,
            endLine: 5,
            startColumn: 2,
            endColumn: 9
        });
    });

    it('is described in words', () => {
        assert.equal(
            describeRanges([
                { startLine: 3, endLine: 3 },
                { startLine: 42, endLine: 50 }
            ]),
            'line 3, lines 42 to 50'
        );
    });
});

describe('A line', () => {
    it('is the nearest one that the text has', () => {
        assert.deepEqual([clampLine(5, 10), clampLine(11, 10), clampLine(0, 10)], [5, 10, 1]);
    });

    it('of several ranges is the furthest that any of them names', () => {
        assert.equal(
            lastLineOf([
                { startLine: 9, endLine: 2 },
                { startLine: 3, endLine: 4 }
            ]),
            9
        );
    });
});
