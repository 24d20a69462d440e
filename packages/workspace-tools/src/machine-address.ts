import type { Socket } from 'node:net';

/** Every address by which a machine reaches itself: a program chooses among them as it likes. */
const LOOPBACK = /^(?:::ffff:)?127\.|^::ffff:7f[0-9a-f]{2}:|^::1(?:%.*)?$/i;
const THIS_MACHINE = 'this machine';

/** By what the requests of a machine are counted together, whichever of its own addresses a program on this one uses. */
export function machineOf({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string {
    return LOOPBACK.test(remoteAddress) ? THIS_MACHINE : remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '');
}
