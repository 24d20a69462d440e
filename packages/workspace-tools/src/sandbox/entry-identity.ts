import type { BigIntStats } from 'node:fs';

/** Tells a file or folder from every other one, also from one that later takes its place. */
export type Identity = string;

/** The identity of what these facts are about. */
export function identityFrom({ dev, ino, birthtimeNs }: Pick<BigIntStats, 'dev' | 'ino' | 'birthtimeNs'>): Identity {
    return `${dev}:${ino}:${birthtimeNs}`;
}
