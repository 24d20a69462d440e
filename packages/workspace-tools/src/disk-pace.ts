/** A call that takes longer had to wait for a disk. */
const SLOW_MS = 5;
/** So long nothing is asked of that disk any more that others would have to wait for. */
const CAUTION_MS = 10_000;

/**
 * Makes short calls at once, which takes less time than handing them to a thread, as long as the disk answers them at once. When it is
 * so busy that it does not, all calls are handed to threads for a while.
 */
export class DiskPace {
    private slowUntil = 0;

    constructor(private readonly now: () => number = () => performance.now()) {}

    /** What `atOnce` answers, or `inThread` while the disk is slow. */
    async call<T>(atOnce: () => T, inThread: () => Promise<T>): Promise<T> {
        const startedAt = this.now();
        if (startedAt < this.slowUntil) {
            return inThread();
        }
        try {
            return atOnce();
        } finally {
            if (this.now() - startedAt > SLOW_MS) {
                this.slowUntil = this.now() + CAUTION_MS;
            }
        }
    }
}
