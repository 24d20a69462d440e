import { setTimeout } from 'node:timers/promises';

/** How often a test looks again: often enough to go on at once, seldom enough to leave the processor to what it waits for. */
const POLL_MS = 5;
/** Less than mocha waits, which cannot say what a test waits for. */
const LIMIT_MS = 150_000;

/** Resolves when it is true, which other processes bring about. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
    const giveUpAt = performance.now() + LIMIT_MS;
    while (!(await isTrue())) {
        if (performance.now() > giveUpAt) {
            throw new Error(`This did not become true: ${isTrue.toString()}`);
        }
        await setTimeout(POLL_MS);
    }
}
