import assert from 'node:assert/strict';
import { HUB_LINK_KEY_HEADER } from '@openspace/protocol';
import { HUB_LIMITS } from '../hub-limits';
import { startTestHub, TestHub, TestResponse } from '../testing/test-hub';

const MOST = HUB_LIMITS.bodyValues;

const list = (item: string, count: number): string => `[${Array.from({ length: count }, () => item).join()}]`;

/** Requests that say too much, each in a way of its own. */
const HOSTILE = {
    'empty lists': list('[]', MOST),
    numbers: list('1e5', MOST + 1),
    'empty objects': list('{}', MOST),
    'empty strings': list('""', MOST + 1),
    nesting: '['.repeat(MOST + 1) + ']'.repeat(MOST + 1),
    keys: `{"file_path":"x",${Array.from({ length: MOST / 2 }, (_, index) => `"k${index}":1`).join()}}`,
    'what is no JSON': '[{,:'.repeat(MOST / 4 + 1)
};

describe('A request of too many values', () => {
    let hub: TestHub;
    before(async () => (hub = await startTestHub()));
    after(() => hub.stop());

    const post = (path: string, body: string): Promise<TestResponse> =>
        hub.send({ method: 'POST', path, body, headers: { [HUB_LINK_KEY_HEADER]: hub.linkKey } });
    /** A message that counts for so many values and keys. */
    const ping = (count: number): string => `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"list":${list('1', count - 12)}}}}`;

    for (const [what, body] of Object.entries(HOSTILE)) {
        it(`is refused before it is parsed: ${what}`, async () => {
            for (const path of ['/tools/read', '/wap/readFile', '/openspace/manifest', '/openspace/state', '/mcp']) {
                const { status, text } = await post(path, body);
                assert.deepEqual([status, /more than 50000 values and keys\. Send less/.test(text)], [413, true], `${path}: ${text}`);
            }
        });
    }

    it('is refused in the words of each door', async () => {
        const answer = async (path: string): Promise<Record<string, unknown>> =>
            JSON.parse((await post(path, HOSTILE.keys)).text) as Record<string, unknown>;
        const message = 'The body has more than 50000 values and keys. Send less at once, in several requests.';
        const error = { code: 'too_many_values', message };
        assert.deepEqual(await answer('/openspace/state'), { error });
        assert.deepEqual(await answer('/tools/read'), { error: { ...error, details: {} } });
        assert.deepEqual(await answer('/wap/readFile'), { error: message, code: 'SIZE_LIMIT_EXCEEDED' });
        assert.deepEqual(await answer('/mcp'), { jsonrpc: '2.0', id: null, error: { code: -32600, message } });
    });

    it('is one of more than the limit, and no other', async () => {
        assert.deepEqual([(await post('/mcp', ping(MOST))).status, (await post('/mcp', ping(MOST + 1))).status], [200, 413]);
    });

    it('is not one of long texts, whatever they say', async () => {
        for (const piece of ['[{,:', '"[', '\\"[', '\\\\', '\\"\\[,']) {
            const content = piece.repeat(200_000);
            const params = { _meta: { content, after: content } };
            assert.equal((await post('/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params }))).status, 200, piece);
        }
    });
});
