import assert from 'node:assert/strict';
import { scrollTopFor, visibleRows } from './visible-rows';

describe('visibleRows', () => {
    it('are few, however long the list is', () => {
        assert.deepEqual(visibleRows(10_000, 22, 110_000, 220), { start: 4_990, end: 5_020 });
    });

    it('stay inside the list', () => {
        assert.deepEqual(visibleRows(3, 22, 0, 220), { start: 0, end: 3 });
        assert.deepEqual(visibleRows(0, 22, 500, 220), { start: 0, end: 0 });
        assert.deepEqual(visibleRows(5, 22, 9_999, 220), { start: 5, end: 5 });
    });
});

describe('scrollTopFor', () => {
    it('moves no farther than needed', () => {
        assert.equal(scrollTopFor(5, 20, 0, 200), 0);
        assert.equal(scrollTopFor(10, 20, 0, 200), 20);
        assert.equal(scrollTopFor(2, 20, 100, 200), 40);
    });
});
