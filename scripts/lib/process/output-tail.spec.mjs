import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { OutputTail } from './output-tail.mjs';

describe('The tail of an output', () => {
    it('is bounded and keeps the end, however the text arrives', () => {
        const tail = new OutputTail(10);
        for (const character of 'abcdefghijklmnopqrstuvwxyz') {
            tail.push(character);
        }
        assert.equal(tail.text, 'qrstuvwxyz');
        tail.push('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
        assert.equal(tail.text, 'QRSTUVWXYZ');
    });

    it('gives its last lines', () => {
        const tail = new OutputTail(100);
        tail.push('one\ntwo\nthree\n');
        assert.equal(tail.lines(2), 'two\nthree');
        assert.equal(tail.lines(9), 'one\ntwo\nthree');
    });
});
