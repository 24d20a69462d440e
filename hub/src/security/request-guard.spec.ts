import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { HUB_LINK_PATH } from '@openspace/protocol';
import { HUB_LIMITS } from '../hub-limits';
import { startTestHub, TestHub, TestRequest, TestResponse } from '../testing/test-hub';
import { RESPONSE_HEADERS } from './response-headers';

/** What is wrong with a request, and what any route must answer to it. */
interface Attack {
    readonly name: string;
    readonly change: (request: TestRequest, port: number) => TestRequest;
    readonly status: number;
    readonly applies?: (request: TestRequest) => boolean;
}

const isPublic = ({ method, path }: TestRequest): boolean => method === 'GET' && path === '/health';
const hasBody = ({ method = '' }: TestRequest): boolean => ['POST', 'PUT', 'PATCH'].includes(method);
const needsNoBody = ({ path }: TestRequest): boolean => path === '/wap/getWorkspaceInfo';
const withHeader = (name: string, value: (port: number) => string) => (request: TestRequest, port: number) => ({
    ...request,
    headers: { ...request.headers, [name]: value(port) }
});

const foreignHosts = [
    'evil.example',
    'localhost',
    'localhost:1',
    'localhost.evil.example',
    '127.0.0.1',
    'user@127.0.0.1:PORT',
    '127.0.0.1:PORT.evil.example',
    '127.0.0.1:0PORT',
    '0.0.0.0:PORT',
    '2130706433:PORT',
    '[::]:PORT',
    'localhost.:PORT',
    '127.1:PORT',
    '[::ffff:127.0.0.1]:PORT',
    '127.0.0.1:PORT,127.0.0.1:PORT'
];
const foreignOrigins = [
    'null',
    'https://evil.example',
    'http://localhost',
    'http://localhost:1',
    'https://127.0.0.1:PORT',
    'http://127.0.0.1:PORT.evil.example',
    'http://evil.example:PORT',
    'file://',
    ''
];

const ATTACKS: readonly Attack[] = [
    ...foreignHosts.map(host => ({
        name: `Host "${host}"`,
        change: withHeader('host', port => host.replace('PORT', String(port))),
        status: 403
    })),
    ...foreignOrigins.map(origin => ({
        name: `Origin "${origin}"`,
        change: withHeader('origin', port => origin.replace('PORT', String(port))),
        status: 403
    })),
    { name: 'no token', change: request => ({ ...request, token: null }), status: 401, applies: request => !isPublic(request) },
    ...['wrong', '', 'x'.repeat(50)].map(token => ({
        name: `token "${token}"`,
        change: (request: TestRequest) => ({ ...request, token }),
        status: 401,
        applies: (request: TestRequest) => !isPublic(request)
    })),
    ...[
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'application/jsonp',
        'application/json; charset=utf-16',
        ''
    ].map(type => ({ name: `Content-Type "${type}"`, change: withHeader('content-type', () => type), status: 415, applies: hasBody })),
    { name: 'a compressed body', change: withHeader('content-encoding', () => 'gzip'), status: 415, applies: hasBody },
    {
        name: 'a body over the cap',
        change: withHeader('content-length', () => String(HUB_LIMITS.doorBodyBytes + 1)),
        status: 413,
        applies: hasBody
    },
    { name: 'a body that is not JSON', change: request => ({ ...request, body: '{' }), status: 400, applies: hasBody },
    {
        name: 'a polluting body',
        change: request => ({ ...request, body: '{"__proto__":{"admin":true}}' }),
        status: 400,
        applies: hasBody
    },
    {
        name: 'an empty body',
        change: request => ({ ...request, body: '' }),
        status: 400,
        applies: request => hasBody(request) && !needsNoBody(request)
    }
];

/** What a client sends that wants to speak WebSocket. */
const UPGRADE = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ=='
};

describe('RequestGuard', () => {
    let hub: TestHub;
    before(async () => (hub = await startTestHub()));
    after(() => hub.stop());

    const everyRoute = (): TestRequest[] =>
        hub.routes.map(({ method, path }) => ({ method, path, ...(hasBody({ method, path }) && { body: {} }) }));

    const everyUpgrade = (): TestRequest[] =>
        [HUB_LINK_PATH, '/nothing', ...new Set(hub.routes.map(({ path }) => path))].map(path => ({
            method: 'GET',
            path,
            headers: UPGRADE
        }));

    const assertRefusal = (response: TestResponse, status: number, what: string): void => {
        assert.equal(response.status, status, what);
        const { error, code } = JSON.parse(response.text) as { error: string | { code: string | number; message: string }; code?: string };
        // The workspace agent protocol and MCP have shapes of their own.
        const refusal = typeof error === 'string' ? { code: code?.toLowerCase() ?? '', message: error } : error;
        assert.match(String(refusal.code), /^([a-z_]+|-32700|-32600)$/, what);
        assert.ok(refusal.message.length > 0, what);
    };
    const assertSafeHeaders = (response: TestResponse, what: string): void => {
        for (const [name, value] of Object.entries(RESPONSE_HEADERS)) {
            assert.equal(response.headers[name], value, `${what}: ${name}`);
        }
        assert.ok(!Object.keys(response.headers).some(name => name.startsWith('access-control-')), what);
    };

    it('knows all routes', () => {
        assert.ok(hub.routes.some(({ method, path }) => method === 'GET' && path === '/health'));
        for (const route of ['POST /mcp', 'GET /mcp', 'DELETE /mcp', 'GET /metrics', 'GET /openapi.json', 'POST /openspace/state']) {
            assert.ok(
                hub.routes.some(({ method, path }) => `${method} ${path}` === route),
                route
            );
        }
    });

    for (const { name, change, status, applies = () => true } of ATTACKS) {
        it(`answers ${status} to ${name} on every route`, async () => {
            for (const request of everyRoute().filter(applies)) {
                const response = await hub.send(change(request, hub.port));
                const what = `${request.method} ${request.path}`;
                assertRefusal(response, status, what);
                assertSafeHeaders(response, what);
            }
        });
    }

    for (const { name, change, status, applies = () => true } of ATTACKS.filter(attack => [401, 403].includes(attack.status))) {
        it(`answers ${status} to an upgrade with ${name}, wherever it is sent`, async () => {
            for (const request of everyUpgrade().filter(applies)) {
                const response = await hub.send(change(request, hub.port));
                assertRefusal(response, status, request.path);
                assertSafeHeaders(response, request.path);
            }
        });
    }

    it('lets nobody link himself as an IDE with the token of the doors, nor use a door with the key of the link', async () => {
        const isSecret = ({ path }: TestRequest): boolean => path !== '/health';
        for (const request of everyUpgrade().filter(isSecret)) {
            assertRefusal(await hub.send(request), 401, request.path);
        }
        for (const request of everyRoute().filter(isSecret)) {
            assertRefusal(await hub.send({ ...request, token: hub.linkKey }), 401, request.path);
        }
    });

    it('upgrades nothing but the link', async () => {
        for (const request of everyUpgrade().filter(({ path }) => path !== HUB_LINK_PATH)) {
            assertRefusal(await hub.send({ ...request, token: hub.linkKey }), 404, request.path);
        }
        const [head] = (
            await hub.sendRaw(
                `GET ${HUB_LINK_PATH} HTTP/1.1\r\nHost: 127.0.0.1:${hub.port}\r\nAuthorization: Bearer ${hub.linkKey}\r\n` +
                    `${Object.entries(UPGRADE)
                        .map(([name, value]) => `${name}: ${value}\r\n`)
                        .join('')}\r\n\x88\x80\x00\x00\x00\x00`
            )
        ).split('\r\n');
        assert.equal(head, 'HTTP/1.1 101 Switching Protocols');
    });

    it('takes no more of a body than the cap, whatever its length is said to be', async () => {
        const chunk = `${(64 * 1024).toString(16)}\r\n${' '.repeat(64 * 1024)}\r\n`;
        for (const { method, path } of everyRoute().filter(hasBody)) {
            const answer = await hub.sendRaw(
                `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${hub.port}\r\nAuthorization: Bearer ${hub.token}\r\n` +
                    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n' +
                    chunk.repeat(HUB_LIMITS.doorBodyBytes / (64 * 1024) + 1) +
                    '0\r\n\r\n'
            );
            assert.match(answer, /^HTTP\/1\.1 413 /, `${method} ${path}`);
        }
    });

    it('lets every route answer a proper request, with safe headers', async () => {
        for (const request of everyRoute()) {
            const response = await hub.send(request);
            assert.ok(![401, 403, 405, 413, 415, 500].includes(response.status), `${request.method} ${request.path}: ${response.status}`);
            assertSafeHeaders(response, `${request.method} ${request.path}`);
        }
    });

    it('accepts every name of the loopback interface and its own origin', async () => {
        for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]']) {
            const host = `${name}:${hub.port}`;
            assert.equal((await hub.send({ path: '/health', headers: { host } })).status, 200, host);
            assert.equal((await hub.send({ path: '/health', headers: { origin: `http://${host}` } })).status, 200, host);
        }
    });

    it('accepts JSON with a charset of UTF-8', async () => {
        for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
            const response = await hub.send({ method: 'POST', path: '/openspace/state', headers: { 'content-type': type }, body: {} });
            assertRefusal(response, 400, type);
            assert.match(response.text, /invalid_request/);
        }
    });

    it('asks for the token before it tells whether an address or a method exists', async () => {
        for (const [method, path] of [
            ['GET', '/nothing'],
            ['DELETE', '/openspace/manifest'],
            ['PROPFIND', '/openspace/manifest'],
            ['OPTIONS', '/openspace/manifest'],
            ['POST', '/health'],
            ['HEAD', '/health'],
            ['GET', '/%68ealth'],
            ['GET', '//health'],
            ['GET', '/health/'],
            ['GET', '/health/../openspace/manifest'],
            ['GET', '/%zz']
        ] as const) {
            assert.equal((await hub.send({ method, path, token: null })).status, 401, `${method} ${path}`);
        }
    });

    it('tells a caller with the token what is wrong with an address or a method', async () => {
        assertRefusal(await hub.send({ path: '/nothing' }), 404, 'address');
        assertRefusal(await hub.send({ path: '/%zz' }), 400, 'encoding');
        const response = await hub.send({ method: 'DELETE', path: '/openspace/manifest?tab=1' });
        assertRefusal(response, 405, 'method');
        assert.equal(response.headers.allow, 'GET, POST');
    });

    it('slows down a machine that gives itself a new name with every request', async () => {
        const one = { burst: 1, perSecond: 0 };
        const busy = await startTestHub({ rates: { strangers: one, callers: one } });
        try {
            const statuses: number[] = [];
            for (let count = 0; count < 6; count++) {
                const headers = { 'x-openspace-session': `name-${count}` };
                statuses.push((await busy.send({ method: 'POST', path: '/openspace/state', headers, body: {} })).status);
            }
            assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429]);
        } finally {
            await busy.stop();
        }
    });

    it('slows down whoever knocks too often, on every route and upgrade, and nobody else', async () => {
        const one = { burst: 1, perSecond: 0 };
        const changes = ({ method = '' }: TestRequest): boolean => method !== 'GET';
        for (const request of [...everyRoute(), ...everyUpgrade()].filter(route => !isPublic(route))) {
            const busy = await startTestHub({ rates: { strangers: one, callers: one } });
            try {
                const what = `${request.method} ${request.path}`;
                assertRefusal(await busy.send({ ...request, token: null }), 401, what);
                const refused = await busy.send({ ...request, token: 'wrong' });
                assertRefusal(refused, 429, what);
                assert.equal(refused.headers['retry-after'], '1');
                assertSafeHeaders(refused, what);
                if (changes(request)) {
                    const served = await busy.send(request);
                    assert.ok(![401, 429].includes(served.status), `${what}: ${served.status}`);
                    assertRefusal(await busy.send(request), 429, what);
                    const other = await busy.send({ ...request, headers: { 'x-openspace-session': 'another' } });
                    assert.notEqual(other.status, 429, what);
                }
                assert.equal((await busy.send({ path: '/health' })).status, 200);
                assert.equal((await busy.send({ path: '/metrics' })).status, 200);
            } finally {
                await busy.stop();
            }
        }
    });

    it('slows down a program that comes from ever new addresses of this machine', async () => {
        const busy = await startTestHub({ rates: { strangers: { burst: 2, perSecond: 0 }, callers: { burst: 1, perSecond: 0 } } });
        try {
            const statuses: number[] = [];
            for (const localAddress of ['127.0.0.1', '127.0.0.2', '127.9.9.9', '127.0.0.3']) {
                const agent = new Agent({ localAddress });
                statuses.push((await busy.send({ path: '/metrics', token: 'wrong', agent })).status);
                agent.destroy();
            }
            assert.deepEqual(statuses, [401, 401, 429, 429]);
        } finally {
            await busy.stop();
        }
    });

    it('slows down whoever tries one token after the other where everybody is answered, and nobody who brings none', async () => {
        const busy = await startTestHub({ rates: { strangers: { burst: 3, perSecond: 0 }, callers: { burst: 1, perSecond: 0 } } });
        try {
            const statusWith = async (token?: string | null): Promise<number> => (await busy.send({ path: '/health', token })).status;
            assert.deepEqual(await Promise.all(['a', 'b', 'c'].map(statusWith)), [200, 200, 200]);
            assertRefusal(await busy.send({ path: '/health', token: 'd' }), 429, 'the fourth');
            assertRefusal(await busy.send({ path: '/metrics', token: 'e' }), 429, 'elsewhere');
            assert.deepEqual([await statusWith(null), await statusWith()], [200, 200]);
        } finally {
            await busy.stop();
        }
    });

    it('takes the token in every spelling of the header, and no other in any', async () => {
        for (const [scheme, status] of [
            ['Bearer ', 200],
            ['bearer ', 200],
            ['BEARER   ', 200],
            ['Basic_ ', 401],
            ['', 401]
        ] as const) {
            const send = (token: string): Promise<TestResponse> =>
                hub.send({ path: '/metrics', token: null, headers: { authorization: scheme + token } });
            assert.equal((await send(hub.token)).status, status, scheme);
            assert.equal((await send(hub.token.replace(/.$/, '!'))).status, 401, scheme);
            assert.equal((await send(`${hub.token.slice(1)} `)).status, 401, scheme);
        }
    });

    it('takes the token from the header only', async () => {
        assert.equal((await hub.send({ path: `/openspace/manifest?token=${hub.token}`, token: null })).status, 401);
        assert.equal((await hub.send({ path: '/openspace/manifest', token: null, headers: { cookie: `token=${hub.token}` } })).status, 401);
    });

    it('never logs the token, wherever a client puts it', async () => {
        await hub.send({ path: '/health' });
        await hub.send({ path: `/nothing?token=${hub.token}` });
        await hub.send({ method: 'POST', path: '/openspace/state', body: `{"${hub.token}":` });
        assert.ok(hub.logLines.some(line => line.includes('"path":"/nothing"')));
        assert.ok(!hub.logLines.join('').includes(hub.token));
    });

    it('names every request in the log by the id that its answer carries', async () => {
        const { headers } = await hub.send({ path: '/nothing' });
        const id = headers['x-request-id'];
        assert.ok(typeof id === 'string' && id.length > 0);
        assert.ok(hub.logLines.some(line => (JSON.parse(line) as { reqId?: string }).reqId === id));
    });
});
