/** Follows one part of the agent's message as it grows. Hands on whole characters only: half of one would not survive the way to the page. */
export abstract class PartFollower {
    finished = false;
    protected received = 0;
    /** The first half of a character whose second one is still to come. */
    protected half = '';

    /** The next piece of the part's raw text. */
    feed(delta: string): void {
        if (this.finished) {
            return;
        }
        this.received += delta.length;
        const text = this.half + delta;
        const end = /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
        this.half = text.slice(end);
        this.take(text.slice(0, end));
    }

    /** The part's whole raw text so far: only what has not been received yet counts, so nothing is taken twice. */
    catchUp(text: string): void {
        if (text.length > this.received) {
            this.feed(text.slice(this.received));
        }
    }

    /** Pieces were missed, and only the whole text can bring them: no delay tells anything about the agent any more. */
    tear(): void {
        // nobody waits
    }

    /** No more text will come; what comes nevertheless is known already. */
    finish(): void {
        if (!this.finished) {
            this.finished = true;
            this.take(this.half);
            this.end();
        }
    }

    protected abstract take(text: string): void;

    /** Everything has been taken. */
    protected end(): void {
        // nothing is held back
    }
}

/** Hands the text on as it is. */
export class PlainFollower extends PartFollower {
    constructor(protected readonly onText: (text: string) => void) {
        super();
    }

    protected take(text: string): void {
        if (text !== '') {
            this.onText(text);
        }
    }
}
