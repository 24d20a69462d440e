import { BlockParser, type BlockParserSink } from '@openspace/block-parser';
import type { PartFollower } from './part-follower';

/** A block that gets no character for this long is dropped. */
const SILENCE_MS = 5_000;
/** A block that is open for this long is dropped. */
const OPEN_MS = 120_000;

/** Follows one text part of the agent's answer: separates text from blocks, and drops a block that does not end in time. */
export class PartInterceptor implements PartFollower {
    finished = false;
    protected readonly parser: BlockParser;
    protected received = 0;
    protected silence?: NodeJS.Timeout;
    protected open?: NodeJS.Timeout;

    constructor(sink: BlockParserSink) {
        this.parser = new BlockParser({
            onText: text => sink.onText(text),
            // The block that was watched is over. The next one may open in the same piece of text, and has all its time.
            onBlock: block => {
                this.stopWatching();
                sink.onBlock(block);
            },
            onProblem: problem => {
                this.stopWatching();
                sink.onProblem(problem);
            }
        });
    }

    feed(delta: string): void {
        if (this.finished) {
            return;
        }
        this.received += delta.length;
        this.parser.feed(delta);
        this.watchOpenBlock();
    }

    catchUp(text: string): void {
        if (text.length > this.received) {
            this.feed(text.slice(this.received));
        }
    }

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
