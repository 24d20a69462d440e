import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, Server } from 'node:http';
import { AddressInfo, connect, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { LIMITS } from '@openspace/protocol';
import { pino } from 'pino';
import { CallAudit } from '../audit/call-audit';
import { HUB_LIMITS } from '../hub-limits';
import { HubMetrics } from '../operation/hub-metrics';
import { HubResponse } from '../security/hub-response';
import { RequestGuard } from '../security/request-guard';
import { MemoryStore } from '../store/memory-store';
import { LinkedIde, linkedTab } from '../testing/linked-ide';
import { IdeCall, IdeCommands } from './ide-commands';
import { HubPolicy } from '../workspace/hub-policy';
import { LinkServer } from './link-server';
import { WorkspaceIdes } from './workspace-ides';

const TOKEN = 'the-token';
const OPEN: IdeCall = {
    target: {},
    sessionId: 'session',
    identity: {},
    client: 'test',
    commandId: 'openspace.editor.open',
    args: { path: 'a.ts' }
};

describe('LinkServer', () => {
    let server: Server;
    let port: number;
    let store: MemoryStore;
    let commands: IdeCommands;
    let noted: Parameters<CallAudit['note']>[0][];
    let logged: string[];
    /** The server's answer to this path is to come. */
    const HELD = '/held';

    beforeEach(async () => {
        store = new MemoryStore();
        noted = [];
        logged = [];
        const audit: Partial<CallAudit> = { note: event => noted.push(event) };
        const metrics: Partial<HubMetrics> = { commandEnded: () => undefined };
        const log = pino({ level: 'warn' }, { write: line => logged.push(line) });
        commands = new IdeCommands(store, audit as CallAudit, metrics as HubMetrics, log);
        server = createServer({ ServerResponse: HubResponse }, (request, response) => {
            if (request.url === HELD) {
                return;
            }
            void text(request).then(body => response.end(JSON.stringify({ url: request.url, headers: request.headers, body })));
        });
        new LinkServer(new RequestGuard(TOKEN, '127.0.0.1'), commands, new WorkspaceIdes('/nowhere', new HubPolicy({})), log).listen(
            server
        );
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
        ({ port } = server.address() as AddressInfo);
    });
    afterEach(() => {
        commands.terminate();
        server.close().closeAllConnections();
    });

    it('has a linked IDE execute a command and gives its result', async () => {
        const ide = await LinkedIde.link(port, TOKEN, [linkedTab()], ({ args }) => ({
            outcome: 'done',
            result: { success: true, data: args }
        }));
        assert.deepEqual(await commands.execute(OPEN), { outcome: 'done', result: { success: true, data: { path: 'a.ts' } } });
        const { callId, ...message } = ide.received[0] ?? { callId: '' };
        assert.ok(callId.length > 20);
        assert.deepEqual(message, {
            type: 'execute',
            tabId: 'tab-1',
            sessionId: 'session',
            client: 'test',
            commandId: 'openspace.editor.open',
            args: { path: 'a.ts' }
        });
    });

    it('keeps calls apart and takes results in any order', async () => {
        const ide = await LinkedIde.link(port, TOKEN, [linkedTab()]);
        const calls = ['a', 'b', 'c'].map(path => commands.execute({ ...OPEN, args: { path } }));
        await ide.calls(3);
        assert.equal(commands.openCalls, 3);
        for (const { callId, args } of ide.received.toReversed()) {
            ide.send({ type: 'result', callId, outcome: 'done', result: { success: true, output: String(args['path']) } });
        }
        assert.deepEqual(
            (await Promise.all(calls)).map(({ result }) => result.output),
            ['a', 'b', 'c']
        );
        assert.equal(commands.openCalls, 0);
    });

    it('sends a call to the IDE that the caller names, and asks a caller who names none of several', async () => {
        const first = await LinkedIde.link(port, TOKEN, [linkedTab({ tabId: 'one', workspace: '/one' })]);
        const second = await LinkedIde.link(port, TOKEN, [linkedTab({ tabId: 'two', workspace: '/two' })], () => ({
            outcome: 'done',
            result: { success: true }
        }));
        assert.equal((await commands.execute({ ...OPEN, target: { workspace: '/two' } })).outcome, 'done');
        assert.deepEqual([first.received.length, second.received.length], [0, 1]);
        const { outcome, result } = await commands.execute(OPEN);
        assert.deepEqual([outcome, result.code], ['refused', 'ambiguous-ide']);
        assert.match(result.error ?? '', /"\/one" in tab "one"; workspace "\/two" in tab "two"/);
    });

    it('ends waiting calls as unknown as soon as the link is lost, and refuses the next', async () => {
        const ide = await LinkedIde.link(port, TOKEN, [linkedTab()]);
        const calls = [commands.execute(OPEN), commands.execute(OPEN)];
        await ide.calls(2);
        ide.socket.terminate();
        for (const { outcome, result } of await Promise.all(calls)) {
            assert.deepEqual([outcome, result.code], ['unknown', 'link-lost']);
        }
        assert.deepEqual((await commands.execute(OPEN)).result.code, 'no-ide');
        assert.equal((await store.counts()).links, 0);
        assert.deepEqual(
            noted.map(({ outcome, code, client, args }) => [outcome, code, client, args]),
            ['link-lost', 'link-lost', 'no-ide'].map(code => [code === 'no-ide' ? 'refused' : 'unknown', code, 'test', { path: 'a.ts' }])
        );
    });

    it('follows the tabs of an IDE', async () => {
        const ide = await LinkedIde.link(port, TOKEN, [linkedTab()], () => ({ outcome: 'done', result: { success: true } }));
        ide.send({ type: 'tabs', tabs: [linkedTab(), linkedTab({ tabId: 'tab-2' })] });
        ide.socket.ping();
        await once(ide.socket, 'pong');
        await commands.execute(OPEN);
        assert.equal(ide.received[0]?.tabId, 'tab-2');
    });

    for (const message of ['', '{', '[]', '{"type":"tabs"}', '{"type":"other"}', '{"type":"tabs","tabs":[],"__proto__":{}}']) {
        it(`drops an IDE that sends ${JSON.stringify(message)}`, async () => {
            const ide = await LinkedIde.link(port, TOKEN, [linkedTab()]);
            ide.socket.send(message);
            const [code] = (await once(ide.socket, 'close')) as [number];
            assert.equal(code, 1008);
        });
    }

    it('bounds the calls that an IDE has open, and the number of IDEs', async () => {
        await LinkedIde.link(port, TOKEN, [linkedTab()]);
        for (let call = 0; call < HUB_LIMITS.callsPerLink; call++) {
            void commands.execute(OPEN);
        }
        assert.equal((await commands.execute(OPEN)).result.code, 'ide-busy');
        for (let link = 1; link < HUB_LIMITS.links; link++) {
            await LinkedIde.link(port, TOKEN, []);
        }
        await assert.rejects(LinkedIde.link(port, TOKEN, []), /503/);
    });

    it('refuses a call that is longer than the link takes, and keeps the link', async () => {
        await LinkedIde.link(port, TOKEN, [linkedTab()], () => ({ outcome: 'done', result: { success: true } }));
        // Written in full, a number may be many times as long as it came.
        const numbers = Array.from({ length: LIMITS.linkMessageBytes / 20 }, () => 1e20);
        const { outcome, result } = await commands.execute({ ...OPEN, args: { numbers } });
        assert.deepEqual([outcome, result.code], ['refused', 'too-long']);
        assert.match(result.error ?? '', /too long to be sent to the IDE/);
        assert.equal((await commands.execute(OPEN)).outcome, 'done');
        assert.deepEqual(noted.at(0)?.code, 'too-long');
    });

    it('names a refused link in its log as in its answer', async () => {
        const socket = connect(port, '127.0.0.1');
        socket.end(`GET / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`);
        const [, requestId] = /^HTTP\/1\.1 401 [^]*\r\nx-request-id: (.+)\r\n/.exec(await text(socket)) ?? assert.fail('no name');
        assert.deepEqual(
            logged.map(line => (JSON.parse(line) as { reqId?: string }).reqId),
            [requestId]
        );
    });

    it('answers a request before the one for a link that comes behind it', async () => {
        const socket = connect(port, '127.0.0.1');
        await once(socket, 'connect');
        socket.end(
            `GET /first HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n` +
                `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n`
        );
        assert.match(await text(socket), /^HTTP\/1\.1 200 OK[^]*"url":"\/first"[^]*HTTP\/1\.1 401 /);
    });

    it('serves a request that offers another protocol as if it offered none', async () => {
        const socket = connect(port, '127.0.0.1');
        await once(socket, 'connect');
        socket.write(
            `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n` +
                'HTTP2-Settings: AAEAAEAA\r\nContent-Length: 8\r\n\r\n{"a"'
        );
        await once(server, 'connection');
        socket.end(':1}\n');
        assert.match(await text(socket), /^HTTP\/1\.1 200 OK[^]*"url":"\/mcp"[^]*"body":"{\\"a\\":1}\\n"/);
    });

    it('answers every one of several requests at once that offer another protocol, in their order', async () => {
        const socket = connect(port, '127.0.0.1');
        await once(socket, 'connect');
        const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\n';
        const paths = Array.from({ length: 10 }, (_, index) => `/${index}`);
        socket.end(paths.map((path, index) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${index === 3 ? '' : offer}\r\n`).join(''));
        const answers = await text(socket);
        assert.deepEqual(
            [...answers.matchAll(/"url":"(.+?)"/g)].map(([, url]) => url),
            paths
        );
    });

    for (const [what, first] of [
        ['a request', ''],
        ['another such request', 'Connection: Upgrade\r\nUpgrade: h2c\r\n']
    ] as const) {
        it(`outlives a client that offers another protocol behind ${what} without an answer yet and resets its connection`, async () => {
            const socket = connect(port, '127.0.0.1');
            const [accepted] = (await once(server, 'connection')) as [Socket];
            // Waited for with "once", its error would have a listener.
            const closed = new Promise<void>(resolve => accepted.on('close', () => resolve()));
            const offered = new Promise<void>(resolve => server.on('upgrade', ({ url }) => url === '/offer' && resolve()));
            socket.write(
                `GET ${HELD} HTTP/1.1\r\nHost: a\r\n${first}\r\n` +
                    'GET /offer HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'
            );
            await offered;
            socket.resetAndDestroy();
            await closed;
            assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 200);
        });
    }
});
