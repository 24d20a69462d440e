import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, Socket, type AddressInfo, type Server } from 'node:net';
import { ConnectionOwners } from './connection-owners';

describe('ConnectionOwners', () => {
    let server: Server;
    let client: Socket;
    let accepted: Socket;
    beforeEach(async () => {
        server = createServer().listen(0, '127.0.0.1');
        await once(server, 'listening');
        client = connect((server.address() as AddressInfo).port, '127.0.0.1');
        [accepted] = (await once(server, 'connection')) as [Socket];
    });
    afterEach(() => {
        client.destroy();
        accepted.destroy();
        server.close();
    });

    it('knows the user of a program on this machine, where the system tells', () => {
        const expected = process.platform === 'linux' ? `user-${process.getuid?.()}` : 'elsewhere';
        assert.equal(new ConnectionOwners().ownerOf(accepted), expected);
    });

    it('knows nobody at the other end of what is no connection', () => {
        assert.equal(new ConnectionOwners().ownerOf(new Socket()), 'elsewhere');
    });
});
