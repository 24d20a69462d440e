import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { foreignTrouble } from './foreign-server';

describe('A server that somebody else runs', () => {
    let server: Server;
    let place: string;

    before(async () => {
        server = createServer((request, response) => {
            response.statusCode = request.url !== '/health' ? 404 : request.headers.authorization === 'yes' ? 200 : 401;
            response.end();
        });
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
        place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    });

    after(() => server.close());

    const trouble = (url: string, authorization = 'yes'): Promise<string | undefined> =>
        foreignTrouble({
            name: 'The teapot',
            setting: 'TEAPOT_URL',
            withoutAdvice: 'unset TEAPOT_URL',
            url,
            healthPath: '/health',
            headers: { authorization },
            refusedAdvice: 'Check TEAPOT_PASSWORD.'
        });

    it('gives no trouble while it answers', async () => {
        assert.equal(await trouble(`http://${place}`), undefined);
    });

    it('may refuse us', async () => {
        assert.equal(await trouble(`http://${place}`, 'no'), `The teapot at http://${place} refused us. Check TEAPOT_PASSWORD.`);
    });

    it('may be something else', async () => {
        assert.equal(
            await trouble(`http://${place}/below`),
            `The teapot at http://${place}/below answered with status 404. Check TEAPOT_URL.`
        );
    });

    it('may be away', async () => {
        const other = createServer().listen(0, '127.0.0.1');
        await once(other, 'listening');
        const { port } = other.address() as AddressInfo;
        other.close();
        await once(other, 'close');
        const message = await trouble(`http://127.0.0.1:${port}`);
        assert.match(message ?? '', /^The teapot at http:\/\/127\.0\.0\.1:\d+ does not answer\. Start it, or unset TEAPOT_URL/);
    });

    it('has no password in its address, and none is shown', async () => {
        assert.equal(
            await trouble(`http://me:secret@${place}`),
            'TEAPOT_URL holds a user name or a password, which an address must not. Check TEAPOT_PASSWORD.'
        );
    });

    it('needs an address', async () => {
        assert.match((await trouble('teapot')) ?? '', /^TEAPOT_URL is not an address\. Set it/);
    });
});
