import assert from 'node:assert/strict';
import type { CommandArgumentSchema } from '@openspace/protocol';
import { CommandRefusal } from '../../common';
import { checkArguments, faultOfValue } from './argument-check';

const schema: CommandArgumentSchema = {
    type: 'object',
    properties: {
        path: { type: 'string', minLength: 1 },
        line: { type: 'integer', minimum: 1 },
        side: { type: 'string', enum: ['left', 'right'] }
    },
    required: ['path'],
    additionalProperties: false
};

function refusalOf(args: unknown): CommandRefusal {
    try {
        checkArguments('openspace.test.run', schema, args);
    } catch (error) {
        assert.ok(error instanceof CommandRefusal);
        return error;
    }
    return assert.fail('the arguments were accepted');
}

describe('checkArguments', () => {
    it('accepts what the schema describes', () => {
        checkArguments('openspace.test.run', schema, { path: 'a', line: 3, side: 'left' });
    });

    it('names a missing argument, and all arguments there are', () => {
        const { code, message } = refusalOf({});
        assert.equal(code, 'invalid-arguments');
        assert.match(message, /openspace\.test\.run: the arguments must have required property 'path'/);
        assert.match(message, /Arguments: \{path, line\?, side\?\}/);
    });

    it('names every fault at once', () => {
        const { message } = refusalOf({ path: 7, line: 0, side: 'up', extra: 1 });
        for (const part of [
            '"path" must be string',
            '"line" must be >= 1',
            '"side" must be one of "left", "right"',
            'must not have "extra"'
        ]) {
            assert.ok(message.includes(part), `${part} is missing in: ${message}`);
        }
    });

    it('does not turn a text into a number', () => {
        assert.match(refusalOf({ path: 'a', line: '42' }).message, /"line" must be integer/);
    });

    for (const args of [null, [], 'path', 42]) {
        it(`refuses ${JSON.stringify(args)} in place of an object`, () => {
            assert.match(refusalOf(args).message, /must be object/);
        });
    }
});

describe('What is wrong with one argument', () => {
    const TABLE: readonly (readonly [schema: object, value: unknown, words: string | undefined])[] = [
        [{ type: 'integer' }, 'x', 'Give a whole number.'],
        [{ type: 'integer' }, 1.5, 'Give a whole number.'],
        [{ type: 'number' }, 'x', 'Give a number.'],
        [{ type: 'integer', minimum: 1 }, 0, 'Give 1 or more.'],
        [{ type: 'integer', maximum: 100 }, 101, 'Give 100 or less.'],
        [{ type: 'string', minLength: 1 }, '', 'It must not be empty.'],
        [{ type: 'string', minLength: 2 }, 'a', 'Give at least 2 characters.'],
        [{ type: 'string', maxLength: 2 }, 'abc', 'Give at most 2 characters.'],
        [{ type: 'string', pattern: '^a$' }, 'b', 'It must match pattern "^a$".'],
        [{ type: 'string' }, 'b', undefined]
    ];
    for (const [valueSchema, value, words] of TABLE) {
        it(`is said in words: ${words ?? 'nothing'}`, () => assert.equal(faultOfValue(valueSchema, value), words));
    }
});
