import { injectable } from '@theia/core/shared/inversify';
import { readFileSync } from 'node:fs';
import { isIPv4, type Socket } from 'node:net';

/** Where Linux lists the connections of this machine, each end with the user who holds it. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
/** An end that is being closed has lost its user, so it does not count. */
const ESTABLISHED = '01';
const USER_COLUMN = 7;
const MAPPED = '0000000000000000FFFF0000';

/** Tells whose program is at the other end of a connection. */
@injectable()
export class ConnectionOwners {
    protected readonly known = new WeakMap<Socket, string>();

    /** The user of this machine at the other end; one word for all whom the system does not know, such as other machines. */
    ownerOf(socket: Socket): string {
        // The table changes while it is read, so one look may miss what is there.
        const owner = this.known.get(socket) ?? findOwner(socket) ?? findOwner(socket) ?? 'elsewhere';
        this.known.set(socket, owner);
        return owner;
    }
}

function findOwner({ remoteAddress, remotePort, localAddress, localPort }: Socket): string | undefined {
    const theirs = tableNames(remoteAddress, remotePort);
    const ours = tableNames(localAddress, localPort);
    const rows = theirs.map((name, index) => ` ${name} ${ours[index] ?? ''} ${ESTABLISHED} `);
    const row = TABLES.flatMap(linesOf).find(line => rows.some(wanted => line.includes(wanted)));
    const user = row?.trim().split(/\s+/)[USER_COLUMN];
    return user === undefined ? undefined : `user-${user}`;
}

/** What the tables may call an end of a connection: a program may take an address of the fourth version for one of the sixth. */
function tableNames(address: string | undefined, port: number | undefined): string[] {
    const plain = address?.replace(/^::ffff:/i, '') ?? '';
    const end = (port ?? 0).toString(16).toUpperCase().padStart(4, '0');
    if (isIPv4(plain)) {
        const bytes = Buffer.from(plain.split('.').map(Number)).reverse().toString('hex').toUpperCase();
        return [`${bytes}:${end}`, `${MAPPED}${bytes}:${end}`];
    }
    return plain === '::1' ? [`00000000000000000000000001000000:${end}`] : [];
}

function linesOf(table: string): string[] {
    try {
        return readFileSync(table, 'utf8').split('\n');
    } catch {
        // Not every system has it.
        return [];
    }
}
