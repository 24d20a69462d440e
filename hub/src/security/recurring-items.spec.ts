import assert from 'node:assert/strict';
import { LIMITS } from '@openspace/protocol';
import fc from 'fast-check';
import { HubError } from '../hub-error';
import { parseJsonBody } from './json-body';
import { RecurringItems } from './recurring-items';

/** What a parser says to a text: a value, or why not. */
function verdict(parse: (body: Buffer) => unknown, body: Buffer | string): unknown {
    try {
        return { value: parse(Buffer.from(body)) };
    } catch (error) {
        assert.ok(error instanceof HubError);
        return { statusCode: error.statusCode, message: error.message };
    }
}

/** Has one parser take all bodies in turn, and expects of each what the parser without a memory says. */
function assertSame(bodies: readonly (Buffer | string)[]): void {
    const { parse } = new RecurringItems('items');
    for (const body of bodies) {
        assert.deepEqual(verdict(parse, body), verdict(parseJsonBody, body), body.toString());
    }
}

const itemsOf = (value: unknown): readonly unknown[] => (value as { items: unknown[] }).items;

describe('RecurringItems', () => {
    it('takes items that come again from memory, whatever is new before, between and after them', () => {
        const { parse } = new RecurringItems('items');
        const [first, second, third] = itemsOf(parse(Buffer.from('{"at":1,"items":[{"a":1},{"b":"]"},{"c":[2,3]}]}')));
        const next = parse(Buffer.from('{"at":2,"items":[{"a":1},{"new":","},{"c":[2,3]}],"more":true}'));
        assert.deepEqual(next, { at: 2, items: [{ a: 1 }, { new: ',' }, { c: [2, 3] }], more: true });
        assert.equal(itemsOf(next)[0], first);
        assert.equal(itemsOf(next)[2], third);
        assert.notEqual(itemsOf(next)[1], second);
        assert.equal(itemsOf(parse(Buffer.from('{"items" : [{"c":[2,3]}]}')))[0], third);
    });

    it('says the same as a parser without a memory about every body after every other', () => {
        const item = fc.oneof(
            fc.constantFrom(
                '{"a":1}',
                '"x"',
                '"],["',
                '{"items":[1]}',
                '[]',
                ' 1 ',
                '"\\""',
                '{"__proto__":1}',
                '{',
                ',',
                '',
                '"',
                '],"items":[2'
            ),
            fc.json({ maxDepth: 2 })
        );
        const body = fc
            .tuple(
                fc.constantFrom(
                    '{',
                    '{"at":1,',
                    '{"items":[1],',
                    '{"at":{',
                    '{"at":"{",',
                    '{"a\\',
                    '["',
                    '{"at":"',
                    ' {',
                    '{"constructor":1,'
                ),
                fc.constantFrom('"items":[', '"items" :\n[', '"items":'),
                fc.array(item, { maxLength: 5 }),
                fc.constantFrom(
                    ']}',
                    '],"more":1}',
                    '],"items":[1]}',
                    '],"items":7}',
                    '],"it\\u0065ms":[1]}',
                    ']',
                    ']}}',
                    '],"at":"]"}',
                    ' ]\n}'
                )
            )
            .map(([head, key, items, tail]) => head + key + items.join(',') + tail);
        fc.assert(fc.property(fc.array(body, { minLength: 1, maxLength: 4 }), assertSame), { numRuns: 500 });
    });

    it('refuses what a body may not hold, known items around it or not', () => {
        const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
        const deepest = nested(LIMITS.jsonDepth - 1);
        const tooDeep = nested(LIMITS.jsonDepth + 1);
        const around = (item: string): string => `{"items":[1,${item},2]}`;
        assertSame(['0', deepest, tooDeep, '{"prototype":1}', '{"\\u005f_proto__":1}'].map(around));
        assertSame([around('"ü"'), Buffer.from([...Buffer.from('{"items":[1,"'), 0xc3, 0x28, ...Buffer.from('",2]}')])]);
        assert.match(JSON.stringify(verdict(new RecurringItems('items').parse, around(tooDeep))), /nested deeper/);
    });
});
