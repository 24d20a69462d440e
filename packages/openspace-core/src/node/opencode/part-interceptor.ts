import { BlockParser, type BlockParserSink } from '@openspace/block-parser';

/** A block that gets no character for this long is dropped. */
const SILENCE_MS = 5_000;
/** A block that is open for this long is dropped. */
const OPEN_MS = 120_000;

/** Follows one text part of the agent's answer: separates text from blocks, and drops a block that does not end in time. */
export class PartInterceptor {
    protected readonly parser: BlockParser;
    protected received = 0;
    protected finished = false;
    protected silence?: NodeJS.Timeout;
    protected open?: NodeJS.Timeout;

    constructor(sink: BlockParserSink) {
        this.parser = new BlockParser(sink);
    }

    /** The next piece of the part's raw text. */
    feed(delta: string): void {
        if (this.finished) {
            return;
        }
        this.received += delta.length;
        this.parser.feed(delta);
        this.watchOpenBlock();
    }

    /** The part's whole raw text so far: only what has not been received yet counts, so nothing runs twice. */
    catchUp(text: string): void {
        if (text.length > this.received) {
            this.feed(text.slice(this.received));
        }
    }

    /** No more text will come. */
    finish(): void {
        if (!this.finished) {
            this.finished = true;
            this.stopWatching();
            this.parser.end();
        }
    }

    protected watchOpenBlock(): void {
        clearTimeout(this.silence);
        if (!this.parser.inBlock) {
            this.stopWatching();
            return;
        }
        this.silence = setTimeout(() => this.expire(), SILENCE_MS);
        this.open ??= setTimeout(() => this.expire(), OPEN_MS);
    }

    protected expire(): void {
        this.stopWatching();
        this.parser.expire();
    }

    protected stopWatching(): void {
        clearTimeout(this.silence);
        clearTimeout(this.open);
        this.silence = undefined;
        this.open = undefined;
    }
}
