import assert from 'node:assert/strict';
import { ReadParts } from './read-parts';
import { excerptOf } from './text-excerpt';

const TEXT = 'one\ntwo\nthree\nfour';

describe('The parts that a reader was sent', () => {
    const read = (parts: ReadParts, ...[startLine, endLine, maxLength]: (number | undefined)[]): boolean =>
        parts.add('reader', 'v1', excerptOf(TEXT, startLine, endLine, maxLength));

    it('are the whole text once they cover every line, in any order', () => {
        const parts = new ReadParts();
        assert.deepEqual([read(parts, 3, 4), read(parts, 1, 1), read(parts, 2, 3)], [false, false, true]);
        assert.equal(read(new ReadParts()), true);
    });

    it('are not the whole text when a line was cut within', () => {
        const parts = new ReadParts();
        assert.deepEqual([read(parts, 1, 3), read(parts, 4, 4, 2)], [false, false]);
        assert.equal(read(parts, 4, 4), true);
    });

    it('count for one version of the text', () => {
        const parts = new ReadParts();
        read(parts, 1, 2);
        assert.equal(parts.add('reader', 'v2', excerptOf(TEXT, 3, 4)), false);
    });

    it('tell whether more was wanted, until the rest was read', () => {
        const parts = new ReadParts();
        read(parts, 1, 2);
        assert.equal(parts.wasCut('reader'), false);
        read(parts, 1, 4, 8);
        assert.equal(parts.wasCut('reader'), true);
        read(parts, 3, 4);
        assert.equal(parts.wasCut('reader'), false);
    });
});
