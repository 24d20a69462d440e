/**
 * Why a block did not run:
 * - `malformed`: its text is not strict JSON, repeats a key, uses a key that could reach a prototype, or lacks a proper close;
 * - `too-large`, `too-deep`: it is past a limit;
 * - `unclosed`: the message ended inside it;
 * - `expired`: its owner gave up waiting for the close;
 * - `in-code`: a reader sees it as code, or might; it stays visible exactly as written.
 */
export type BlockProblemCode = 'malformed' | 'too-large' | 'too-deep' | 'unclosed' | 'expired' | 'in-code';

/** A block that did not run, described for the model that wrote it. */
export interface BlockProblem {
    readonly code: BlockProblemCode;
    /** Says what happened and what to do about it. */
    readonly message: string;
    /** The beginning of the block as it was written, capped. */
    readonly excerpt: string;
}

/** What to tell the model. */
export const PROBLEM_MESSAGES = {
    malformed: (reason: string) =>
        `The block is not strict JSON, so it did not run. ${reason} Write it again, corrected, and close it with }%%.`,
    'too-large': (maxBytes: number) => `The block is larger than ${maxBytes} bytes, so it did not run. Split the work into smaller blocks.`,
    'too-deep': (reason: string) => `The block did not run. ${reason} Write it again with flatter arguments.`,
    unclosed: 'The message ended inside a block, so it did not run. Write the block again and close it with }%%.',
    expired: 'The block was not closed in time, so it did not run. Write the whole block again at once and close it with }%%.',
    'in-code':
        'The block stands where a reader sees code (a fence, indented or inline code, HTML), so it was shown and did not run. ' +
        'To run it, write it on a line of its own, outside code, after an empty line.'
} as const;

/** The part of a block that a problem quotes; never ends in half a surrogate pair. */
export function excerptOf(text: string, maxLength: number): string {
    if (text.length <= maxLength) {
        return text;
    }
    const last = text.charCodeAt(maxLength - 1);
    return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength);
}
