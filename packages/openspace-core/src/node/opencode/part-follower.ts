/** Follows one part of the agent's message as it grows. */
export interface PartFollower {
    /** The next piece of the part's raw text. */
    feed(delta: string): void;
    /** The part's whole raw text so far: only what has not been received yet counts, so nothing is taken twice. */
    catchUp(text: string): void;
    /** No more text will come; what comes nevertheless is known already. */
    finish(): void;
    readonly finished: boolean;
}

/** Hands the text on as it is. */
export class PlainFollower implements PartFollower {
    finished = false;
    protected received = 0;

    constructor(protected readonly onText: (text: string) => void) {}

    feed(delta: string): void {
        if (!this.finished) {
            this.received += delta.length;
            this.onText(delta);
        }
    }

    catchUp(text: string): void {
        if (text.length > this.received) {
            this.feed(text.slice(this.received));
        }
    }

    finish(): void {
        this.finished = true;
    }
}
