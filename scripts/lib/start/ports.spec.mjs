import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'mocha';
import { claimPorts, isLoopback } from './ports.mjs';

describe('The ports', () => {
    const other = createServer();
    let taken;

    before(async () => {
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

    it('give a message with the way out when the port of the IDE is in use', async () => {
        await assert.rejects(claim({ port: taken }), error => {
            assert.match(error.message, new RegExp(`^Port ${taken} is in use`));
            assert.match(error.advice, /npm start -- --port \d+/);
            return true;
        });
    });

    it('give a message with the way out when the port of the Hub is in use', async () => {
        await assert.rejects(claim({ hubPort: taken }), error => {
            assert.match(error.message, new RegExp(`^Port ${taken} is in use`));
            assert.match(error.advice, /npm start -- --hub-port \d+/);
            return true;
        });
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
