import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { OwnAddress, reachableHost } from './own-address';

describe('OwnAddress', () => {
    let server: Server;
    let port: number;
    let own: OwnAddress;

    before(async () => {
        server = createServer((request, response) => response.end(`${own.isHostOf(request)} ${own.isOriginOf(request)}`));
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
        ({ port } = server.address() as AddressInfo);
    });
    after(() => server.close());
    beforeEach(() => (own = new OwnAddress('127.0.0.1')));

    /** Sends these header lines as they are, PORT replaced; answers whether host and origin are the server's own. */
    const judge = async (...headers: string[]): Promise<string> => {
        const socket = connect(port, '127.0.0.1');
        socket.write(`${['GET / HTTP/1.1', ...headers, 'Connection: close'].join('\r\n').replaceAll('PORT', String(port))}\r\n\r\n`);
        return /(?:true|false) (?:true|false)/.exec(await text(socket))?.[0] ?? 'no answer';
    };
    const hostIsOwn = async (host: string): Promise<boolean> => (await judge(`Host: ${host}`)).startsWith('true');
    const originIsOwn = async (origin: string): Promise<boolean> => (await judge('Host: x', `Origin: ${origin}`)).endsWith('true');

    it('knows the names of the loopback interface with the port, in any case', async () => {
        for (const host of ['127.0.0.1:PORT', 'localhost:PORT', 'LocalHost:PORT', '[::1]:PORT']) {
            assert.equal(await judge(`Host: ${host}`, `Origin: http://${host}`), 'true true', host);
        }
    });

    it('knows the host that the server listens on', async () => {
        for (const [listenHost, host] of [
            ['ide.example', 'ide.example:PORT'],
            ['IDE.example', 'ide.EXAMPLE:PORT'],
            ['fd00::A', '[fd00::a]:PORT']
        ] as const) {
            own = new OwnAddress(listenHost);
            assert.ok(await hostIsOwn(host), host);
        }
    });

    it('takes no other host', async () => {
        for (const host of [
            '',
            'evil.example:PORT',
            'localhost',
            'localhost:',
            'localhost:1',
            'localhost:0PORT',
            'localhost:PORT0',
            'localhost:PORT:PORT',
            'localhost.:PORT',
            'localhost.evil.example:PORT',
            'evil.localhost:PORT',
            '127.0.0.1:PORT.evil.example',
            'user@127.0.0.1:PORT',
            '127.0.0.1:PORT/',
            '127.0.0.1:PORT, evil.example',
            '127.1:PORT',
            '2130706433:PORT',
            '0.0.0.0:PORT',
            '::1:PORT',
            '[::]:PORT',
            '[::ffff:127.0.0.1]:PORT'
        ]) {
            assert.equal(await hostIsOwn(host), false, host);
        }
    });

    it('takes no request with two hosts, were both its own', async () => {
        assert.notEqual((await judge('Host: localhost:PORT', 'Host: localhost:PORT')).split(' ')[0], 'true');
        assert.notEqual((await judge('Host: localhost:PORT', 'hOST: evil.example')).split(' ')[0], 'true');
    });

    it('takes a request without an origin and none from foreign pages', async () => {
        assert.equal(await judge('Host: localhost:PORT'), 'true true');
        for (const origin of [
            '',
            'null',
            'file://',
            'localhost:PORT',
            'http://localhost',
            'http://localhost:1',
            'https://localhost:PORT',
            'HTTP://localhost:PORT/',
            'ws://localhost:PORT',
            'http://evil.example:PORT',
            'http://localhost:PORT.evil.example',
            'http://localhost:PORT, http://localhost:PORT'
        ]) {
            assert.equal(await originIsOwn(origin), false, origin);
        }
    });

    it('takes no request with two origins, were both its own', async () => {
        const origin = 'Origin: http://localhost:PORT';
        assert.equal(await judge('Host: localhost:PORT', origin, origin), 'true false');
    });

    it('knows every address and name of the machine when it listens on all interfaces, and nothing else', async () => {
        const addresses = Object.values(networkInterfaces()).flatMap(found => found ?? []);
        for (const listenHost of ['0.0.0.0', '::']) {
            own = new OwnAddress(listenHost);
            for (const { address, family } of addresses) {
                assert.ok(await hostIsOwn(family === 'IPv6' ? `[${address}]:PORT` : `${address}:PORT`), address);
            }
            assert.ok(await hostIsOwn(`${hostname()}:PORT`));
            for (const host of ['evil.example:PORT', '0.0.0.0:PORT', '[::]:PORT', '192.0.2.1:PORT', 'localhost', 'localhost:1']) {
                assert.equal(await hostIsOwn(host), false, host);
            }
        }
    });

    describe('on a port or a protocol of its own', () => {
        const request = (socket: object, headers: { host: string; origin?: string }): IncomingMessage =>
            ({ socket, headers, rawHeaders: ['Host', headers.host] }) as Partial<IncomingMessage> as IncomingMessage;

        it('lets clients leave out the port that the protocol implies', () => {
            assert.ok(own.isHostOf(request({ localPort: 80 }, { host: 'localhost' })));
            assert.ok(own.isHostOf(request({ localPort: 80 }, { host: 'localhost:80' })));
            assert.ok(own.isHostOf(request({ localPort: 443, encrypted: true }, { host: 'localhost' })));
            assert.ok(!own.isHostOf(request({ localPort: 443 }, { host: 'localhost' })));
            assert.ok(!own.isHostOf(request({ localPort: 80, encrypted: true }, { host: 'localhost' })));
        });

        it('expects pages to come by the same protocol', () => {
            const https = { localPort: 3000, encrypted: true };
            assert.ok(own.isOriginOf(request(https, { host: 'localhost:3000', origin: 'https://localhost:3000' })));
            assert.ok(!own.isOriginOf(request(https, { host: 'localhost:3000', origin: 'http://localhost:3000' })));
        });
    });
});

describe('reachableHost', () => {
    it('is the host itself, as it stands in an address', () => {
        assert.deepEqual(['127.0.0.1', 'localhost', '::1', 'fd00::a'].map(reachableHost), ['127.0.0.1', 'localhost', '[::1]', '[fd00::a]']);
    });

    it('leads to this machine when the server listens on all interfaces', () => {
        assert.deepEqual(['0.0.0.0', '::'].map(reachableHost), ['127.0.0.1', '[::1]']);
    });
});
