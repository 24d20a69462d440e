import { BlockParser, type BlockParserSink } from '@openspace/block-parser';
import { PartFollower } from './part-follower';

/** A block that gets no character for this long is dropped. */
const SILENCE_MS = 5_000;
/** A block that is open for this long is dropped. */
const OPEN_MS = 120_000;

/**
 * Follows one text part of the agent's answer: separates text from blocks, and drops a block that does not end in time. That of a
 * torn text has all the time.
 */
export class PartInterceptor extends PartFollower {
    protected readonly parser: BlockParser;
    protected silence?: NodeJS.Timeout;
    protected open?: NodeJS.Timeout;
    protected torn = false;
    /** The number of the block that is watched. */
    protected watched = 0;

    constructor(sink: BlockParserSink) {
        super();
        this.parser = new BlockParser(sink);
    }

    override tear(): void {
        this.torn = true;
        this.stopWatching();
    }

    protected take(text: string): void {
        this.parser.feed(text);
        this.watchOpenBlock();
    }

    protected override end(): void {
        this.stopWatching();
        this.parser.end();
    }

    protected watchOpenBlock(): void {
        clearTimeout(this.silence);
        if (this.torn || !this.parser.inBlock) {
            this.stopWatching();
            return;
        }
        if (this.watched !== this.parser.blocksOpened) {
            // It opened in the piece of text that closed the one before, and has all its time.
            this.stopWatching();
            this.watched = this.parser.blocksOpened;
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
