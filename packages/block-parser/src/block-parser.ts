import { codeAt, cut, find, lengthOf } from './any-string';
import { BlockBody } from './block-body';
import { BlockLimits, DEFAULT_BLOCK_LIMITS } from './block-limits';
import { BlockProblem, BlockProblemCode, excerptOf, PROBLEM_MESSAGES } from './block-problem';
import { CodeContext } from './code-context';
import { parseBlock } from './parse-block';
import { OPENER, ShownBlock } from './shown-block';

/** A block that closed well. It came out once and is never handed over again. */
export interface ParsedBlock {
    /** The JSON text between the delimiters, as it was written. */
    readonly text: string;
    /** Its value: an object without repeated keys and without keys that name a prototype. */
    readonly value: unknown;
}

/** What the parser's owner does with its output. The parser calls it in the order of the text. */
export interface BlockParserSink {
    /** Text for the reader. Joined, the pieces are the visible text, whatever the chunks were. */
    onText(text: string): void;
    onBlock(block: ParsedBlock): void;
    onProblem(problem: BlockProblem): void;
}

export type BlockParserState = 'PASSTHROUGH' | 'MAYBE_DELIM' | 'IN_DELIM' | 'IN_BLOCK' | 'MAYBE_CLOSE';

const PERCENT = 0x25;

/**
 * Separates the visible text of one message part from its `%%OS{…}%%` blocks, while the text streams in.
 *
 * The result does not depend on how the text is cut. Visible text comes out at once; at most the four characters `%%OS` wait
 * for the next chunk. A block comes out when its last `%` arrives. One parser serves one part: state is never shared.
 */
export class BlockParser {
    private readonly limits: BlockLimits;
    private readonly context = new CodeContext();
    private body: BlockBody | undefined;
    private opened = 0;
    /** How many characters of the opener stand at the end of the text so far; they are held back. */
    private held = 0;
    /** How much of the current chunk the context has taken. */
    private taken = 0;
    private readonly shown: ShownBlock;

    constructor(
        private readonly sink: BlockParserSink,
        limits: Partial<BlockLimits> = {}
    ) {
        this.limits = { ...DEFAULT_BLOCK_LIMITS, ...limits };
        this.shown = new ShownBlock(this.limits.maxExcerptLength);
    }

    /** Whether the end of a block is waited for, so that its owner's deadlines run. That of one which is too large is, too. */
    get inBlock(): boolean {
        return this.body !== undefined && !this.body.givenUp;
    }

    /** How many blocks were opened so far: another number tells that another one is open. */
    get blocksOpened(): number {
        return this.opened;
    }

    /** Where the parser stands, for the owner's log. */
    get state(): BlockParserState {
        if (this.body !== undefined) {
            return this.body.mayClose ? 'MAYBE_CLOSE' : 'IN_BLOCK';
        }
        return this.held === 0 ? 'PASSTHROUGH' : this.held < 3 ? 'MAYBE_DELIM' : 'IN_DELIM';
    }

    /** Takes the next piece of the text. */
    feed(chunk: string): void {
        if (this.body === undefined && this.held === 0 && !this.shown.open && find(chunk, '%', 0) < 0) {
            if (lengthOf(chunk) > 0) {
                this.sink.onText(chunk);
                this.context.take(chunk);
            }
            return;
        }
        if (this.shown.open && this.shown.add(chunk, 0)) {
            this.reportShown();
        }
        this.read(chunk);
    }

    /** The message is complete: hands over what was held back and drops an unclosed block. The next message starts fresh. */
    end(): void {
        while (this.body !== undefined) {
            this.endBody(this.body);
        }
        if (this.held > 0) {
            this.sink.onText(OPENER.slice(0, this.held));
        }
        this.reportShown();
        this.reset();
    }

    /** Forgets everything without a word, as if newly made. */
    reset(): void {
        this.context.reset();
        this.body = undefined;
        this.held = 0;
        this.shown.take();
    }

    /**
     * Drops the open block, if there is one, and skips to its close or to the end of the line, whichever comes first. The owner
     * calls this when its deadline has passed.
     */
    expire(): void {
        const { body } = this;
        if (body === undefined) {
            return;
        }
        body.giveUp();
        if (body.isOver) {
            this.endBody(body, 'expired');
        } else if (!body.dropped) {
            this.dropBody(body, 'expired', PROBLEM_MESSAGES.expired);
        }
    }

    private read(text: string): void {
        this.taken = 0;
        const length = lengthOf(text);
        let position = 0;
        while (position < length) {
            position = this.body === undefined ? this.readText(text, position) : this.readBody(this.body, text, position);
        }
        if (this.taken < length) {
            this.context.take(this.taken === 0 ? text : cut(text, this.taken, length));
        }
    }

    /** Reads text up to the next opener of a block that may run, or to the end of the chunk. */
    private readText(chunk: string, from: number): number {
        let position = from;
        let held = this.held;
        let heldBefore = held; // Held characters that arrived in earlier chunks.
        let released = ''; // Those of them that turned out to be text.
        for (;;) {
            if (held === 0) {
                position = findPercent(chunk, position);
            }
            if (position === lengthOf(chunk)) {
                break;
            }
            const code = codeAt(chunk, position);
            if (code === codeAt(OPENER, held)) {
                position++;
                if (++held < OPENER.length) {
                    continue;
                }
                if (!this.isCode(chunk, position)) {
                    break;
                }
                this.showBlock(chunk, position);
                released += OPENER.slice(0, heldBefore);
                heldBefore = held = 0;
            } else if (code === PERCENT && held === 2) {
                // `%%%`: the first one is text, the other two may still open a block.
                position++;
                if (heldBefore > 0) {
                    released += '%';
                    heldBefore--;
                }
            } else {
                released += OPENER.slice(0, heldBefore);
                heldBefore = held = 0;
            }
        }
        const visibleEnd = position - (held - heldBefore);
        if (from === 0 && visibleEnd === lengthOf(chunk) && released === '') {
            this.sink.onText(chunk);
        } else if (visibleEnd > from || released !== '') {
            this.sink.onText(released + cut(chunk, from, visibleEnd));
        }
        if (held === OPENER.length) {
            held = 0;
            this.reportShown();
            this.body = new BlockBody(this.limits.maxBlockBytes);
            this.opened++;
            position--; // The brace belongs to the block.
        }
        this.held = held;
        return position;
    }

    /** Whether a reader may see what stands at this position of the chunk as code. */
    private isCode(chunk: string, position: number): boolean {
        this.context.take(cut(chunk, this.taken, position));
        this.taken = position;
        return this.context.mayBeCode;
    }

    private readBody(body: BlockBody, chunk: string, from: number): number {
        const position = body.read(chunk, from);
        if (body.dropped) {
            this.context.take(body.drop());
        } else if (body.textLength > this.limits.maxBlockBytes) {
            this.dropBody(body, 'too-large', PROBLEM_MESSAGES['too-large'](this.limits.maxBlockBytes));
        }
        if (body.status === 'closed') {
            this.close(body);
        } else if (body.status === 'abandoned') {
            this.endBody(body);
            if (this.shown.open && this.shown.add(chunk, position)) {
                this.reportShown();
            }
        }
        this.taken = position;
        return position;
    }

    private close(body: BlockBody): void {
        this.body = undefined;
        if (body.dropped) {
            return;
        }
        const text = body.text();
        this.takeBody(text);
        this.context.take('%%');
        const verdict = parseBlock(text, this.limits, body.outcome);
        if (verdict.ok) {
            this.sink.onBlock({ text, value: verdict.value });
        } else {
            this.refuse(text, verdict.code, verdict.message);
        }
    }

    /** A block is over without a close. What it swallowed of the text behind it is text again. */
    private endBody(body: BlockBody, why: 'unclosed' | 'expired' = 'unclosed'): void {
        body.readWaiting();
        this.body = undefined;
        const { read, blockLength, text, held, unread } = body.leftovers();
        if (!body.dropped && body.isWrong) {
            this.refuse(cut(read, 0, blockLength), 'malformed', PROBLEM_MESSAGES.malformed('It does not end in }%%, or lacks a quote.'));
        } else if (!body.dropped) {
            this.refuse(cut(read, 0, blockLength), why, PROBLEM_MESSAGES[why]);
        }
        if (body.dropped) {
            this.context.take(read);
        } else {
            this.takeBody(read);
        }
        if (text !== '') {
            this.sink.onText(text);
        }
        this.held = held;
        this.read(unread);
    }

    /** A block will not run, and only its end is looked for. */
    private dropBody(body: BlockBody, code: BlockProblemCode, message: string): void {
        this.refuse(body.text(), code, message);
        this.takeBody(body.drop());
    }

    /** Only now: what a block swallowed by mistake must not be known before it is read. The context has the brace already. */
    private takeBody(text: string): void {
        this.context.take(cut(text, 1, lengthOf(text)));
    }

    private refuse(text: string, code: BlockProblemCode, message: string): void {
        this.report(code, message, OPENER.slice(0, -1) + text);
    }

    private report(code: BlockProblemCode, message: string, quotation: string): void {
        this.sink.onProblem({ code, message, excerpt: excerptOf(quotation, this.limits.maxExcerptLength) });
    }

    /** A block that is shown as code begins before this position. */
    private showBlock(chunk: string, position: number): void {
        this.reportShown();
        this.shown.start();
        if (this.shown.add(chunk, position)) {
            this.reportShown();
        }
    }

    private reportShown(): void {
        if (this.shown.open) {
            this.report('in-code', PROBLEM_MESSAGES['in-code'], this.shown.take());
        }
    }
}

/** The position of the next percent sign, or the length of the text. */
function findPercent(text: string, from: number): number {
    const position = find(text, '%', from);
    return position < 0 ? lengthOf(text) : position;
}
