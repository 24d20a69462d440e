const INTERVAL_MS = 50;
/** The pause after showing a text lasts so many times as long as that took: showing takes a twentieth of the time, or less. */
const PAUSE_TIMES_COST = 20;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Collects pieces of text and hands them on at a steady pace: the chat view paints the more rarely the faster pieces arrive. What
 * takes long to show is shown less often, so that the costs do not grow with the length of the text.
 */
export class PacedText {
    protected pending = '';
    protected timer?: number;
    /** How long it took the last two times. The shorter one counts: a moment in which the machine is busy is no reason to slow down. */
    protected costsMs: readonly [number, number] = [0, 0];

    constructor(protected readonly show: (text: string) => void) {}

    /** Takes the next piece, which is handed on within a moment. */
    add(text: string): void {
        this.pending += text;
        this.timer ??= window.setTimeout(() => this.flush(), this.pauseMs);
    }

    /** Hands on what is pending now. */
    flush(): void {
        window.clearTimeout(this.timer);
        this.timer = undefined;
        const text = this.pending;
        this.pending = '';
        if (text !== '') {
            const startedAt = performance.now();
            this.show(text);
            this.costsMs = [this.costsMs[1], performance.now() - startedAt];
        }
    }

    protected get pauseMs(): number {
        return Math.min(Math.max(INTERVAL_MS, PAUSE_TIMES_COST * Math.min(...this.costsMs)), LONGEST_PAUSE_MS);
    }
}
