import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { Gate } from './gate';
import type { ModelPiece, ModelReply } from './model-reply';
import { startModelServer, type ModelServer } from './model-server';
import { contentOf, eventsOf, post, turn, type ChunkEvent } from './test/chat-client';

interface WholeAnswer {
    readonly object: string;
    readonly choices: readonly { readonly message: Record<string, unknown>; readonly finish_reason: string }[];
    readonly usage: { readonly total_tokens: number };
}

describe('model server', () => {
    let server: ModelServer;
    let reply: ModelReply | (() => ModelReply);

    before(async () => {
        server = await startModelServer({ brain: () => (typeof reply === 'function' ? reply() : reply) });
    });
    after(() => server.close());

    async function assertError(response: Response, status: number, code: string): Promise<void> {
        assert.equal(response.status, status);
        const { error } = (await response.json()) as ChunkEvent;
        assert.equal(error?.code, code);
        assert.ok(error.message.length > 0);
    }

    function textReader(response: Response): ReadableStreamDefaultReader<string> {
        assert.ok(response.body);
        return response.body.pipeThrough(new TextDecoderStream()).getReader();
    }

    it('streams the role, each piece of text as a chunk of its own, and the reason for the end', async () => {
        reply = ['Hel', 'lo'];
        const events = await eventsOf(await post(server.url, turn('x')));
        assert.equal(events[0].choices?.[0].delta.role, 'assistant');
        assert.deepEqual(contentOf(events), ['Hel', 'lo']);
        assert.deepEqual(
            events.map(event => event.choices?.[0].finish_reason),
            [null, null, null, 'stop']
        );
        assert.ok(events.every(event => event.object === 'chat.completion.chunk'));
    });

    it('adds the usage when the request asks for it', async () => {
        reply = 'four';
        const events = await eventsOf(await post(server.url, { ...turn('x'), stream_options: { include_usage: true } }));
        const last = events.at(-1);
        assert.deepEqual(last?.choices, []);
        assert.equal(last.usage?.completion_tokens, 1);
        assert.ok(events.slice(0, -1).every(event => event.usage === undefined));
    });

    it('streams reasoning apart from the answer', async () => {
        reply = [{ kind: 'reasoning', text: 'hm' }, 'yes'];
        const events = await eventsOf(await post(server.url, turn('x')));
        assert.equal(events.map(event => event.choices?.[0].delta.reasoning_content ?? '').join(''), 'hm');
        assert.deepEqual(contentOf(events), ['yes']);
    });

    it('streams tool calls with an id, a place and their arguments', async () => {
        reply = [
            { kind: 'toolCall', name: 'read', args: { path: 'a' } },
            { kind: 'toolCall', name: 'list', args: {} }
        ];
        const events = await eventsOf(await post(server.url, turn('x')));
        const deltas = events.flatMap(event => event.choices?.[0].delta.tool_calls ?? []);
        const callAt = (place: number) => deltas.filter(({ index }) => index === place);
        assert.deepEqual(
            [0, 1].map(place =>
                callAt(place)
                    .map(delta => delta.function.name)
                    .join('')
            ),
            ['read', 'list']
        );
        assert.deepEqual(
            [0, 1].map(place =>
                callAt(place)
                    .map(delta => delta.function.arguments)
                    .join('')
            ),
            ['{"path":"a"}', '{}']
        );
        assert.equal(new Set(deltas.flatMap(({ id }) => id ?? [])).size, 2);
        assert.equal(events.at(-1)?.choices?.[0].finish_reason, 'tool_calls');
    });

    it('answers in one document when no stream is asked for', async () => {
        reply = [{ kind: 'reasoning', text: 'hm' }, 'Hel', 'lo', { kind: 'toolCall', name: 'read', args: {} }];
        const response = await post(server.url, { ...turn('x'), stream: false });
        const answer = (await response.json()) as WholeAnswer;
        const [{ message, finish_reason }] = answer.choices;
        assert.equal(answer.object, 'chat.completion');
        assert.equal(message.content, 'Hello');
        assert.equal(message.reasoning_content, 'hm');
        assert.equal((message.tool_calls as unknown[]).length, 1);
        assert.equal(finish_reason, 'tool_calls');
        assert.ok(answer.usage.total_tokens > 0);
    });

    it('falls silent at a gate until it is opened', async () => {
        const gate = new Gate();
        let wentOn = false;
        reply = function* () {
            yield 'before';
            yield { kind: 'gate', gate };
            wentOn = true;
            yield 'after';
        };
        const response = await post(server.url, turn('x'));
        await gate.reached;
        await (await fetch(`${server.url}/models`)).text();
        assert.equal(wentOn, false);
        gate.open();
        assert.deepEqual(contentOf(await eventsOf(response)), ['before', 'after']);
    });

    it('plays pieces that come over time', async () => {
        reply = (async function* () {
            yield await Promise.resolve('one');
            yield 'two';
        })();
        assert.deepEqual(contentOf(await eventsOf(await post(server.url, turn('x')))), ['one', 'two']);
    });

    const silence = new Gate();
    const unfinished: readonly [name: string, piece: ModelPiece][] = [
        ['an endless answer', 'more '],
        ['an answer that waits at a gate', { kind: 'gate', gate: silence }]
    ];
    for (const [name, piece] of unfinished) {
        it(`stops ${name} when the client goes away`, async () => {
            const stopped = new Gate();
            reply = function* () {
                try {
                    for (yield 'first'; ;) {
                        yield piece;
                    }
                } finally {
                    void stopped.pass();
                }
            };
            const client = new AbortController();
            const response = await post(server.url, turn('x'), { signal: client.signal });
            await textReader(response).read();
            client.abort();
            await stopped.reached;
        });
    }

    it('sends an HTTP error in place of an answer', async () => {
        reply = [{ kind: 'response', status: 401, body: { error: { message: 'no key', code: 'bad_key' } } }];
        await assertError(await post(server.url, turn('x')), 401, 'bad_key');
    });

    it('sends an error event when the answer has begun', async () => {
        reply = ['so', { kind: 'response', status: 500, body: 'out of order' }];
        const body = await (await post(server.url, turn('x'))).text();
        assert.match(body, /"content":"so".*\n\ndata: \{"error":\{"message":"out of order".*\}\}\n\n$/s);
    });

    it('sends garbage as it is', async () => {
        reply = [{ kind: 'raw', text: '<html>\n' }, { kind: 'disconnect' }];
        const response = await post(server.url, turn('x'));
        const first = await textReader(response).read();
        assert.equal(first.value, '<html>\n');
        reply = ['so', { kind: 'raw', text: '<html>' }];
        assert.equal(await (await post(server.url, { ...turn('x'), stream: false })).text(), '<html>');
    });

    it('breaks the connection in the middle of an answer', async () => {
        reply = ['half', { kind: 'disconnect' }];
        const response = await post(server.url, turn('x'));
        await assert.rejects(response.text());
    });

    it('turns what a brain throws into a server error', async () => {
        reply = () => {
            throw new Error('lost the thread');
        };
        await assertError(await post(server.url, turn('x')), 500, 'brain_failed');
    });

    it('lists its model', async () => {
        const list = (await (await fetch(`${server.url}/models`)).json()) as { data: { id: string }[] };
        assert.deepEqual(
            list.data.map(({ id }) => id),
            ['guide']
        );
    });

    it('refuses what is no request', async () => {
        await assertError(await post(server.url, '{"model":'), 400, 'invalid_json');
        const bodies = [
            [],
            {},
            { model: 'm' },
            { ...turn('x'), messages: [{}] },
            { ...turn('x'), messages: [{ role: 'user', content: 7 }] }
        ];
        for (const body of [
            ...bodies,
            { ...turn('x'), tools: ['read'] },
            { ...turn('x'), stream: 'yes' },
            { ...turn('x'), stream_options: [] }
        ]) {
            await assertError(await post(server.url, body), 400, 'invalid_request');
        }
    });

    it('refuses unknown routes, other media types and bodies over the limit', async () => {
        await assertError(await fetch(`${server.url}/nothing`), 404, 'unknown_route');
        await assertError(await fetch(`${server.url}/chat/completions`), 404, 'unknown_route');
        await assertError(await post(server.url, '{}', { headers: { 'content-type': 'text/plain' } }), 415, 'unsupported_media_type');
        await assertError(await post(server.url, ' '.repeat(8 * 1024 * 1024 + 1)), 413, 'body_too_large');
    });

    it('refuses a foreign host name', async () => {
        const status = await new Promise((resolve, reject) => {
            httpRequest(`${server.url}/models`, { headers: { host: 'evil.example' } }, response => resolve(response.resume().statusCode))
                .on('error', reject)
                .end();
        });
        assert.equal(status, 403);
    });

    it('keeps the latest requests as they came', async () => {
        reply = 'ok';
        const requests = Array.from({ length: 205 }, (_, index) => ({ ...turn(`request ${index}`), temperature: 0 }));
        for (const request of requests) {
            await (await post(server.url, request)).text();
        }
        assert.deepEqual(server.requests, requests.slice(-200));
    });

    it('breaks off running answers when it is closed, and frees the port', async () => {
        const gate = new Gate();
        const first = await startModelServer({ brain: () => ['before', { kind: 'gate', gate }] });
        const response = await post(first.url, turn('x'));
        await gate.reached;
        await first.close();
        await assert.rejects(response.text());
        const second = await startModelServer({ brain: () => 'ok', port: Number(new URL(first.url).port) });
        assert.equal(second.url, first.url);
        await second.close();
    });
});
