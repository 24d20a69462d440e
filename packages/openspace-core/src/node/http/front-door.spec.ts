import assert from 'node:assert/strict';
import { IDE_LINK_PATH, RateLimit, signLinkRequest, signPass } from '@openspace/workspace-tools';
import { BackendApplicationCliContribution, EarlyExpressMiddleware } from '@theia/core/lib/node/backend-application';
import { BrowserConnectionToken, createBrowserConnectionToken } from '@theia/core/lib/node/hosting/browser-connection-token';
import express from '@theia/core/shared/express';
import { Container } from '@theia/core/shared/inversify';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { AdmittedConnections } from './admitted-connections';
import { BrowserAccess } from './browser-access';
import { ConnectionOwners } from './connection-owners';
import { FrontDoor } from './front-door';

const UPGRADE = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 13'];

/** An upgrade that nobody takes or answers. */
const HELD = '/held';

/** A server that serves pages and upgrades the way Theia does, behind the door. */
class GuardedServer {
    readonly door: FrontDoor;
    readonly connections: AdmittedConnections;
    /** Whose program the next requests come from. */
    owner: string | undefined = 'user-1';
    /** What it does not have. */
    lacks?: string;
    protected readonly server: Server;

    constructor(hostname: string) {
        const container = new Container();
        container.bind(EarlyExpressMiddleware).toSelf().inSingletonScope();
        container.bind(BackendApplicationCliContribution).toSelf().inSingletonScope();
        container.bind(BrowserConnectionToken).toConstantValue(createBrowserConnectionToken());
        container.bind<Pick<ConnectionOwners, 'ownerOf'>>(ConnectionOwners).toConstantValue({ ownerOf: () => this.owner });
        container.bind(BrowserAccess).toSelf().inSingletonScope();
        container.bind(FrontDoor).toSelf().inSingletonScope();
        container.bind(AdmittedConnections).toSelf().inSingletonScope();
        container.get(BackendApplicationCliContribution).hostname = hostname;
        this.door = container.get(FrontDoor);
        this.connections = container.get(AdmittedConnections);
        this.connections.initialize();
        const app = express();
        container.get(EarlyExpressMiddleware).handlers.forEach(handler => app.use(handler));
        this.door.configure(app);
        app.use(express.json());
        app.use((request, response) => void response.status(this.lacks === request.path ? 404 : 200).send('page'));
        this.server = createServer(app);
    }

    async start(port = 0): Promise<this> {
        this.server.on('upgrade', (request, socket) => {
            if (request.url === HELD) {
                return;
            }
            const isAllowed = this.connections.allowWsUpgrade(request);
            socket.end(`HTTP/1.1 ${isAllowed ? '101 Switching' : '400 Bad'}\r\n\r\n`);
        });
        this.server.listen(port, '127.0.0.1');
        await once(this.server, 'listening');
        return this;
    }

    /** Sends a request; resolves when the server has it, with its answer to come. */
    async begin(path: string): Promise<{ readonly answer: Promise<string> }> {
        const arrived = once(this.server, 'request');
        const answer = this.get(path);
        await arrived;
        return { answer };
    }

    /** Asks for an upgrade that is not answered, and resets the connection; resolves when the server knows. */
    async resetUpgrade(cookie: string): Promise<void> {
        const client = connect(this.port, '127.0.0.1');
        const [accepted] = (await once(this.server, 'connection')) as [Socket];
        // Waited for with "once", its error would have a listener.
        const closed = new Promise<void>(resolve => accepted.on('close', () => resolve()));
        const upgraded = once(this.server, 'upgrade');
        client.write([`GET ${HELD} HTTP/1.1`, `Host: 127.0.0.1:${this.port}`, cookie, ...UPGRADE, '', ''].join('\r\n'));
        await upgraded;
        client.resetAndDestroy();
        await closed;
    }

    /** What Theia does once the server was made. */
    guard(): this {
        this.door.onStart(this.server);
        return this;
    }

    async stop(): Promise<void> {
        this.server.close();
        await once(this.server, 'close');
    }

    get port(): number {
        return (this.server.address() as AddressInfo).port;
    }

    /** The path of a fresh link. */
    link(): string {
        const { origin, pathname, search } = new URL(this.door.issueLink(this.server));
        assert.equal(origin, `http://127.0.0.1:${this.port}`);
        return pathname + search;
    }

    get(path: string, ...headers: string[]): Promise<string> {
        return this.send(`GET ${path} HTTP/1.1`, ...headers, 'Connection: close');
    }

    upgrade(...headers: string[]): Promise<string> {
        return this.send('GET /socket.io/?transport=websocket HTTP/1.1', ...headers, ...UPGRADE);
    }

    async send(...lines: string[]): Promise<string> {
        const host = lines.some(line => line.startsWith('Host:')) ? [] : ['Host: 127.0.0.1:PORT'];
        const socket = connect(this.port, '127.0.0.1');
        socket.write(`${[...lines, ...host].join('\r\n').replaceAll('PORT', String(this.port))}\r\n\r\n`);
        return text(socket);
    }

    /** The cookie of a browser that opens a fresh link. */
    async letIn(): Promise<string> {
        return `Cookie: ${cookieOf(await this.get(this.link()))}`;
    }
}

const statusOf = (answer: string): number => Number(answer.split(' ')[1]);
const cookieOf = (answer: string): string => /^Set-Cookie: ([^;]+)/im.exec(answer)?.[1] ?? assert.fail(answer);

describe('FrontDoor', () => {
    const { OPENSPACE_STATE_DIR } = process.env;
    let state: string;
    let server: GuardedServer;
    beforeEach(async () => {
        state = mkdtempSync(join(tmpdir(), 'openspace-door-'));
        process.env.OPENSPACE_STATE_DIR = state;
        server = (await new GuardedServer('ide.example').start()).guard();
    });
    afterEach(async () => {
        await server.stop();
        rmSync(state, { recursive: true, force: true });
        process.env.OPENSPACE_STATE_DIR = OPENSPACE_STATE_DIR;
        if (OPENSPACE_STATE_DIR === undefined) {
            delete process.env.OPENSPACE_STATE_DIR;
        }
    });

    it('lets a browser in that opens a link, and sends it on to a clean address', async () => {
        const answer = await server.get(server.link());
        assert.equal(statusOf(answer), 303);
        assert.match(answer, /^Location: \/\r$/m);
        assert.match(
            answer,
            new RegExp(`^Set-Cookie: openspace-${server.port}=[^;]+; Path=/; Max-Age=\\d+; HttpOnly; SameSite=Strict\r$`, 'm')
        );
        const cookie = `Cookie: other=1; ${cookieOf(answer)}; more=2`;
        for (const host of ['localhost:PORT', '127.0.0.1:PORT', '[::1]:PORT', 'IDE.example:PORT']) {
            assert.match(await server.get('/', `Host: ${host}`, cookie), /page$/, host);
            assert.match(await server.get('/', `Host: ${host}`, `Origin: http://${host}`, cookie), /page$/, host);
            assert.equal(statusOf(await server.upgrade(`Host: ${host}`, `Origin: http://${host}`, cookie)), 101, host);
        }
    });

    it('takes a link once, and says so the second time', async () => {
        const link = server.link();
        const cookie = `Cookie: ${cookieOf(await server.get(link))}`;
        const again = await server.get(link, 'Accept: text/html,*/*');
        assert.equal(statusOf(again), 401);
        assert.match(again, /This link has been used already/);
        assert.match(again, new RegExp(`npm start -- --link --port ${server.port}`));
        assert.doesNotMatch(again, /set-cookie/i);
        assert.equal(statusOf(await server.get(link, cookie)), 303);
    });

    it('uses up a link that a browser opens which was let in before', async () => {
        const cookie = await server.letIn();
        const link = server.link();
        assert.equal(statusOf(await server.get(link, cookie)), 303);
        assert.equal(statusOf(await server.get(link)), 401);
    });

    it('lets no browser in of which it cannot tell whose it is, and keeps the link good for it', async () => {
        const [cookie, link] = [await server.letIn(), server.link()];
        server.owner = undefined;
        const answer = await server.get(link);
        assert.equal(statusOf(answer), 401);
        assert.match(answer, /could not be told whose browser this is.*the link is still good/);
        assert.doesNotMatch(answer, /set-cookie/i);
        assert.equal(statusOf(await server.get('/', cookie)), 401);
        server.owner = 'user-1';
        assert.equal(statusOf(await server.get(link)), 303);
        assert.match(await server.get('/', cookie), /page$/);
    });

    it('is not opened by looking at a link', async () => {
        const link = server.link();
        assert.equal(statusOf(await server.send(`HEAD ${link} HTTP/1.1`, 'Connection: close')), 401);
        assert.equal(statusOf(await server.send(`POST ${link} HTTP/1.1`, 'Connection: close')), 401);
        assert.equal(statusOf(await server.get(link)), 303);
    });

    it('shows a stranger what to do, in the form that it understands, and nothing else', async () => {
        for (const path of [
            '/',
            '/bundle.js',
            '/index.html',
            '/socket.io/?EIO=4&transport=polling',
            '/file-upload',
            '/nothing',
            '//',
            '/%zz'
        ]) {
            const answer = await server.get(path, 'Accept: text/html');
            assert.equal(statusOf(answer), 401, path);
            assert.match(answer, /<strong>This browser has not been let in yet/, path);
            assert.match(answer, /default-src 'none'/, path);
            assert.match(answer, /Cache-Control: no-store/, path);
            assert.doesNotMatch(answer, /set-cookie|page$/i, path);
        }
        assert.match(await server.get('/'), /\r\n\r\nThis browser has not been let in yet\. .*npm start -- --link/);
    });

    it('answers a refused upgrade with 401 or 403', async () => {
        const cookie = await server.letIn();
        assert.equal(statusOf(await server.upgrade()), 401);
        assert.equal(statusOf(await server.upgrade('Origin: http://127.0.0.1:PORT')), 401);
        assert.equal(statusOf(await server.upgrade('Origin: http://evil.example', cookie)), 403);
        assert.match(await server.upgrade('Origin: null', cookie), /X-Content-Type-Options: nosniff/);
    });

    it('outlives a client that resets its connection before anybody takes its upgrade', async () => {
        const cookie = await server.letIn();
        await server.resetUpgrade(cookie);
        assert.match(await server.get('/', cookie), /page$/);
    });

    it('takes no cookie that it did not give, or not for this port', async () => {
        const secret = readFileSync(join(state, 'ide.token'), 'utf8').trim();
        const [name, value] = cookieOf(await server.get(server.link())).split('=') as [string, string];
        const expired = `${server.owner}.${signPass(secret, `${name} ${server.owner}`, -1)}`;
        for (const cookie of [
            `${name}=`,
            `${name}=x`,
            `x${name}=${value}`,
            `openspace-1=${value}`,
            `${name}=${expired}`,
            `${name}=${secret}`
        ]) {
            assert.equal(statusOf(await server.get('/', `Cookie: ${cookie}`)), 401, cookie);
        }
        assert.equal(
            statusOf(await server.get('/', `Cookie: ${name}=${server.owner}.${signPass(secret, `openspace-1 ${server.owner}`, 1000)}`)),
            401
        );
        assert.equal(statusOf(await server.get('/', `Cookie: ${name}=stale; ${name}=${value}`)), 200);
    });

    it('takes no cookie from another user, who may serve on another port what the browser shows its cookies to', async () => {
        const cookie = await server.letIn();
        assert.equal(statusOf(await server.get('/', cookie)), 200);
        server.owner = 'user-2';
        assert.equal(statusOf(await server.get('/', cookie)), 401);
        assert.equal(statusOf(await server.upgrade(cookie)), 401);
        assert.equal(statusOf(await server.get('/', cookie.replace('user-1', server.owner))), 401);
        assert.equal(statusOf(await server.get('/', await server.letIn())), 200);
    });

    it('knows a browser again after a restart, but no link', async () => {
        const cookie = await server.letIn();
        const [link, { port }] = [server.link(), server];
        await server.stop();
        server = (await new GuardedServer('localhost').start(port)).guard();
        assert.match(await server.get('/', cookie), /page$/);
        assert.equal(statusOf(await server.get(link)), 401);
        assert.equal(statSync(join(state, 'ide.token')).mode & 0o077, 0);
    });

    for (const headers of [
        ['Host: evil.example:PORT'],
        ['Host: evil.example'],
        ['Host: localhost'],
        ['Host: localhost:1'],
        ['Host: localhost:PORT.evil.example'],
        ['Host: localhost:PORT', 'Host: localhost:PORT'],
        ['Host: localhost:PORT', 'Host: evil.example'],
        ['Host: localhost:PORT', 'Origin: null'],
        ['Host: localhost:PORT', 'Origin: http://evil.example'],
        ['Host: localhost:PORT', 'Origin: http://evil.example:PORT'],
        ['Host: localhost:PORT', 'Origin: http://localhost:1'],
        ['Host: localhost:PORT', 'Origin: https://localhost:PORT'],
        ['Host: evil.example:PORT', 'Origin: http://evil.example:PORT']
    ]) {
        it(`refuses pages, links and upgrades with ${headers.join(' and ')}`, async () => {
            const [cookie, link] = [await server.letIn(), server.link()];
            for (const path of ['/', link]) {
                const answer = await server.get(path, ...headers, cookie);
                // Of two hosts, Node itself may refuse the request before the door sees it.
                assert.ok([400, 403].includes(statusOf(answer)), answer);
                assert.doesNotMatch(answer, /set-cookie|page$/i);
            }
            assert.ok([400, 403].includes(statusOf(await server.upgrade(...headers, cookie))));
            assert.equal(statusOf(await server.get(link)), 303);
        });
    }

    it('refuses a whole address as the target, whatever it names', async () => {
        const cookie = await server.letIn();
        for (const target of ['http://evil.example/', 'http://127.0.0.1:PORT/', '*', 'evil.example:80']) {
            const answer = await server.get(target, cookie);
            assert.equal(statusOf(answer), 400, target);
            assert.doesNotMatch(answer, /page$/);
        }
    });

    it('tells nobody where the program lies', async () => {
        const cookie = await server.letIn();
        const body = '{"broken';
        const lines = [`Content-Length: ${body.length}`, 'Content-Type: application/json', 'Connection: close', cookie];
        const answer = await server.send('POST / HTTP/1.1', ...lines, 'Host: 127.0.0.1:PORT', '', body);
        assert.equal(statusOf(answer), 400);
        assert.doesNotMatch(answer, /node_modules|\.js|at |x-powered-by/i);
    });

    it('gives a link to a program that can read the secret, and to no other', async () => {
        const ask = (...headers: string[]): Promise<string> =>
            server.send(`POST ${IDE_LINK_PATH} HTTP/1.1`, 'Content-Length: 0', 'Connection: close', ...headers);
        const cookie = await server.letIn();
        const secret = readFileSync(join(state, 'ide.token'), 'utf8').trim();
        const answer = await ask(`Authorization: Bearer ${signLinkRequest(secret, server.port)}`);
        assert.equal(statusOf(answer), 200);
        const { pathname, search } = new URL((JSON.parse(answer.slice(answer.indexOf('{'))) as { url: string }).url);
        assert.equal(statusOf(await server.get(pathname + search)), 303);
        for (const pass of [secret, signLinkRequest(secret, 1), signLinkRequest('x'.repeat(43), server.port), '']) {
            assert.equal(statusOf(await ask(`Authorization: Bearer ${pass}`)), 401, pass);
        }
        assert.equal(statusOf(await ask()), 401);
        assert.doesNotMatch(await ask(cookie), /token=/);
    });

    it('forgets the oldest of very many links that nobody opens', async () => {
        const [oldest, next] = [server.link(), server.link()];
        Array.from({ length: 99 }, () => server.link());
        assert.equal(statusOf(await server.get(oldest)), 401);
        assert.equal(statusOf(await server.get(next)), 303);
    });

    it('keeps everything shut until the server is guarded; what came before then comes through the door', async () => {
        const early = await new GuardedServer('localhost').start();
        try {
            assert.equal(statusOf(await early.upgrade()), 400);
            const [stranger, guest] = [await early.begin('/'), await early.begin(early.link())];
            early.guard();
            assert.equal(statusOf(await stranger.answer), 401);
            const cookie = `Cookie: ${cookieOf(await guest.answer)}`;
            assert.match(await early.get('/', cookie), /page$/);
        } finally {
            await early.stop();
        }
    });

    it('tells what came early to try again when the start takes too long, and answers it once', async () => {
        const early = await new GuardedServer('localhost').start();
        Object.assign(early.door, { startTimeoutMs: 0 });
        try {
            const answer = await early.get('/');
            early.guard();
            assert.equal(statusOf(answer), 503);
            assert.match(answer, /X-Frame-Options: DENY/);
            assert.match(answer, /The IDE is still starting\. Try again in a moment/);
            assert.equal(statusOf(await early.get('/')), 401);
        } finally {
            await early.stop();
        }
    });

    it('slows down whoever tries one token, cookie or pass after the other, and nobody who was let in', async () => {
        const cookie = await server.letIn();
        Object.assign(server.door, { strangers: new RateLimit({ burst: 3, perSecond: 0 }) });
        const guesses = [
            () => server.get('/?token=guessed'),
            () => server.get('/', cookie.replace(/.$/, '_')),
            () => server.send(`POST ${IDE_LINK_PATH} HTTP/1.1`, 'Content-Length: 0', 'Authorization: Bearer guessed', 'Connection: close'),
            () => server.upgrade()
        ];
        assert.deepEqual((await Promise.all(guesses.slice(0, 3).map(guess => guess()))).map(statusOf), [401, 401, 401]);
        for (const guess of guesses) {
            const answer = await guess();
            assert.equal(statusOf(answer), 429);
            assert.match(answer, /^Retry-After: 1\r$/m);
            assert.match(answer, /Wait a second/);
        }
        const elsewhere = connect({ port: server.port, host: '127.0.0.1', localAddress: '127.0.0.2' });
        elsewhere.write(`GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\nConnection: close\r\n\r\n`);
        assert.equal(statusOf(await text(elsewhere)), 429);
        assert.match(await server.get('/', cookie), /page$/);
        assert.equal(statusOf(await server.get(server.link())), 303);
    });

    for (const [what, isGuarded] of [
        ['before', true],
        ['after', false]
    ] as const) {
        it(`gives a client that sends its headers slowly a limited time, guarded ${what} it listens`, async () => {
            const impatient = new GuardedServer('localhost');
            Object.assign(impatient.door, { headersTimeoutMs: 50, headersCheckMs: 10 });
            await (isGuarded ? impatient.guard().start() : impatient.start());
            if (!isGuarded) {
                impatient.guard();
            }
            try {
                const slow = connect(impatient.port, '127.0.0.1');
                slow.write('GET / HTTP/1.1\r\n');
                // By itself Node would look for such clients only once in half a minute.
                const late = setTimeout(() => slow.destroy(new Error('The server still waits.')), 20_000);
                assert.equal(statusOf(await text(slow)), 408);
                clearTimeout(late);
            } finally {
                await impatient.stop();
            }
        });
    }

    it('sends headers with every answer that keep other pages and hosts out', async () => {
        for (const answer of [
            await server.get('/'),
            await server.get('/', 'Host: evil.example'),
            await server.get('/', await server.letIn())
        ]) {
            for (const header of ['X-Content-Type-Options: nosniff', 'X-Frame-Options: DENY', 'Referrer-Policy: no-referrer']) {
                assert.match(answer, new RegExp(header));
            }
            assert.match(answer, /frame-ancestors 'none'/);
        }
        assert.match(await server.get('/', 'Host: evil.example'), /Open the address that "npm start" printed/);
    });

    it('lets a browser keep for a day what is named by its content, and nothing else', async () => {
        const cookie = await server.letIn();
        const named = '/bundle.js?0123456789abcdef';
        assert.match(await server.get(named, cookie), /Cache-Control: private, max-age=86400/);
        assert.match(await server.get(named), /Cache-Control: no-store/);
        server.lacks = '/bundle.js';
        assert.match(await server.get(named, cookie), /404 Not Found.*Cache-Control: no-store/s);
        for (const path of ['/', '/bundle.js', '/bundle.js?v=1', `${named}0`, '/index.html?0123456789abcdef']) {
            assert.doesNotMatch(await server.get(path, cookie), /Cache-Control/, path);
        }
    });
});
