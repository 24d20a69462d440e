import assert from 'node:assert/strict';
import { BackendApplicationCliContribution, EarlyExpressMiddleware } from '@theia/core/lib/node/backend-application';
import { WsRequestValidator, WsRequestValidatorContribution } from '@theia/core/lib/node/ws-request-validators';
import { ContributionProvider } from '@theia/core/lib/common';
import express from '@theia/core/shared/express';
import { Container } from '@theia/core/shared/inversify';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { HostGuard } from './host-guard';

const UPGRADE = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 13'];

/** A server that serves pages and upgrades the way Theia does, behind the guard. */
class GuardedServer {
    protected server: Server;

    static async start(hostname: string): Promise<GuardedServer> {
        const container = new Container();
        const middleware: EarlyExpressMiddleware = { handlers: [(_, response) => void response.cookie('secret', 'x').send('page')] };
        container.bind(EarlyExpressMiddleware).toConstantValue(middleware);
        container.bind(BackendApplicationCliContribution).toSelf().inSingletonScope();
        container.bind(HostGuard).toSelf().inSingletonScope();
        const guard = container.get(HostGuard);
        const guards: ContributionProvider<WsRequestValidatorContribution> = { getContributions: () => [guard] };
        container.bind(ContributionProvider).toConstantValue(guards).whenTargetNamed(WsRequestValidatorContribution);
        container.bind(WsRequestValidator).toSelf();
        guard.initialize();
        container.get(BackendApplicationCliContribution).hostname = hostname;

        const started = new GuardedServer();
        started.server = createServer(express().use(...middleware.handlers));
        started.server.on('upgrade', (request, socket) => {
            const answer = container.get(WsRequestValidator).allowWsUpgrade(request);
            void answer.then(allowed => socket.end(`HTTP/1.1 ${allowed ? '101 Switching' : '403 Forbidden'}\r\n\r\n`));
        });
        started.server.listen(0, '127.0.0.1');
        await once(started.server, 'listening');
        return started;
    }

    stop(): void {
        this.server.close();
    }

    get(...headers: string[]): Promise<string> {
        return this.send(...headers, 'Connection: close');
    }

    /** Status of the answer to an upgrade. */
    async upgrade(...headers: string[]): Promise<number> {
        return statusOf(await this.send(...headers, ...UPGRADE));
    }

    protected async send(...headers: string[]): Promise<string> {
        const { port } = this.server.address() as AddressInfo;
        const socket = connect(port, '127.0.0.1');
        socket.write(`${['GET / HTTP/1.1', ...headers].join('\r\n').replaceAll('PORT', String(port))}\r\n\r\n`);
        return text(socket);
    }
}

function statusOf(answer: string): number {
    return Number(answer.split(' ')[1]);
}

describe('HostGuard', () => {
    let server: GuardedServer;
    before(async () => (server = await GuardedServer.start('ide.example')));
    after(() => server.stop());

    it('lets pages and upgrades pass that name this server, with its own origin or none', async () => {
        for (const host of ['localhost:PORT', '127.0.0.1:PORT', '[::1]:PORT', 'IDE.example:PORT']) {
            assert.match(await server.get(`Host: ${host}`), /page$/, host);
            assert.match(await server.get(`Host: ${host}`, `Origin: http://${host}`), /page$/, host);
            assert.equal(await server.upgrade(`Host: ${host}`, `Origin: http://${host}`), 101, host);
        }
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
        it(`refuses pages and upgrades with ${headers.join(' and ')}`, async () => {
            const answer = await server.get(...headers);
            // Of two hosts, Node itself may refuse the request before the guard sees it.
            assert.ok([400, 403].includes(statusOf(answer)), answer);
            assert.doesNotMatch(answer, /set-cookie|page$/i);
            assert.ok([400, 403].includes(await server.upgrade(...headers)));
        });
    }

    it('tells a refused person what to open, and lets no browser guess types or tell addresses', async () => {
        const answer = await server.get('Host: evil.example');
        assert.match(answer, /Open the address that "npm start" printed/);
        assert.match(answer, /X-Content-Type-Options: nosniff/);
        assert.match(answer, /Referrer-Policy: no-referrer/);
    });
});
