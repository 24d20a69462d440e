import { readFileSync, readdirSync } from 'node:fs';
import { systemErrorCode } from '../workspace-error';

/** Standard input and output, which every program gets from us. */
const STANDARD = 3;
/** Set in the flags of a descriptor that no program inherits. */
const CLOSED_ON_EXEC = 0o2000000;

/**
 * Descriptors that every program inherits which this process starts, although nobody means it to: whoever started this process left them
 * open. Node closes all of its own. Where the system does not tell which are which, all are answered.
 */
export function strayDescriptors(): number[] {
    const isLinux = process.platform === 'linux';
    return readdirSync(isLinux ? '/proc/self/fd' : '/dev/fd')
        .map(Number)
        .filter(descriptor => descriptor >= STANDARD && (!isLinux || isInherited(descriptor)));
}

function isInherited(descriptor: number): boolean {
    try {
        const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1];
        return (parseInt(flags ?? '0', 8) & CLOSED_ON_EXEC) === 0;
    } catch (error) {
        if (systemErrorCode(error) === 'ENOENT') {
            return false; // The one that the list was read through, or one that is closed by now.
        }
        throw error;
    }
}
