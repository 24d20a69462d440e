import assert from 'node:assert/strict';
import { excerptOf } from './text-excerpt';

const TEXT = 'one\ntwo\nthree\nfour\n';

describe('An excerpt', () => {
    it('is the whole text unless lines were asked for', () => {
        assert.deepEqual(excerptOf(TEXT), { content: TEXT, startLine: 1, endLine: 5, lineCount: 5, truncated: false });
    });

    it('has the lines that were asked for, whichever comes first', () => {
        assert.equal(excerptOf(TEXT, 2, 3).content, 'two\nthree');
        assert.equal(excerptOf(TEXT, 3, 2).content, 'two\nthree');
        assert.equal(excerptOf(TEXT, 4).content, 'four\n');
        assert.equal(excerptOf(TEXT, undefined, 1).content, 'one');
    });

    it('ends where the text ends', () => {
        const { content, startLine, endLine } = excerptOf(TEXT, 4, 99);
        assert.deepEqual([content, startLine, endLine], ['four\n', 4, 5]);
        assert.deepEqual(excerptOf('a\nb', 70, 99), { content: 'b', startLine: 2, endLine: 2, lineCount: 2, truncated: false });
    });

    it('says when it was cut, and where', () => {
        assert.deepEqual(excerptOf(TEXT, 2, 4, 6), { content: 'two\nth', startLine: 2, endLine: 3, lineCount: 5, truncated: true });
    });
});
