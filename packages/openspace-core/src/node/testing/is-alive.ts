import { readFileSync } from 'node:fs';

/** Whether a process runs: one that only waits for its parent to take note of its end does not. */
export function isAlive(pid: number): boolean {
    try {
        return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
        return false;
    }
}
