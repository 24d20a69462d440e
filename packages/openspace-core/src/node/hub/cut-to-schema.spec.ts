import assert from 'node:assert/strict';
import { cutToSchema } from './cut-to-schema';

const SCHEMA = {
    type: 'object',
    properties: {
        name: { type: 'string', maxLength: 3 },
        list: { type: 'array', maxItems: 2, items: { type: 'object', properties: { text: { type: 'string', maxLength: 2 } } } },
        free: { type: 'string' }
    }
} as const;

describe('Cutting to a schema', () => {
    it('shortens texts and lists at any depth', () => {
        const value = { name: 'abcdef', list: [{ text: 'xyz' }, { text: 'y' }, { text: 'z' }] };
        assert.deepEqual(cutToSchema(value, SCHEMA), { name: 'abc', list: [{ text: 'xy' }, { text: 'y' }] });
    });

    it('keeps what fits and what has no limit', () => {
        const value = { name: 'abc', list: [], free: 'x'.repeat(1000), unknown: [1, 2, 3], number: 5 };
        assert.deepEqual(cutToSchema(value, SCHEMA), value);
    });

    it('does not cut a character in the middle', () => {
        assert.deepEqual(cutToSchema({ name: 'ab🍵' }, SCHEMA), { name: 'ab' });
    });

    it('takes names that every object has for what they are', () => {
        const value: unknown = JSON.parse('{"toString":"long enough"}');
        assert.deepEqual(cutToSchema(value, SCHEMA), value);
    });
});
