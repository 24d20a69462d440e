import { setTimeout } from 'node:timers/promises';

/** How often a test looks again: often enough to go on at once, seldom enough to leave the processor to what it waits for. */
const POLL_MS = 5;

/** Resolves when it is true, which other processes bring about. */
export async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
        await setTimeout(POLL_MS);
    }
}
