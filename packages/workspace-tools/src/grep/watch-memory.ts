import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/** A program that reads as fast as memory goes takes some ten megabytes meanwhile. */
const LOOK_MS = 20;
/** The key of the size of a page among what the kernel tells a process about the machine. */
const PAGE_SIZE_KEY = 6n;

/**
 * Calls `onExceeded` when a process takes more memory than `bytes`; looks at once and then again and again. Works on Linux alone.
 * @returns ends the watch
 */
export function watchMemory(pid: number, bytes: number, onExceeded: () => void): () => void {
    const statistics = openStatistics(pid);
    if (statistics === undefined) {
        return () => undefined;
    }
    const look = (): void => {
        if (residentBytes(statistics) > bytes) {
            clearInterval(timer);
            onExceeded();
        }
    };
    const timer = setInterval(look, LOOK_MS).unref();
    look();
    return () => {
        clearInterval(timer);
        closeSync(statistics);
    };
}

function openStatistics(pid: number): number | undefined {
    try {
        return openSync(`/proc/${pid}/statm`, 'r');
    } catch {
        // It has ended.
        return undefined;
    }
}

const text = Buffer.alloc(128);

/** The second number is that of the pages in memory. */
function residentBytes(statistics: number): number {
    try {
        return Number(text.toString('latin1', 0, readSync(statistics, text, 0, text.length, 0)).split(' ')[1]) * pageBytes();
    } catch {
        // It has ended.
        return 0;
    }
}

let knownPageBytes: number | undefined;

function pageBytes(): number {
    return (knownPageBytes ??= readPageBytes());
}

function readPageBytes(): number {
    const pairs = new BigUint64Array(new Uint8Array(readFileSync('/proc/self/auxv')).buffer);
    return Number(pairs[pairs.findIndex((key, index) => index % 2 === 0 && key === PAGE_SIZE_KEY) + 1]);
}
