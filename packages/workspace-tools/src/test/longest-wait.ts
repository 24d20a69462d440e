/**
 * How long the event loop kept others waiting at most while an operation ran, as a share of the time that the operation took: close
 * to 1 when it did everything in one go.
 */
export async function longestWait(operation: () => Promise<unknown>): Promise<number> {
    let [longest, running] = [0, true];
    const startMs = performance.now();
    let lastMs = startMs;
    const look = (): void => {
        const nowMs = performance.now();
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
    return longest / (performance.now() - startMs);
}
