import { HubError } from '../hub-error';
import { HUB_LIMITS } from '../hub-limits';
import { COMMA, QUOTE, stringEnd } from './json-strings';

const [COLON, OPENING_BRACE, OPENING_BRACKET] = Buffer.from(':{[');

/**
 * Refuses a JSON text that says too much, before it is parsed: parsing, checking and keeping it takes time and memory by the number of
 * its values, and hardly any by the length of its strings. The text need not be valid.
 *
 * @throws {HubError} 413 that says how much a text may hold
 */
export function boundValues(text: Buffer): void {
    let count = 0;
    for (let at = 0; at < text.length; at++) {
        const character = text[at];
        if (character === QUOTE) {
            at = stringEnd(text, at + 1);
        } else if (character === COMMA || character === COLON || character === OPENING_BRACKET || character === OPENING_BRACE) {
            // Each list and object counts for one, and so does each further value, and each key.
            if (++count > HUB_LIMITS.bodyValues) {
                const message = `The body has more than ${HUB_LIMITS.bodyValues} values and keys. Send less at once, in several requests.`;
                throw new HubError(413, 'too_many_values', message);
            }
        }
    }
}
