interface Candidate {
    readonly path: string;
    readonly score: number;
}

/** Collects the best of many scored paths without keeping them all. */
export class TopList {
    private candidates: Candidate[] = [];
    private worstKept: Candidate | undefined;

    /** @param isAllowed asked only about paths that would be kept */
    constructor(
        private readonly size: number,
        private readonly isAllowed: (path: string) => boolean
    ) {}

    /** Whether paths were left out because others were better. */
    get isFull(): boolean {
        return this.worstKept !== undefined;
    }

    /** Takes a path into account; it is kept only while it is among the best. */
    offer(path: string, score: number): void {
        const candidate = { path, score };
        if ((this.worstKept && compare(candidate, this.worstKept) > 0) || !this.isAllowed(path)) {
            return;
        }
        this.candidates.push(candidate);
        // Sorting at twice the size keeps the cost per offer small.
        if (this.candidates.length >= 2 * this.size + 1) {
            this.trim();
        }
    }

    /** The best paths, best first: by score, then the shorter, then the alphabetically first. */
    paths(): string[] {
        this.trim();
        return this.candidates.map(({ path }) => path);
    }

    private trim(): void {
        this.candidates.sort(compare);
        if (this.candidates.length > this.size) {
            this.candidates = this.candidates.slice(0, this.size);
            this.worstKept = this.candidates[this.size - 1];
        }
    }
}

function compare(a: Candidate, b: Candidate): number {
    return b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}
