import { arch, constants } from 'node:os';
import { FilteredProcessor, REFUSED_CALLS, RefusedCall } from './refused-calls';

/** How the kernel names the processors (`AUDIT_ARCH_…`): calls in the manner of another one have other numbers. */
const PROCESSOR_IDS: Readonly<Record<FilteredProcessor, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };
/** Set in the number of a call in a third manner, that of 32-bit programs on `x64`. */
const FOREIGN_CALL = 0x40000000;

/** Instructions of the kernel's packet filter. */
const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN = 0x06;
/** What a filter answers. */
const ALLOW = 0x7fff0000;
const FAIL = 0x00050000;
/** Where a filter finds what it judges. */
const NUMBER = 0;
const PROCESSOR = 4;
const FIRST_ARGUMENT = 16;

/** The filter that makes the refused calls fail, as the kernel runs it; undefined on a processor whose calls are not known. */
export function callFilter(processor: string = arch()): Buffer | undefined {
    if (processor !== 'x64' && processor !== 'arm64') {
        return undefined;
    }
    const missing = FAIL | constants.errno.ENOSYS;
    return Buffer.concat([
        instruction(LOAD, PROCESSOR),
        instruction(JUMP_IF_EQUAL, PROCESSOR_IDS[processor], 1),
        instruction(RETURN, missing),
        instruction(LOAD, NUMBER),
        instruction(JUMP_IF_ANY_BIT, FOREIGN_CALL, 0, 1),
        instruction(RETURN, missing),
        ...REFUSED_CALLS.flatMap(call => refuse(call, processor)),
        instruction(RETURN, ALLOW)
    ]);
}

/** The same for a container as the Open Container Initiative describes it. */
export function containerCallFilter(): object {
    return {
        defaultAction: 'SCMP_ACT_ALLOW',
        syscalls: REFUSED_CALLS.flatMap(({ name, when }) =>
            combinations(when).map(args => ({ names: [name], action: 'SCMP_ACT_ERRNO', errnoRet: answerTo(when), args }))
        )
    };
}

function refuse({ numbers, when }: RefusedCall, processor: FilteredProcessor): Buffer[] {
    const number = numbers[processor];
    if (number === undefined) {
        return [];
    }
    // Two steps for each condition, and the answer: what does not meet one jumps behind them.
    const rest = when.length * 2 + 1;
    return [
        instruction(LOAD, NUMBER),
        instruction(JUMP_IF_EQUAL, number, 0, rest),
        ...when.flatMap(({ argument, bits }, index) => [
            instruction(LOAD, FIRST_ARGUMENT + 8 * argument),
            instruction(JUMP_IF_ANY_BIT, bits, 0, rest - 2 * index - 2)
        ]),
        instruction(RETURN, FAIL | answerTo(when))
    ];
}

/** A call that always fails is one that the kernel does not have, so that programs go another way. */
function answerTo(when: RefusedCall['when']): number {
    return when.length === 0 ? constants.errno.ENOSYS : constants.errno.EPERM;
}

/** Every choice of one bit of each condition: the description of a container knows no "one of these bits". */
function combinations(when: RefusedCall['when']): object[][] {
    return when.reduce<object[][]>(
        (chosen, { argument, bits }) =>
            bitsOf(bits).flatMap(bit =>
                chosen.map(args => [...args, { index: argument, value: bit, valueTwo: bit, op: 'SCMP_CMP_MASKED_EQ' }])
            ),
        [[]]
    );
}

function bitsOf(bits: number): number[] {
    return Array.from({ length: 31 }, (_, index) => 1 << index).filter(bit => (bits & bit) !== 0);
}

function instruction(code: number, operand: number, ifTrue = 0, ifFalse = 0): Buffer {
    const bytes = Buffer.alloc(8);
    bytes.writeUInt16LE(code, 0);
    bytes.writeUInt8(ifTrue, 2);
    bytes.writeUInt8(ifFalse, 3);
    bytes.writeUInt32LE(operand, 4);
    return bytes;
}
