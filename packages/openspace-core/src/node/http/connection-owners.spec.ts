import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { ConnectionOwners, type ConnectionEnds } from './connection-owners';

/** A connection within this machine. */
class LocalConnection {
    readonly server: Server = createServer({ allowHalfOpen: true });
    client: Socket;
    accepted: Socket;

    async open(address: string): Promise<this> {
        this.server.listen(0, address);
        await once(this.server, 'listening');
        this.client = connect({ port: (this.server.address() as AddressInfo).port, host: address, allowHalfOpen: true });
        [this.accepted] = (await once(this.server, 'connection')) as [Socket];
        return this;
    }

    close(): void {
        this.client.destroy();
        this.accepted.destroy();
        this.server.close();
    }
}

const ME = `user-${process.getuid?.()}`;

describe('ConnectionOwners', () => {
    let connection: LocalConnection;
    let owners: ConnectionOwners;
    beforeEach(async () => {
        connection = await new LocalConnection().open('127.0.0.1');
        owners = new ConnectionOwners();
    });
    afterEach(() => connection.close());

    if (existsSync('/proc/net/tcp')) {
        it('knows the user of a program on this machine', () => {
            assert.equal(owners.ownerOf(connection.accepted), ME);
        });

        it('knows the user of a program that sends no more and waits for an answer', async () => {
            connection.client.end();
            await once(connection.accepted.resume(), 'end');
            assert.equal(owners.ownerOf(connection.accepted), ME);
        });

        it('takes nobody for root who sent something and is gone', async () => {
            connection.client.destroy();
            await once(connection.accepted.resume(), 'end');
            assert.equal(owners.ownerOf(connection.accepted), undefined);
        });

        it('looks again for whom it did not find', () => {
            const { remoteAddress, remotePort, localAddress, localPort } = connection.accepted;
            const ends = { remoteAddress, remotePort: 1, localAddress, localPort };
            assert.equal(owners.ownerOf(ends), undefined);
            assert.equal(owners.ownerOf(Object.assign(ends, { remotePort })), ME);
        });

        it('takes no program of this machine for another machine', () => {
            for (const remoteAddress of ['127.0.0.1', '127.3.2.1', '::1', '::ffff:127.0.0.1', '10.0.0.5', '2001:db8::5']) {
                const localAddress = remoteAddress.startsWith('::ffff:') ? '127.0.0.1' : remoteAddress;
                assert.equal(owners.ownerOf({ remoteAddress, remotePort: 1, localAddress, localPort: 1 }), undefined, remoteAddress);
            }
        });

        it('tells other machines apart by their addresses, whatever the port', () => {
            const from = (remoteAddress: string, remotePort = 1): ConnectionEnds => {
                return { remoteAddress, remotePort, localAddress: '192.0.2.1', localPort: 1 };
            };
            const addresses = ['192.0.2.2', '192.0.2.3', '2001:db8::5', '2001:db8::5:0', 'fe80::5%eth0'];
            const names = addresses.map(address => owners.ownerOf(from(address)));
            assert.equal(new Set(names).size, addresses.length);
            assert.ok(
                names.every(name => /^address-[0-9A-F]+$/.test(name ?? '')),
                String(names)
            );
            assert.equal(owners.ownerOf(from('::ffff:192.0.2.2', 2)), names[0]);
        });
    } else {
        it('has one word for all where the system does not tell', () => {
            assert.equal(owners.ownerOf(connection.accepted), 'elsewhere');
        });
    }
});
