import { codeAt, cut, find, lengthOf } from './any-string';
import { BlockEnd, BlockStatus } from './block-end';
import { JsonOutcome, parseJson } from './strict-json';

const PERCENT = 0x25;
/** Small pieces are put together in portions of about this size, and kept as one string each. */
const PORTION = 4096;
/** So many closing braces of a piece are looked at for the first close. */
const MAX_BRACES = 8;

/**
 * Keeps the text of one block, from its first brace on, and knows where it ends. No block ends before a closing brace, so that
 * text without one is only put aside. What is JSON up to its first `}%%` ends there. Everything else is read by `BlockEnd`.
 */
export class BlockBody {
    status: BlockStatus = 'open';
    /** What `JSON.parse` said of the text, if it was asked where the block ends. */
    outcome: JsonOutcome | undefined;

    /** Whether nobody waits for a proper close any more. */
    givenUp = false;

    private end: BlockEnd | undefined;
    /** The text that was read, its close included. */
    private taken = '';
    /** What stands behind it and was put aside. */
    private waiting = '';
    private dropped = false;

    /** `maxLength`: a longer text will not run, and is not parsed. */
    constructor(private readonly maxLength: number) {}

    /** Whether the next characters may complete the close. */
    get mayClose(): boolean {
        return this.end !== undefined && this.end.closeMatched > 0;
    }

    /** The length of the block's text so far, its close left out. */
    get textLength(): number {
        return lengthOf(this.taken) + lengthOf(this.waiting) - this.closeLength;
    }

    /** The block's text so far, its close left out; empty once dropped. */
    text(): string {
        const text = this.taken + this.waiting;
        return this.closeLength === 0 ? text : cut(text, 0, this.textLength);
    }

    /** Takes what belongs to the block and returns the position of the first character that does not. */
    read(chunk: string, from: number): number {
        const brace = this.end?.isNear === true ? from : find(chunk, '}', from);
        if (brace < 0) {
            this.waiting += from === 0 ? chunk : cut(chunk, from, lengthOf(chunk));
            if (lengthOf(this.waiting) > PORTION) {
                this.readWaiting();
            }
            return lengthOf(chunk);
        }
        const closeEnd = this.end === undefined && !this.dropped ? this.parseWhole(chunk, from, brace) : -1;
        return this.outcome?.ok === true ? closeEnd : this.readOn(chunk, from, closeEnd);
    }

    /** Forgets the text; the end of the block is still looked for. */
    drop(): void {
        this.taken = '';
        this.dropped = true;
    }

    /** Stops waiting for a proper close: the next `}%%` or the end of the line ends the block, whichever comes first. */
    giveUp(): void {
        this.givenUp = true;
        this.drop();
        this.readWaiting().giveUp();
    }

    /** How much of `%%` stands at the end of the text. */
    private get closeLength(): number {
        return this.end === undefined ? 0 : Math.max(this.end.closeMatched - 1, 0);
    }

    /**
     * Reads up to the first close, if that makes JSON of the whole text, and nothing otherwise: the close may stand in a string. The
     * first closing brace of the text stands here. Returns the position behind the close, or -1.
     */
    private parseWhole(chunk: string, from: number, firstBrace: number): number {
        let brace = firstBrace;
        for (let braces = 0; braces < MAX_BRACES && brace >= 0; braces++) {
            if (codeAt(chunk, brace + 1) === PERCENT && codeAt(chunk, brace + 2) === PERCENT) {
                if (lengthOf(this.waiting) + brace + 1 - from > this.maxLength) {
                    return -1;
                }
                const text = this.waiting + cut(chunk, from, brace + 1);
                this.outcome = parseJson(text);
                if (this.outcome.ok) {
                    this.taken = text;
                    this.waiting = '';
                    this.status = 'closed';
                }
                return brace + 3;
            }
            brace = find(chunk, '}', brace + 1);
        }
        return -1;
    }

    /** `closeEnd`: the position up to which the text is known not to be JSON. */
    private readOn(chunk: string, from: number, closeEnd: number): number {
        const end = this.readWaiting();
        const position = end.read(chunk, from);
        this.status = end.status;
        this.keep(cut(chunk, from, position));
        if (position !== closeEnd) {
            this.outcome = undefined;
        }
        return position;
    }

    private readWaiting(): BlockEnd {
        this.end ??= new BlockEnd();
        this.end.read(this.waiting, 0);
        this.keep(this.waiting);
        this.waiting = '';
        return this.end;
    }

    private keep(text: string): void {
        if (!this.dropped) {
            this.taken += text;
        }
    }
}
