import assert from 'node:assert/strict';
import { sampleManifest, sampleResult, sampleState } from '../testing/sample-data';
import { startTestHub, TestHub, TestResponse } from '../testing/test-hub';
import { INSTRUCTIONS_PATH } from './instructions-lane';

describe('InstructionsLane', () => {
    let hub: TestHub;
    beforeEach(async () => {
        hub = await startTestHub();
        await hub.send({ method: 'POST', path: '/openspace/manifest', body: sampleManifest() });
        await hub.send({ method: 'POST', path: '/openspace/state', body: sampleState() });
        await hub.send({ method: 'POST', path: '/openspace/command-results', body: sampleResult() });
    });
    afterEach(() => hub.stop());

    const get = (query: string): Promise<TestResponse> => hub.send({ path: INSTRUCTIONS_PATH + query });
    /** Whatever differs from answer to answer. */
    const withoutMarks = ({ headers, ...answer }: TestResponse): object => {
        const { date, 'x-request-id': id, ...others } = headers;
        assert.ok(date !== undefined && id !== undefined);
        return { ...answer, headers: others };
    };

    it('gives the answer that the library gives to the same question asked in another way', async () => {
        for (const [usual, other] of [
            ['', '?'],
            ['?session=session-1', '?session=session%2D1'],
            ['?session=session-1&tab=tab-1', '?tab=tab-1&session=session-1'],
            ['?session=session-1&tab=nowhere', '?tab=nowhere&session=session-1']
        ]) {
            const answer = await get(usual);
            assert.equal(answer.status, 200, answer.text);
            assert.deepEqual(withoutMarks(answer), withoutMarks(await get(other)), usual);
        }
        assert.match((await get('?session=session-1')).text, /FAILED/);
    });

    it('leaves what the route refuses to the route', async () => {
        for (const query of [
            '?session=',
            '?session=a&tab=',
            '?session=a&session=b',
            '?session=a&more=b',
            `?session=${'a'.repeat(201)}`,
            `?session=a&tab=${'b'.repeat(101)}`,
            'x'
        ]) {
            assert.equal((await get(query)).status, query === 'x' ? 404 : 400, query);
        }
        assert.equal((await hub.send({ method: 'HEAD', path: INSTRUCTIONS_PATH })).status, 405);
    });

    it('serves nobody whom the guard refuses, and leaves the refusal to the library', async () => {
        for (const [status, request] of [
            [403, { headers: { host: 'evil.example' } }],
            [403, { headers: { origin: 'http://evil.example' } }],
            [401, { token: null }],
            [401, { token: 'wrong' }]
        ] as const) {
            const [usual, other] = await Promise.all(['', '?'].map(query => hub.send({ path: INSTRUCTIONS_PATH + query, ...request })));
            assert.equal(usual.status, status, usual.text);
            assert.deepEqual(withoutMarks(usual), withoutMarks(other));
        }
    });

    it('counts whoever comes without the token as the library does, once for each request', async () => {
        const rate = { burst: 3, perSecond: 0 };
        for (const query of ['', '?']) {
            const busy = await startTestHub({ rates: { strangers: rate, callers: rate } });
            try {
                const statuses: number[] = [];
                for (let count = 0; count < 5; count++) {
                    statuses.push((await busy.send({ path: INSTRUCTIONS_PATH + query, token: null })).status);
                }
                assert.deepEqual(statuses, [401, 401, 401, 429, 429], query);
            } finally {
                await busy.stop();
            }
        }
    });

    it('counts and logs its answers like those of the library', async () => {
        const ids = [await get(''), await get('?')].map(({ headers }) => headers['x-request-id']);
        assert.notEqual(ids[0], ids[1]);
        const lines = hub.logLines.map(line => JSON.parse(line) as Record<string, unknown>);
        const [lane, library] = ids.map(id => lines.find(({ reqId }) => reqId === id));
        assert.deepEqual({ ...lane, reqId: 0, time: 0, ms: 0 }, { ...library, reqId: 0, time: 0, ms: 0 });
        assert.equal(typeof lane?.ms, 'number');
        const { text } = await hub.send({ path: '/metrics' });
        const labels = `method="GET",route="${INSTRUCTIONS_PATH}",status="200"`;
        assert.ok(text.includes(`openspace_request_duration_seconds_count{${labels}} 2\n`), text);
        assert.ok(text.includes('openspace_instructions_bytes_count 2\n'), text);
    });
});
