import { BoundedMap } from './bounded-map';

/** How much a caller may do at once, and how much of that comes back each second. */
export interface Rate {
    readonly burst: number;
    readonly perSecond: number;
}

/** Callers whose use is remembered; the one silent for longest is forgotten first, and starts anew. */
const MAX_CALLERS = 1_000;

/** Counts what each caller does and tells when it is too much. */
export class RateLimit {
    private readonly callers = new BoundedMap<string, { readonly left: number; readonly at: number }>(MAX_CALLERS);

    constructor(
        private readonly rate: Rate,
        private readonly now: () => number = () => performance.now()
    ) {}

    /** Counts one more request of the caller; false when it has to wait. */
    take(caller: string): boolean {
        const { burst, perSecond } = this.rate;
        const at = this.now();
        const known = this.callers.get(caller);
        const left = known ? Math.min(burst, known.left + ((at - known.at) / 1000) * perSecond) : burst;
        const isWithin = left >= 1;
        this.callers.set(caller, { left: isWithin ? left - 1 : left, at });
        return isWithin;
    }
}
