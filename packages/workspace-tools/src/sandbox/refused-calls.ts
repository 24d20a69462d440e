/** Bits of a mode that let a file run with the rights of its owner or group, whoever starts it. */
const SET_ID = 0o6000;
/** Bits that say that a call makes a file, so that its mode counts: `O_CREAT`, and the one of its own in `O_TMPFILE`. */
const MAKES_FILE = [0o100, 0o20000000];

/** A call of the kernel that fails in a sandbox, if each of these arguments has one of its bits set. */
export interface RefusedCall {
    readonly name: string;
    /** Its number on each processor that has it. */
    readonly numbers: Readonly<Partial<Record<FilteredProcessor, number>>>;
    readonly when: readonly { readonly argument: number; readonly bits: number }[];
}

/** Processors whose calls are known, as node names them. */
export type FilteredProcessor = 'x64' | 'arm64';

/**
 * What no command needs, and what would outlive it or reach around its mounts: files that run with the rights of the person, keys that
 * the kernel keeps for the person, and calls that a filter cannot look into; programs have another way where these are missing.
 */
export const REFUSED_CALLS: readonly RefusedCall[] = [
    givesMode('chmod', { x64: 90 }, 1),
    givesMode('fchmod', { x64: 91, arm64: 52 }, 1),
    givesMode('fchmodat', { x64: 268, arm64: 53 }, 2),
    givesMode('fchmodat2', { x64: 452, arm64: 452 }, 2),
    givesMode('creat', { x64: 85 }, 1),
    givesMode('mknod', { x64: 133 }, 1),
    givesMode('mknodat', { x64: 259, arm64: 33 }, 2),
    ...MAKES_FILE.flatMap(bits => [
        givesMode('open', { x64: 2 }, 2, { argument: 1, bits }),
        givesMode('openat', { x64: 257, arm64: 56 }, 3, { argument: 2, bits })
    ]),
    { name: 'openat2', numbers: { x64: 437, arm64: 437 }, when: [] },
    { name: 'io_uring_setup', numbers: { x64: 425, arm64: 425 }, when: [] },
    { name: 'add_key', numbers: { x64: 248, arm64: 217 }, when: [] },
    { name: 'request_key', numbers: { x64: 249, arm64: 218 }, when: [] },
    { name: 'keyctl', numbers: { x64: 250, arm64: 219 }, when: [] }
];

function givesMode(
    name: string,
    numbers: RefusedCall['numbers'],
    argument: number,
    ...conditions: readonly RefusedCall['when'][number][]
): RefusedCall {
    return { name, numbers, when: [...conditions, { argument, bits: SET_ID }] };
}
