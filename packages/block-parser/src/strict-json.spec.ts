import assert from 'node:assert/strict';
import { parseStrictJson } from './strict-json';

const MAX_DEPTH = 4;

describe('parseStrictJson', () => {
    const accepted = [
        '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}',
        '{ "a" : 1 ,\n"b"\t:\r\n2 }',
        '{"a":"b\\":c","d":"\\\\"}',
        '{"a":"__proto__","b":["constructor"]}',
        '{"2":1,"1":2}',
        '[[[[]]]]'
    ];
    for (const text of accepted) {
        it(`gives the value of ${text}`, () => {
            assert.deepEqual(parseStrictJson(text, MAX_DEPTH), { ok: true, value: JSON.parse(text) as unknown });
        });
    }

    const refused: [text: string, reason: RegExp][] = [
        ['{"a":1,"a":2}', /"a" occurs twice/],
        ['{"a" :1,"b":"\\":","a"\n:2}', /"a" occurs twice/],
        ['[{"b":{"é":1,"\\u00e9":2}}]', /"é" occurs twice/],
        ['{"__proto__":1}', /"__proto__" is not allowed/],
        ['[{"a":{"constr\\u0075ctor":1}}]', /"constructor" is not allowed/],
        ['{"prototype":1,', /"prototype" is not allowed/],
        ['[[[[{}]]]]', /more than 4 levels/],
        ['[[[[[', /more than 4 levels/],
        ['{"a":1,}', /JSON/],
        ['{"a":"\\x"}', /JSON/],
        ['', /JSON/]
    ];
    for (const [text, reason] of refused) {
        it(`refuses ${JSON.stringify(text)} and says why`, () => {
            const result = parseStrictJson(text, MAX_DEPTH);
            assert.ok(!result.ok);
            assert.match(result.reason, reason);
        });
    }
});
