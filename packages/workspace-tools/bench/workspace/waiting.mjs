import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers';

/** Time in milliseconds for which this thread could have run but another process had the processor. */
function pushedAsideMs() {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[1]) / 1e6;
}

/** How long the event loop kept others waiting at most while an operation ran, in milliseconds, without what other processes took. */
export async function longestWait(operation) {
    let longest = 0;
    let last = { now: performance.now(), aside: pushedAsideMs() };
    let running = true;
    const look = () => {
        const current = { now: performance.now(), aside: pushedAsideMs() };
        longest = Math.max(longest, current.now - last.now - (current.aside - last.aside));
        last = current;
        if (running) {
            setImmediate(look);
        }
    };
    setImmediate(look);
    await operation();
    running = false;
    look();
    return longest;
}
