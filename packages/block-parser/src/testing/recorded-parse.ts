import { BlockLimits } from '../block-limits';
import { BlockParser } from '../block-parser';

/** All that a parser handed over: the visible text joined, blocks and problems in their order. */
export interface RecordedParse {
    text: string;
    /** `block {…}` with the block's JSON text, or `code excerpt` of a problem. */
    readonly events: string[];
    readonly values: unknown[];
    readonly messages: string[];
}

/** A parser whose output is recorded. */
export function recordingParser(limits?: Partial<BlockLimits>): { parser: BlockParser; result: RecordedParse } {
    const result: RecordedParse = { text: '', events: [], values: [], messages: [] };
    const parser = new BlockParser(
        {
            onText: text => {
                result.text += text;
            },
            onBlock: block => {
                result.events.push(`block ${block.text}`);
                result.values.push(block.value);
            },
            onProblem: problem => {
                result.events.push(`${problem.code} ${problem.excerpt}`);
                result.messages.push(problem.message);
            }
        },
        limits
    );
    return { parser, result };
}

/** Feeds the chunks as one message and ends it. */
export function parseChunks(chunks: readonly string[], limits?: Partial<BlockLimits>): RecordedParse {
    const { parser, result } = recordingParser(limits);
    for (const chunk of chunks) {
        parser.feed(chunk);
    }
    parser.end();
    return result;
}
