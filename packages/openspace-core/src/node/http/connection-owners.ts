import { injectable } from '@theia/core/shared/inversify';
import { existsSync, readFileSync } from 'node:fs';
import { isIPv4, type Socket } from 'node:net';
import { endianness } from 'node:os';

/** Where Linux lists the connections of this machine, each end with the user who holds it. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
const USER_COLUMN = 7;
/** Zero for an end that no program holds any more. The table then names root, whoever held it. */
const FILE_COLUMN = 9;
/** What stands before an address of the fourth version in one of the sixth. */
const MAPPED = `${'0'.repeat(20)}FFFF`;
const ADDRESS_DIGITS = 32;

/** From where to where a connection leads. */
export type ConnectionEnds = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'>;

/** Tells whose program is at the other end of a connection. */
@injectable()
export class ConnectionOwners {
    protected readonly systemTells = existsSync('/proc/net/tcp');
    protected readonly known = new WeakMap<ConnectionEnds, string>();

    /**
     * The user of this machine at the other end, or the other machine. Undefined for a program of this machine of which the system does
     * not tell whose it is, now: it may be anybody's. Where the system never tells, such as on macOS, one word for all.
     */
    ownerOf(socket: ConnectionEnds): string | undefined {
        if (!this.systemTells) {
            return 'elsewhere';
        }
        // The table changes while it is read, so one look may miss what is there.
        const owner = this.known.get(socket) ?? findUser(socket) ?? findUser(socket) ?? otherMachine(socket);
        if (owner !== undefined) {
            this.known.set(socket, owner);
        }
        return owner;
    }
}

function findUser({ remoteAddress, remotePort, localAddress, localPort }: ConnectionEnds): string | undefined {
    const theirs = tableNames(remoteAddress, remotePort);
    const ours = tableNames(localAddress, localPort);
    const rows = theirs.map((name, index) => ` ${name} ${ours[index] ?? ''} `);
    const user = TABLES.flatMap(linesOf)
        .filter(line => rows.some(wanted => line.includes(wanted)))
        .map(line => line.trim().split(/\s+/))
        .find(columns => columns[FILE_COLUMN] !== '0')?.[USER_COLUMN];
    return user === undefined ? undefined : `user-${user}`;
}

function otherMachine({ remoteAddress, localAddress }: ConnectionEnds): string | undefined {
    const [theirs, ours] = [plainAddress(remoteAddress), plainAddress(localAddress)];
    const isThisMachine = theirs === ours || theirs === '::1' || theirs.startsWith('127.');
    return isThisMachine ? undefined : `address-${digitsOf(theirs)}`;
}

/** What the tables may call an end of a connection: a program may take an address of the fourth version for one of the sixth. */
function tableNames(address: string | undefined, port = 0): string[] {
    const plain = plainAddress(address);
    const digits = digitsOf(plain);
    return [digits, ...(isIPv4(plain) ? [MAPPED + digits] : [])].map(name => `${inWords(name)}:${hexadecimal(port, 4)}`);
}

/** An address without what says how this end sees it. */
function plainAddress(address = ''): string {
    return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
}

function digitsOf(address: string): string {
    if (isIPv4(address)) {
        return address
            .split('.')
            .map(byte => hexadecimal(Number(byte), 2))
            .join('');
    }
    const [before = '', after = ''] = address
        .toUpperCase()
        .split('::')
        .map(part =>
            part
                .split(':')
                .map(group => group && group.padStart(4, '0'))
                .join('')
        );
    return before.padEnd(ADDRESS_DIGITS - after.length, '0') + after;
}

function hexadecimal(value: number, digits: number): string {
    return value.toString(16).toUpperCase().padStart(digits, '0');
}

/** The tables show each four bytes of an address as the number that they are to this machine. */
function inWords(digits: string): string {
    return endianness() === 'LE' ? digits.replace(/(..)(..)(..)(..)/g, '$4$3$2$1') : digits;
}

function linesOf(table: string): string[] {
    try {
        return readFileSync(table, 'utf8').split('\n');
    } catch {
        // Not every system has both.
        return [];
    }
}
