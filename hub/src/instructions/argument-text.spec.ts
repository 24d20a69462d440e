import assert from 'node:assert/strict';
import { CommandArgumentSchema } from '@openspace/protocol';
import { argumentTexts } from './argument-text';

const lines = (properties: CommandArgumentSchema['properties'], required: string[] = []): string[] =>
    argumentTexts({ type: 'object', properties, required, additionalProperties: false }).map(({ name, meaning }) => `${name}: ${meaning}`);

describe('argumentTexts', () => {
    it('says name, type, whether it may be left out, and what it means', () => {
        assert.deepEqual(lines({ path: { type: 'string', description: 'Path of the file.' }, preview: { type: 'boolean' } }, ['path']), [
            'path: string – Path of the file.',
            'preview?: boolean'
        ]);
    });

    it('shows the range of numbers', () => {
        assert.deepEqual(
            lines({
                line: { type: 'integer', minimum: 1 },
                width: { type: 'number', minimum: 0, maximum: 100 },
                below: { type: 'number', maximum: 0 },
                any: { type: 'number' },
                huge: { type: 'integer', minimum: 1, maximum: 1_000_000_000 }
            }),
            ['line?: integer >= 1', 'width?: number 0..100', 'below?: number <= 0', 'any?: number', 'huge?: integer >= 1']
        );
    });

    it('says what is taken for an argument that is left out', () => {
        assert.deepEqual(
            lines({ lines: { type: 'integer', minimum: 1, default: 100, description: 'How many.' }, color: { default: 'red' } }),
            ['lines?: integer >= 1 = 100 – How many.', 'color?: any = "red"']
        );
    });

    it('lists the choices', () => {
        assert.deepEqual(lines({ a: { enum: ['x', 'y', 1] }, b: { const: 'z' }, c: { type: ['string', 'null'] } }), [
            'a?: "x" | "y" | 1',
            'b?: "z"',
            'c?: string | null'
        ]);
        assert.deepEqual(lines({ a: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, b: { oneOf: [{ type: 'string' }] } }), [
            'a?: string | integer',
            'b?: string'
        ]);
    });

    it('is cut where it would be too long', () => {
        const [choices = '', type = '', preset = ''] = lines({
            a: { enum: Array.from({ length: 60 }, (_, index) => index) },
            b: { type: 'object', properties: Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field${index}`, {}])) },
            c: { type: 'string', default: 'x'.repeat(10_000) }
        });
        assert.match(choices, / \| 49 \| \(10 more\)$/);
        assert.match(type, /…$/);
        assert.deepEqual([type.length, preset.length], ['b?: '.length + 1001, 'c?: string = '.length + 301]);
    });

    it('writes arrays and objects the way a programmer does', () => {
        const range = {
            type: 'object',
            properties: { startLine: { type: 'integer' }, endLine: { type: 'integer' }, startColumn: { type: 'integer' } },
            required: ['startLine', 'endLine']
        } as const;
        assert.deepEqual(lines({ ranges: { type: 'array', items: range } }), [
            'ranges?: {startLine: integer, endLine: integer, startColumn?: integer}[]'
        ]);
        assert.deepEqual(lines({ a: { type: 'array', items: { enum: [1, 2] } }, b: { type: 'array' }, c: { type: 'object' } }), [
            'a?: (1 | 2)[]',
            'b?: any[]',
            'c?: object'
        ]);
    });

    it('copes with schemas that say nothing', () => {
        assert.deepEqual(lines({ a: {}, b: { type: 'array', items: true } }), ['a?: any', 'b?: any[]']);
    });

    it('stops at deep nesting', () => {
        let schema: CommandArgumentSchema['properties'][string] = { type: 'string' };
        for (let depth = 0; depth < 50; depth++) {
            schema = { type: 'array', items: schema };
        }
        assert.deepEqual(lines({ deep: schema }), ['deep?: any[][][][][]']);
    });

    it('keeps names and descriptions on one line', () => {
        assert.deepEqual(lines({ 'a\n# b': { type: 'string', description: 'x\n# y `z`' } }), [
            'a\\u000a# b?: string – x\\u000a# y \\u0060z\\u0060'
        ]);
    });

    it('looks at each name of very many required ones a few times at most', () => {
        const names = Array.from({ length: 1000 }, (_, index) => `name${index}`);
        const properties = Object.fromEntries(names.map(name => [name, { type: 'string' }]));
        let looks = 0;
        const required = new Proxy(names, {
            get: (target, key, receiver): unknown => {
                looks++;
                return Reflect.get(target, key, receiver);
            }
        });
        const closed = { type: 'object', properties, required, additionalProperties: false } as const;
        assert.equal(argumentTexts(closed).at(-1)?.name, 'name999');
        assert.match(lines({ nested: closed })[0], /: \{name0: string, /);
        assert.ok(looks < 10 * names.length, `${looks} looks at ${names.length} names`);
    });
});
