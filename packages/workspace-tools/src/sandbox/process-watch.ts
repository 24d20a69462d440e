import { readdirSync, readlinkSync } from 'node:fs';
import { orGone } from '../or-gone';

const INTERVAL_MS = 200;

/**
 * Calls `end` when a namespace has more processes than it may have. The kernel itself counts none of root's.
 * @param member a process of the namespace, which sees its own `/proc`
 * @returns ends the watch
 */
export function watchProcesses(member: number, most: number, end: () => void): () => void {
    const timer = setInterval(() => {
        if (countProcesses(`/proc/${member}/root/proc`) > most) {
            clearInterval(timer);
            end();
        }
    }, INTERVAL_MS);
    return () => clearInterval(timer);
}

function countProcesses(folder: string): number {
    // Where we are a process ourselves the namespace is not set up yet.
    const isOurs = orGone(() => readlinkSync(`${folder}/self`)) !== undefined;
    const entries = isOurs ? [] : (orGone(() => readdirSync(folder)) ?? []);
    return entries.filter(name => /^\d+$/.test(name)).length;
}
