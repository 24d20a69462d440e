import { codeAt, cut, find, lengthOf } from './any-string';
import { BlockEnd, BlockStatus } from './block-end';
import { CharacterSet } from './character-set';
import { JsonOutcome, parseJson } from './strict-json';

const PERCENT = 0x25;
const CLOSE_BRACE = 0x7d;
const LINE_ENDS = new CharacterSet('\n\r');
/** Small pieces are put together in portions of about this size, and kept as one string each. */
const PORTION = 4096;

/** What becomes of the text of a block that is over without a close. */
export interface Leftovers {
    /** What was read: the block itself, the text below and what is held behind it. */
    readonly read: string;
    readonly blockLength: number;
    /** What is text for the reader after all. */
    readonly text: string;
    /** How much of an opener stands behind that. */
    readonly held: number;
    /** What stands behind what was read, and is to be read again. */
    readonly unread: string;
}

/**
 * Keeps the text of one block, from its first brace on, and knows where it ends. No block ends before a closing brace or another
 * opener, so that text without brace and percent sign is only put aside. What is JSON up to its first `}%%` ends there. Everything else
 * is read by `BlockEnd`.
 */
export class BlockBody {
    status: BlockStatus = 'open';
    /** What `JSON.parse` said of the text, if it was asked where the block ends. */
    outcome: JsonOutcome | undefined;

    /** Whether nobody waits for a proper close any more. */
    givenUp = false;
    /** Whether its text is not kept any more, and so will not run. */
    dropped = false;

    private end: BlockEnd | undefined;
    /** The text that was read, its close included. */
    private taken = '';
    /** What stands behind it and was put aside. */
    private waiting = '';

    /** `maxLength`: a longer text will not run, and is not parsed. */
    constructor(private readonly maxLength: number) {}

    /** Whether the next characters may complete the close. */
    get mayClose(): boolean {
        return this.end !== undefined && this.end.closeMatched > 0;
    }

    /** Whether it is known to be over: it ended, or text of the reader stands in it. */
    get isOver(): boolean {
        const { text, unread } = this.leftovers();
        return this.status !== 'open' || text !== '' || unread !== '';
    }

    /** Whether it ended where its JSON is wrong, and not with the message. */
    get isWrong(): boolean {
        return this.status === 'abandoned' || this.end?.closeInString !== undefined;
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
        const percent = find(chunk, '%', from);
        if (percent < 0 && this.end?.isNear !== true && find(chunk, '}', from) < 0) {
            this.waiting += from === 0 ? chunk : cut(chunk, from, lengthOf(chunk));
            if (lengthOf(this.waiting) > PORTION || (!this.dropped && this.textLength > this.maxLength)) {
                this.readWaiting();
            }
            return lengthOf(chunk);
        }
        const closeEnd = this.end === undefined && !this.dropped ? this.parseWhole(chunk, from, percent) : -1;
        return this.outcome?.ok === true ? closeEnd : this.readOn(chunk, from, closeEnd);
    }

    /** Reads what was put aside. */
    readWaiting(): BlockEnd {
        this.end ??= new BlockEnd();
        this.end.read(this.waiting, 0);
        this.taken += this.waiting;
        this.waiting = '';
        return this.end;
    }

    /** Hands over the text that was read, or more of it, and keeps it no longer; the end of the block is still looked for. */
    drop(): string {
        const text = this.taken;
        this.taken = '';
        this.dropped = true;
        return text;
    }

    /** Stops waiting for a proper close: the next `}%%` or the end of the line ends the block, whichever comes first. */
    giveUp(): void {
        this.givenUp = true;
        this.readWaiting().giveUp();
    }

    /** What was swallowed by a block that nobody waits for any more. */
    leftovers(): Leftovers {
        const { taken, end } = this;
        const length = lengthOf(taken);
        const held = end?.openerMatched ?? 0;
        if (this.dropped || end === undefined) {
            return { read: taken, blockLength: length, text: '', held, unread: '' };
        }
        if (end.closeInString !== undefined) {
            // It ended there, with a quote missing.
            const close = end.closeInString;
            return { read: cut(taken, 0, close), blockLength: close, text: '', held: 0, unread: cut(taken, close, length) };
        }
        const textEnd = length - held;
        const blockLength = (end.lostAt === undefined ? undefined : textBehind(taken, end.lostAt)) ?? textEnd;
        return { read: taken, blockLength, text: cut(taken, blockLength, textEnd), held, unread: '' };
    }

    /** How much of `%%` stands at the end of the text. */
    private get closeLength(): number {
        return this.end === undefined ? 0 : Math.max(this.end.closeMatched - 1, 0);
    }

    /**
     * Reads up to the first close, if that makes JSON of the whole text, and nothing otherwise: the close may stand in a string. The
     * first percent sign of the text stands here. Returns the position behind the close, or -1.
     */
    private parseWhole(chunk: string, from: number, percent: number): number {
        const isClose = percent > from && codeAt(chunk, percent - 1) === CLOSE_BRACE && codeAt(chunk, percent + 1) === PERCENT;
        if (!isClose || lengthOf(this.waiting) + percent - from > this.maxLength) {
            return -1;
        }
        const text = this.waiting + cut(chunk, from, percent);
        this.outcome = parseJson(text);
        if (this.outcome.ok) {
            this.taken = text;
            this.waiting = '';
            this.status = 'closed';
        }
        return percent + 2;
    }

    /** `closeEnd`: the position up to which the text is known not to be JSON. */
    private readOn(chunk: string, from: number, closeEnd: number): number {
        const end = this.readWaiting();
        const position = end.read(chunk, from);
        this.status = end.status;
        this.taken += cut(chunk, from, position);
        if (position !== closeEnd) {
            this.outcome = undefined;
        }
        if (this.status === 'closed' && end.closeInString !== undefined && !this.dropped && this.textLength <= this.maxLength) {
            // Without a quote, a block goes on to the close of another one.
            this.outcome ??= parseJson(this.text());
            this.status = this.outcome.ok ? 'closed' : 'abandoned';
        }
        return position;
    }
}

/**
 * Where a broken block gives way to text again: at the last line end before it broke, and the empty lines there, or else at the first one
 * behind. `undefined` while there is none.
 */
function textBehind(text: string, brokenAt: number): number | undefined {
    let before = brokenAt;
    while (before >= 0 && !LINE_ENDS.has(codeAt(text, before))) {
        before--;
    }
    while (LINE_ENDS.has(codeAt(text, before - 1))) {
        before--;
    }
    const behind = before < 0 ? LINE_ENDS.find(text, brokenAt) : before;
    return behind < lengthOf(text) ? behind : undefined;
}
