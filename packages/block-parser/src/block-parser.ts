import { BlockBody } from './block-body';
import { BlockLimits, DEFAULT_BLOCK_LIMITS } from './block-limits';
import { BlockProblem, BlockProblemCode, excerptOf, PROBLEM_MESSAGES } from './block-problem';
import { CodeContext } from './code-context';
import { parseStrictJson } from './strict-json';

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

const OPENER = '%%OS{';
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
    /** The open block is already reported and dropped; only its end is looked for. */
    private dropped = false;
    /** How many characters of the opener stand at the end of the text so far; they are held back. */
    private held = 0;
    /** How much of the current chunk the context has taken. */
    private taken = 0;
    /** The beginning of a block that is shown as code, until there is enough of it to report. */
    private shown: string | undefined;

    constructor(
        private readonly sink: BlockParserSink,
        limits: Partial<BlockLimits> = {}
    ) {
        this.limits = { ...DEFAULT_BLOCK_LIMITS, ...limits };
    }

    /** Whether a block is open, so that its owner's deadlines run. */
    get inBlock(): boolean {
        return this.body !== undefined && !this.dropped;
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
        if (this.shown !== undefined) {
            this.collectShown(chunk, 0);
        }
        this.taken = 0;
        let position = 0;
        while (position < chunk.length) {
            position = this.body === undefined ? this.readText(chunk, position) : this.readBody(this.body, chunk, position);
        }
        this.context.take(this.taken === 0 ? chunk : chunk.slice(this.taken));
    }

    /** The message is complete: hands over what was held back and drops an unclosed block. The next message starts fresh. */
    end(): void {
        if (this.held > 0) {
            this.sink.onText(OPENER.slice(0, this.held));
        }
        this.reportShown();
        if (this.body !== undefined && !this.dropped) {
            this.report('unclosed', PROBLEM_MESSAGES.unclosed, this.body.text());
        }
        this.reset();
    }

    /** Forgets everything without a word, as if newly made. */
    reset(): void {
        this.context.reset();
        this.body = undefined;
        this.dropped = false;
        this.held = 0;
        this.shown = undefined;
    }

    /**
     * Drops the open block, if there is one, and skips to its close or to the end of the line, whichever comes first. The owner
     * calls this when its deadline has passed.
     */
    expire(): void {
        if (this.body === undefined) {
            return;
        }
        if (!this.dropped) {
            this.report('expired', PROBLEM_MESSAGES.expired, this.body.text());
        }
        this.dropped = true;
        this.body.giveUp();
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
            if (position === chunk.length) {
                break;
            }
            const code = chunk.charCodeAt(position);
            if (code === OPENER.charCodeAt(held)) {
                position++;
                if (++held < OPENER.length) {
                    continue;
                }
                if (!this.isCode(chunk, position)) {
                    break;
                }
                this.reportShown();
                this.shown = OPENER;
                this.collectShown(chunk, position);
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
        if (from === 0 && visibleEnd === chunk.length && released === '') {
            this.sink.onText(chunk);
        } else if (visibleEnd > from || released !== '') {
            this.sink.onText(released + chunk.slice(from, visibleEnd));
        }
        if (held === OPENER.length) {
            held = 0;
            this.body = new BlockBody();
            this.body.read('{', 0);
        }
        this.held = held;
        return position;
    }

    /** Whether a reader may see what stands at this position of the chunk as code. */
    private isCode(chunk: string, position: number): boolean {
        this.context.take(chunk.slice(this.taken, position));
        this.taken = position;
        return this.context.mayBeCode;
    }

    private readBody(body: BlockBody, chunk: string, from: number): number {
        const position = body.read(chunk, from);
        if (!this.dropped && body.textLength > this.limits.maxBlockBytes) {
            this.dropped = true;
            this.reportTooLarge(body.text());
        }
        if (this.dropped) {
            body.drop();
        }
        if (body.status !== 'open') {
            const dropped = this.dropped;
            this.body = undefined;
            this.dropped = false;
            if (!dropped) {
                this.finish(body);
            }
        }
        return position;
    }

    private finish(body: BlockBody): void {
        const text = body.text();
        if (body.status === 'abandoned') {
            this.reportMalformed('It does not end in }%%.', text);
        } else if (utf8Length(text) > this.limits.maxBlockBytes) {
            this.reportTooLarge(text);
        } else {
            const result = parseStrictJson(text, this.limits.maxDepth);
            if (result.ok) {
                this.sink.onBlock({ text, value: result.value });
            } else if (result.code === 'too-deep') {
                this.report('too-deep', `The block did not run. ${result.reason} Write it again with flatter arguments.`, text);
            } else {
                this.reportMalformed(result.reason, text);
            }
        }
    }

    private reportMalformed(reason: string, text: string): void {
        this.report(
            'malformed',
            `The block is not strict JSON, so it did not run. ${reason} Write it again, corrected, and close it with }%%.`,
            text
        );
    }

    private reportTooLarge(text: string): void {
        const limit = this.limits.maxBlockBytes;
        this.report('too-large', `The block is larger than ${limit} bytes, so it did not run. Split the work into smaller blocks.`, text);
    }

    private report(code: BlockProblemCode, message: string, text: string): void {
        this.sink.onProblem({ code, message, excerpt: excerptOf(OPENER.slice(0, -1) + text, this.limits.maxExcerptLength) });
    }

    /** Adds to the excerpt of a block that is shown as code, up to its close, the next opener, the end of the line or the cap. */
    private collectShown(chunk: string, from: number): void {
        let shown = this.shown ?? '';
        for (let position = from; position < chunk.length; position++) {
            const char = chunk.charAt(position);
            if (char === '\n' || char === '\r') {
                this.shown = shown;
                this.reportShown();
                return;
            }
            shown += char;
            if (shown.length > this.limits.maxExcerptLength || shown.endsWith('}%%') || shown.endsWith(OPENER)) {
                this.shown = shown.length > OPENER.length && shown.endsWith(OPENER) ? shown.slice(0, -OPENER.length) : shown;
                this.reportShown();
                return;
            }
        }
        this.shown = shown;
    }

    private reportShown(): void {
        if (this.shown !== undefined) {
            const text = this.shown.slice(OPENER.length - 1);
            this.shown = undefined;
            this.report('in-code', PROBLEM_MESSAGES['in-code'], text);
        }
    }
}

/** The position of the next percent sign, or the length of the text. */
function findPercent(text: string, from: number): number {
    const position = text.indexOf('%', from);
    return position < 0 ? text.length : position;
}

function utf8Length(text: string): number {
    let length = text.length;
    for (let position = 0; position < text.length; position++) {
        const code = text.charCodeAt(position);
        if (code >= 0x80) {
            // A surrogate pair is two code units and four bytes.
            length += code >= 0x800 && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
        }
    }
    return length;
}
