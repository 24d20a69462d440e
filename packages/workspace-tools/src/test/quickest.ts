/** The shortest of many times, which tells what the work itself takes. */
export function quickest(work: () => void): number {
    return Math.min(
        ...Array.from({ length: 20 }, () => {
            const startMs = performance.now();
            work();
            return performance.now() - startMs;
        })
    );
}
