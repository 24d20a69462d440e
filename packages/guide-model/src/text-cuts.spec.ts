import assert from 'node:assert/strict';
import { cutAt, everyCut, inPieces } from './text-cuts';

describe('text cuts', () => {
    it('cut before each position, in order and once', () => {
        assert.deepEqual(cutAt('abcdef', [4, 1, 4]), ['a', 'bcd', 'ef']);
    });

    it('ignore positions outside the text', () => {
        assert.deepEqual(cutAt('abc', [-1, 0, 3, 9]), ['abc']);
    });

    it('give every way to cut a text in two', () => {
        assert.deepEqual(everyCut('abc'), [
            ['a', 'bc'],
            ['ab', 'c']
        ]);
        assert.deepEqual(everyCut(''), []);
    });

    it('make pieces of whole characters', () => {
        assert.deepEqual(inPieces('a😀bcd', 2), ['a😀', 'bc', 'd']);
        assert.deepEqual(inPieces('a😀', 1), ['a', '😀']);
    });
});
