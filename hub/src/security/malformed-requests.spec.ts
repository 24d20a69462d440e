import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { HUB_LINK_PATH } from '@openspace/protocol';
import { HUB_LIMITS } from '../hub-limits';
import { startTestHub, TestHub } from '../testing/test-hub';

describe('A malformed request', () => {
    let hub: TestHub;
    before(async () => (hub = await startTestHub()));
    after(() => hub.stop());

    /** Sends a request line and headers, closes the request and gives back the status of the answer. */
    const statusOf = async (requestLine: string, ...headers: string[]): Promise<number> => {
        const answer = await hub.sendRaw([requestLine, ...headers, 'Connection: close', '', ''].join('\r\n'));
        assert.match(answer, /x-content-type-options: nosniff/i);
        assert.match(answer, /\{"error":\{"code":"[a-z_]+","message":".+"\}\}$/);
        return Number(answer.split(' ', 2)[1]);
    };
    const host = (): string => `Host: 127.0.0.1:${hub.port}`;
    const token = (): string => `Authorization: Bearer ${hub.token}`;

    it('that is not HTTP gets 400', async () => {
        assert.equal(await statusOf('hello'), 400);
        assert.equal(await statusOf('GET /health HTTP/9.9', host()), 400);
        assert.equal(await statusOf('GET /health HTTP/1.1', host(), 'Bad Header: x'), 400);
        assert.equal(await statusOf('GET /health HTTP/1.1', host(), 'X: a\0b'), 400);
    });

    it('without a Host is refused in every version of HTTP', async () => {
        assert.equal(await statusOf('GET /health HTTP/1.1'), 400);
        assert.equal(await statusOf('GET /health HTTP/1.0'), 400);
        assert.equal(await statusOf('GET /health HTTP/1.1', 'Host:'), 403);
    });

    it('with a whole address as its target gets 400, foreign or not', async () => {
        assert.equal(await statusOf('GET http://evil.example/health HTTP/1.1', host(), token()), 400);
        assert.equal(await statusOf(`GET http://127.0.0.1:${hub.port}/health HTTP/1.1`, host(), token()), 400);
        assert.equal(await statusOf('OPTIONS * HTTP/1.1', host(), token()), 400);
    });

    it('that expects something odd, or wants to be passed on, is checked like any other', async () => {
        const state = 'GET /openspace/state HTTP/1.1';
        assert.equal(await statusOf(state, host(), 'Expect: tea'), 401);
        assert.equal(await statusOf(state, 'Host: evil.example', token(), 'Expect: tea'), 403);
        assert.equal(await statusOf(state, host(), token(), 'Expect: tea'), 404);
        assert.equal(await statusOf('CONNECT evil.example:443 HTTP/1.1', host(), token()), 400);
        assert.equal(await statusOf('CONNECT /health HTTP/1.1', 'Host: evil.example'), 403);
    });

    it('for a link that is no proper WebSocket gets 400', async () => {
        const link = `GET ${HUB_LINK_PATH} HTTP/1.1`;
        const answer = (...headers: string[]): Promise<string> =>
            hub.sendRaw(
                [
                    link,
                    host(),
                    `Authorization: Bearer ${hub.linkKey}`,
                    'Connection: Upgrade',
                    'Upgrade: websocket',
                    ...headers,
                    '',
                    ''
                ].join('\r\n')
            );
        for (const headers of [[], ['Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 13'], ['Sec-WebSocket-Version: 99']]) {
            assert.match(await answer(...headers), /^HTTP\/1\.1 400 [^]*x-content-type-options: nosniff[^]*malformed_upgrade/);
        }
    });

    it('that repeats a deciding header is refused, whichever of the two is right', async () => {
        assert.equal(await statusOf('GET /health HTTP/1.1', host(), 'Host: evil.example'), 403);
        assert.equal(await statusOf('GET /health HTTP/1.1', 'host: evil.example', host()), 403);
        assert.equal(await statusOf('GET /health HTTP/1.1', host(), host()), 403);
        assert.equal(await statusOf('GET /openspace/state HTTP/1.1', host(), token(), 'Authorization: Bearer wrong'), 401);
        assert.equal(await statusOf('GET /openspace/state HTTP/1.1', host(), token(), token()), 401);
        const ownOrigin = `Origin: http://127.0.0.1:${hub.port}`;
        assert.equal(await statusOf('GET /openspace/state HTTP/1.1', host(), token(), ownOrigin, 'Origin: null'), 403);
        const json = 'Content-Type: application/json';
        assert.equal(await statusOf('POST /openspace/state HTTP/1.1', host(), token(), json, 'Content-Type: text/plain'), 415);
    });

    it('with an ambiguous length gets 400', async () => {
        assert.equal(await statusOf('POST /openspace/state HTTP/1.1', host(), token(), 'Content-Length: 2', 'Content-Length: 3'), 400);
        assert.equal(
            await statusOf('POST /openspace/state HTTP/1.1', host(), token(), 'Content-Length: 2', 'Transfer-Encoding: chunked'),
            400
        );
    });

    it('with oversized headers gets 431', async () => {
        assert.equal(await statusOf('GET /health HTTP/1.1', host(), `X-Large: ${'x'.repeat(64 * 1024)}`), 431);
    });

    it('with a body over the cap gets to see its 413 while it is still sending', async () => {
        const body = Buffer.alloc(8 * HUB_LIMITS.doorBodyBytes, 'x');
        for (let attempt = 0; attempt < 5; attempt++) {
            assert.equal((await hub.send({ method: 'POST', path: '/tools/read', body })).status, 413);
        }
    });

    it('with an endless body gets 413 as soon as the cap is passed', async () => {
        const size = HUB_LIMITS.bodyBytes + 1;
        const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
        const body = `${size.toString(16)}\r\n${'x'.repeat(size)}`;
        const answer = await hub.sendRaw(['POST /openspace/state HTTP/1.1', host(), token(), ...headers, '', body].join('\r\n'));
        assert.match(answer, /^HTTP\/1\.1 413 /);
        assert.match(answer, /body_too_large/);
    });

    it('that breaks off in the middle of its body is no failure of the Hub', async () => {
        const socket = connect(hub.port, '127.0.0.1');
        await once(socket, 'connect');
        const headers = ['Content-Type: application/json', 'Content-Length: 100'];
        socket.write(['POST /openspace/state HTTP/1.1', host(), token(), ...headers, '', '{"tabId":'].join('\r\n'));
        const before = hub.logLines.length;
        // Only once the Hub reads the body can it be cut off in the middle.
        await hub.send({ path: '/health' });
        socket.destroy();
        const lines = (): { level: number; code?: string }[] =>
            hub.logLines.slice(before).map(line => JSON.parse(line) as { level: number });
        while (!lines().some(({ level, code }) => code !== undefined || level >= 50)) {
            await hub.send({ path: '/health' });
        }
        assert.deepEqual(
            lines()
                .filter(({ code, level }) => code !== undefined || level >= 50)
                .map(({ code, level }) => ({ code, level })),
            [{ code: 'incomplete_body', level: 40 }]
        );
    });

    it('does not keep others from being served', async () => {
        await statusOf('hello');
        assert.equal((await hub.send({ path: '/health' })).status, 200);
    });

    it('that asks for an upgrade is treated like any other', async () => {
        const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
        const request = (...headers: string[]): string =>
            ['GET /openspace/manifest HTTP/1.1', ...headers, ...upgrade, 'Connection: upgrade, close', '', ''].join('\r\n');
        assert.match(await hub.sendRaw(request(host())), /^HTTP\/1\.1 401 /);
        assert.match(await hub.sendRaw(request('Host: evil.example', token())), /^HTTP\/1\.1 403 /);
    });

    it('with a body in invalid UTF-8 gets 400', async () => {
        const headers = ['Content-Type: application/json', 'Content-Length: 4', 'Connection: close'];
        const answer = await hub.sendRaw(['POST /openspace/state HTTP/1.1', host(), token(), ...headers, '', '"\xc3\x28"'].join('\r\n'));
        assert.match(answer, /^HTTP\/1\.1 400 /);
        assert.match(answer, /not valid UTF-8/);
    });
});
