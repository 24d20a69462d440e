/** Collects the best of many candidates without keeping them all. */
export class TopList<T> {
    private candidates: T[] = [];
    private worstKept: T | undefined;

    /**
     * @param compare negative when the first of two is the better one
     * @param isAllowed asked only about candidates that would be kept
     */
    constructor(
        private readonly size: number,
        private readonly compare: (a: T, b: T) => number,
        private readonly isAllowed: (candidate: T) => boolean = () => true
    ) {}

    /** Whether candidates were left out because others were better. */
    get isFull(): boolean {
        return this.worstKept !== undefined;
    }

    /** Takes a candidate into account; it is kept only while it is among the best. */
    offer(candidate: T): void {
        if ((this.worstKept !== undefined && this.compare(candidate, this.worstKept) > 0) || !this.isAllowed(candidate)) {
            return;
        }
        this.candidates.push(candidate);
        // Sorting at twice the size keeps the cost per offer small.
        if (this.candidates.length >= 2 * this.size + 1) {
            this.trim();
        }
    }

    /** The best candidates, best first. */
    best(): T[] {
        this.trim();
        return this.candidates;
    }

    private trim(): void {
        this.candidates.sort(this.compare);
        if (this.candidates.length > this.size) {
            this.candidates = this.candidates.slice(0, this.size);
            this.worstKept = this.candidates.at(-1);
        }
    }
}
