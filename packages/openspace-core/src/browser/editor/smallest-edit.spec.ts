import assert from 'node:assert/strict';
import fc from 'fast-check';
import { smallestEdit } from './smallest-edit';

function apply(before: string, after: string): string {
    const edit = smallestEdit(before, after);
    return edit ? before.slice(0, edit.offset) + edit.text + before.slice(edit.offset + edit.length) : before;
}

describe('The smallest edit', () => {
    it('turns any text into any other', () => {
        const text = fc.array(fc.constantFrom('a', 'b', '\n', '😀', '\r\n'), { maxLength: 12 }).map(parts => parts.join(''));
        fc.assert(fc.property(text, text, (before, after) => apply(before, after) === after));
    });

    it('is none between equal texts', () => {
        assert.equal(smallestEdit('same\n', 'same\n'), undefined);
    });

    it('touches only the lines that differ', () => {
        assert.deepEqual(smallestEdit('a\nbee\nc\n', 'a\nbit\nc\n'), { offset: 2, length: 4, text: 'bit\n' });
        assert.deepEqual(smallestEdit('a\nc', 'a\nb\nc'), { offset: 2, length: 0, text: 'b\n' });
        assert.deepEqual(smallestEdit('a\nb\nb\nc', 'a\nb\nc'), { offset: 4, length: 2, text: '' });
        assert.deepEqual(smallestEdit('\nx', 'y\nx'), { offset: 0, length: 1, text: 'y\n' });
    });
});
