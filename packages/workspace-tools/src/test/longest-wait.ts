import { existsSync, readFileSync } from 'node:fs';

/** Tells in its second number for how many nanoseconds this thread could run but did not; not every kernel has it. */
const WAITS = '/proc/thread-self/schedstat';
const tellsWaits = existsSync(WAITS);

/** A pause of the machine can fall into any of them, but hardly into all. */
const ROUNDS = 3;

/**
 * How long the event loop kept others waiting at most while an operation ran, as a share of the time that the operation took: close
 * to 1 when it did everything in one go. Of several rounds the one in which they waited least; the time in which other processes had
 * the processor does not count.
 */
export async function longestWait(operation: (round: number) => Promise<unknown>): Promise<number> {
    let least = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
        least = Math.min(least, await longestWaitIn(() => operation(round)));
    }
    return least;
}

async function longestWaitIn(operation: () => Promise<unknown>): Promise<number> {
    let [longest, running] = [0, true];
    const startMs = ownTimeMs();
    let lastMs = startMs;
    const look = (): void => {
        const nowMs = ownTimeMs();
        longest = Math.max(longest, nowMs - lastMs);
        lastMs = nowMs;
        if (running) {
            setImmediate(look);
        }
    };
    setImmediate(look);
    try {
        await operation();
    } finally {
        running = false;
        look();
    }
    return longest / (lastMs - startMs);
}

/** A clock that stands while this thread could run but others have the processor, where the system tells that. */
function ownTimeMs(): number {
    const asideMs = tellsWaits ? Number(readFileSync(WAITS, 'latin1').split(' ')[1]) / 1e6 : 0;
    return performance.now() - asideMs;
}
