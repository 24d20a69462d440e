import { codeAt, lengthOf } from './any-string';
import { BlockLimits } from './block-limits';
import { BlockProblemCode, PROBLEM_MESSAGES } from './block-problem';
import { JsonOutcome, parseStrictJson } from './strict-json';

/** The value of a block, or the reason why it does not run. */
export type BlockVerdict =
    { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly code: BlockProblemCode; readonly message: string };

/** Decides about the text of a whole block. `outcome`: what `JSON.parse` said of it, if it was asked. */
export function parseBlock(text: string, limits: BlockLimits, outcome?: JsonOutcome): BlockVerdict {
    if (isLarger(text, limits.maxBlockBytes)) {
        return { ok: false, code: 'too-large', message: PROBLEM_MESSAGES['too-large'](limits.maxBlockBytes) };
    }
    const result = parseStrictJson(text, limits.maxDepth, outcome);
    return result.ok ? result : { ok: false, code: result.code, message: PROBLEM_MESSAGES[result.code](result.reason) };
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Whether a text has more bytes in UTF-8. */
function isLarger(text: string, maxBytes: number): boolean {
    if (lengthOf(text) * 3 <= maxBytes) {
        return false; // No code unit takes more than three.
    }
    let length = text.length;
    const first = text.search(BEYOND_ASCII);
    for (let position = first < 0 ? length : first; position < text.length; position++) {
        const code = codeAt(text, position);
        if (code >= 0x80) {
            // A surrogate pair is two code units and four bytes.
            length += code >= 0x800 && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
        }
    }
    return length > maxBytes;
}
