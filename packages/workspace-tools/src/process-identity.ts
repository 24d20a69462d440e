import { readFileSync, readlinkSync } from 'node:fs';
import { orGone } from './or-gone';

/** Tells a process from a later one with the same number, where the system says when it was started. Has no sign but digits and a dash. */
export function processIdentity(pid = process.pid): string {
    const stat = orGone(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return `${pid}-${stat?.slice(stat.lastIndexOf(')')).split(' ')[20] ?? ''}`;
}

/** Whether the process with this identity still runs. */
export function isRunning(identity: string): boolean {
    const pid = Number(identity.split('-')[0]);
    try {
        process.kill(pid, 0);
    } catch {
        return false;
    }
    return processIdentity(pid) === identity;
}

/** Tells where processes are counted from where they are counted otherwise, such as in another container. Has no sign but digits. */
export function processSpace(): string {
    return orGone(() => readlinkSync('/proc/self/ns/pid'))?.replace(/\D/g, '') ?? '';
}
