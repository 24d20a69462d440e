import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'mocha';
import { claimPorts, isLoopback } from './ports.mjs';

describe('The ports', () => {
    const other = createServer();
    let taken;

    before(async () => {
        other.on('connection', socket => socket.on('error', () => {}).end('This is not HTTP.\n'));
        other.listen(0, '127.0.0.1');
        await once(other, 'listening');
        taken = other.address().port;
    });

    after(() => other.close());

    const claim = (options, environment = {}) => claimPorts({ host: '127.0.0.1', port: 0, hubPort: 0, ...options }, environment);

    it('are two different free ones when any will do', async () => {
        const { port, hubPort } = await claim({});
        assert.ok(port > 0 && hubPort > 0 && port !== hubPort);
        assert.deepEqual(await claim({ port, hubPort }), { port, hubPort });
    });

    const failure = async (options, environment) => {
        try {
            await claim(options, environment);
        } catch (error) {
            return error;
        }
        return assert.fail('The ports were claimed.');
    };

    it('give a way out with free ports that keeps the other options when the port of the IDE is in use', async () => {
        const { message, advice } = await failure({ port: taken, hubPort: 0, workspace: "/home/ada/Ada's app", json: true });
        assert.equal(message, `Port ${taken} is in use by another program on this machine.`);
        const [, port] = /: npm start -- --workspace '\/home\/ada\/Ada'\\''s app' --port (\d+) --hub-port 0 --json$/.exec(advice) ?? [];
        assert.deepEqual((await claim({ port: Number(port) })).port, Number(port));
    });

    it('give a way out when the port of the Hub is in use', async () => {
        const { message, advice } = await failure({ hubPort: taken });
        assert.equal(message, `Port ${taken} is in use by another program on this machine.`);
        assert.match(advice, /another port: npm start -- --port 0 --hub-port \d+$/);
    });

    it('give one way out for both when both are in use', async () => {
        const second = createServer().listen(0, '127.0.0.1');
        await once(second, 'listening');
        const hubPort = second.address().port;
        const { message, advice } = await failure({ port: taken, hubPort });
        second.close();
        assert.equal(message, `The ports ${taken} and ${hubPort} are in use by other programs on this machine.`);
        const [, ...free] = /other ports: npm start -- --port (\d+) --hub-port (\d+)$/.exec(advice) ?? [];
        assert.equal(new Set([String(taken), String(hubPort), ...free]).size, 4);
    });

    it('say so when it is the IDE itself that has the port, and how to open it', async () => {
        const ide = createHttpServer((_, response) => response.writeHead(401).end('<title>Theia OpenSpace</title>'));
        ide.listen(0, '127.0.0.1');
        await once(ide, 'listening');
        const { port } = ide.address();
        const { message, advice } = await failure({ port, hubPort: taken });
        ide.close();
        assert.equal(message, `Theia OpenSpace runs on port ${port} already.`);
        assert.match(advice, new RegExp(`: npm start -- --port ${port} --link\n.*: npm start -- --port \\d+ --hub-port \\d+$`));
    });

    it('leave the port of the Hub alone when the Hub runs elsewhere', async () => {
        const { hubPort } = await claim({ hubPort: taken }, { OPENSPACE_HUB_URL: 'http://127.0.0.1:1' });
        assert.equal(hubPort, taken);
    });

    it('give a message when the host is not an address of this machine', async () => {
        await assert.rejects(claim({ host: '192.0.2.1' }), /"192\.0\.2\.1" is not an address of this machine/);
    });

    it('are reachable from this machine alone on loopback addresses only', () => {
        assert.deepEqual(['127.0.0.1', '127.1.2.3', 'localhost', '::1'].map(isLoopback), [true, true, true, true]);
        assert.deepEqual(['0.0.0.0', '::', '10.0.0.1', '127.example.org', 'example.org'].map(isLoopback), [
            false,
            false,
            false,
            false,
            false
        ]);
    });
});
