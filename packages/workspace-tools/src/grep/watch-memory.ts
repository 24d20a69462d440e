import { readFileSync } from 'node:fs';

/** A program that reads as fast as memory goes takes some ten megabytes meanwhile. */
const LOOK_MS = 20;

/**
 * Calls `onExceeded` when a process takes more memory than `bytes`; looks at once and then again and again. Works on Linux alone.
 * @returns ends the watch
 */
export function watchMemory(pid: number, bytes: number, onExceeded: () => void): () => void {
    const look = (): void => {
        if (residentBytes(pid) > bytes) {
            clearInterval(timer);
            onExceeded();
        }
    };
    const timer = setInterval(look, LOOK_MS).unref();
    look();
    return () => clearInterval(timer);
}

function residentBytes(pid: number): number {
    try {
        return Number(/^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024;
    } catch {
        // It has ended.
        return 0;
    }
}
