import { strict as assert } from 'node:assert';
import * as fc from 'fast-check';
import { messageParts } from './message-parts';

describe('The parts of a message', () => {
    const joined = (message: object): string => messageParts(message).join('');
    const longText = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map(part => part.repeat(5000));

    it('are the same line of JSON whatever stands in the message, and how often', () => {
        fc.assert(
            fc.property(longText, longText, fc.jsonValue(), (one, other, value) => {
                const message = {
                    jsonrpc: '2.0',
                    id: 1,
                    result: {
                        content: [
                            { type: 'text', text: one },
                            { text: other, more: 1 }
                        ],
                        value,
                        structuredContent: { one, other, value }
                    }
                };
                assert.equal(joined(message), `${JSON.stringify(message)}\n`);
            })
        );
    });

    it('are the same line of JSON for short texts, long names and what has no value', () => {
        const message = { short: 'a', ['n'.repeat(10_000)]: 'b', nothing: undefined, list: [undefined, null, 1.5, true] };
        assert.equal(joined(message), `${JSON.stringify(message)}\n`);
    });
});
