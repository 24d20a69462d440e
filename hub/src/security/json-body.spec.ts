import assert from 'node:assert/strict';
import { LIMITS } from '@openspace/protocol';
import { HubError } from '../hub-error';
import { HUB_LIMITS } from '../hub-limits';
import { parseJsonBody } from './json-body';

const parse = (text: string): unknown => parseJsonBody(Buffer.from(text));
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

function assertRefused(body: Buffer | string, message: RegExp): void {
    assert.throws(
        () => parseJsonBody(Buffer.from(body)),
        (error: unknown) => error instanceof HubError && error.statusCode === 400 && message.test(error.message)
    );
}

describe('parseJsonBody', () => {
    it('parses what JSON allows', () => {
        assert.deepEqual(parse('{"a":[1,null,"ü"],"to":"__proto__"}'), { a: [1, null, 'ü'], to: '__proto__' });
        assert.equal(parse('7'), 7);
    });

    it('refuses what is not JSON', () => {
        for (const text of ['', '{', "{'a':1}", '{"a":1,}', '// x\n{}', 'NaN']) {
            assertRefused(text, /not valid JSON/);
        }
    });

    it('refuses invalid UTF-8', () => {
        assertRefused(Buffer.from([0x22, 0xc3, 0x28, 0x22]), /not valid UTF-8/);
        assertRefused(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), /not valid UTF-8/);
    });

    it('refuses keys that pollute prototypes at any depth, escaped or not', () => {
        for (const text of [
            '{"__proto__":{"admin":true}}',
            '{"a":[{"b":{"__proto__":1}}]}',
            '{"constructor":{"prototype":{}}}',
            '{"prototype":1}',
            '{"\\u005f_proto__":1}'
        ]) {
            assertRefused(text, /is not allowed/);
        }
    });

    it('bounds the depth and survives hostile nesting', () => {
        assert.ok(parse(nested(LIMITS.jsonDepth)));
        assertRefused(nested(LIMITS.jsonDepth + 2), /nested deeper/);
        assertRefused(nested(HUB_LIMITS.bodyBytes / 2), /nested deeper/);
    });
});
