import { EntryType, visibleText } from '@openspace/workspace-tools';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A size as people read it: `512 B`, `1.23 KB`. */
export function sizeText(bytes: number): string {
    let [amount, unit] = [bytes, 0];
    // Compared as it will be shown, so that nothing reads 1024.00.
    while (Number(amount.toFixed(2)) >= 1024 && unit < UNITS.length - 1) {
        amount /= 1024;
        unit++;
    }
    return `${unit === 0 ? amount : amount.toFixed(2)} ${UNITS[unit]}`;
}

/** A time such as `2025-11-07 18:30:00 UTC`. */
export function timeText(milliseconds: number): string {
    return `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Permission bits in octal digits, such as `644`. */
export function permissionText(bits: number): string {
    return bits.toString(8).padStart(3, '0');
}

/** A line of a listing. No name, whatever its characters, can make another line. */
export function entryLine(type: EntryType, name: string): string {
    return `${type === 'directory' ? '[DIR]' : '[FILE]'} ${visibleText(name)}`;
}

/** The last line of a listing that a limit cut. */
export function moreLine(shown: number, total: number, advice: string): string {
    const rest = total > shown ? `${shown} of at least ${total} are shown` : 'not everything was looked at';
    return `\n\n(${rest}; ${advice})`;
}
