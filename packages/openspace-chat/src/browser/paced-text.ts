const INTERVAL_MS = 50;

/** Collects pieces of text and hands them on at a steady pace: the chat view paints the more rarely the faster pieces arrive. */
export class PacedText {
    protected pending = '';
    protected timer?: number;

    constructor(protected readonly show: (text: string) => void) {}

    /** Takes the next piece, which is handed on within a moment. */
    add(text: string): void {
        this.pending += text;
        this.timer ??= window.setTimeout(() => this.flush(), INTERVAL_MS);
    }

    /** Hands on what is pending now. */
    flush(): void {
        window.clearTimeout(this.timer);
        this.timer = undefined;
        const text = this.pending;
        this.pending = '';
        if (text !== '') {
            this.show(text);
        }
    }
}
