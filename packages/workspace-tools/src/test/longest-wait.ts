import { existsSync, readFileSync } from 'node:fs';

/** Tells in its second number for how many nanoseconds this thread could run but did not; not every kernel has it. */
const WAITS = '/proc/thread-self/schedstat';
const tellsWaits = existsSync(WAITS);

/** A pause of the machine can fall into any of them, but hardly into all. */
const MOST_ROUNDS = 3;

/**
 * How long the event loop kept others waiting at most while an operation ran, as a share of the time that the operation took: close
 * to 1 when it did everything in one go. When that is not good enough the operation runs again, up to twice, and the last time counts;
 * so it must work each time on something that nothing is known of yet. The time in which other processes had the processor does not count.
 */
export async function longestWait(operation: (round: number) => Promise<unknown>, enough = 0.5): Promise<number> {
    let share = Infinity;
    for (let round = 0; round < MOST_ROUNDS && share >= enough; round++) {
        share = await longestWaitIn(() => operation(round));
    }
    return share;
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
