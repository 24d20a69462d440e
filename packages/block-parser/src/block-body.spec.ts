import assert from 'node:assert/strict';
import { BlockBody } from './block-body';

const MAX_LENGTH = 20_000;

/** Reads a text in pieces of this length. Returns the block's text and how much of the text it took. */
function read(body: BlockBody, text: string, length: number): { text: string; taken: number } {
    let taken = 0;
    for (let start = 0; start < text.length && body.status === 'open'; start += length) {
        taken += body.read(text.slice(start, start + length), 0);
    }
    return { text: body.text(), taken };
}

describe('BlockBody', () => {
    const objects = '{"a":{}},'.repeat(20);
    const texts = [
        '{"a":1}',
        '{"a":{"b":{"c":"}%%"}},"d":"%%OS{"}',
        '{"a":"}%%"}',
        '{"a":"\\"}%%"}',
        `{"a":[${objects}{}]}`,
        `{"a":"${'long '.repeat(2000)}}%%","b":[${objects}1]}`,
        '{no JSON}',
        '{"a":1,}',
        '{"a":"no\nJSON"}'
    ];
    for (const text of texts) {
        it(`ends at the close of ${text.slice(0, 40)}, however it is cut`, () => {
            for (const length of [1, 4, 7, 64, 5000, text.length + 10]) {
                const body = new BlockBody(MAX_LENGTH);
                assert.deepEqual(read(body, `${text}%% behind }%%`, length), { text, taken: text.length + 2 });
                assert.equal(body.status, 'closed');
            }
        });
    }

    it('knows what JSON says of its own text only', () => {
        for (const [text, ok] of [
            ['{"a":1}', true],
            ['{"a":1,}', false],
            ['{"a":"}%%"}', true]
        ] as const) {
            const body = new BlockBody(MAX_LENGTH);
            body.read(`${text}%%`, 0);
            assert.equal(body.outcome?.ok, ok);
        }
    });

    it('is not parsed when it is too long, and ends all the same', () => {
        const text = '{"a":1}';
        for (const [maxLength, ok] of [
            [text.length, true],
            [text.length - 1, undefined]
        ] as const) {
            for (const cut of [0, 3]) {
                const body = new BlockBody(maxLength);
                body.read(text.slice(0, cut), 0);
                assert.equal(body.read(`before ${text.slice(cut)}%% behind`, 7), 7 + text.length - cut + 2);
                assert.deepEqual([body.outcome?.ok, body.status, body.text()], [ok, 'closed', text]);
            }
        }
    });

    it('ends before what cannot follow a whole object', () => {
        for (const length of [1, 4, 100]) {
            const body = new BlockBody(MAX_LENGTH);
            assert.deepEqual(read(body, '{"a":{}} behind }%%', length), { text: '{"a":{}}', taken: 8 });
            assert.equal(body.status, 'abandoned');
        }
    });

    it('keeps nothing that it hands over once it is dropped, and still finds the end', () => {
        const body = new BlockBody(MAX_LENGTH);
        body.drop();
        const text = `{"a":"${'}%% long '.repeat(2000)}"}%%`;
        assert.equal(read(body, `${text} behind`, 100).taken, text.length);
        assert.deepEqual([body.drop(), body.text()], [text, '']);
    });
});
