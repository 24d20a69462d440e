import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { BlockParser } from './block-parser';
import { hostileMarkdown } from './testing/hostile-markdown';
import { parseChunks, RecordedParse, recordingParser } from './testing/recorded-parse';
import { stripBlocks } from './strip-blocks';

const PIECES = [
    ...[
        'text ',
        '\n',
        '\r\n',
        '\r',
        '\n\n',
        '`',
        '```',
        '~~~',
        '> ',
        '- ',
        '    ',
        '<pre>',
        '</pre>',
        '<code>',
        '<!--',
        '-->',
        '[a](b)',
        '\\',
        '😀'
    ],
    ...[
        '%',
        '%%',
        '%%O',
        '%%OS',
        '%%OS{',
        '}%%',
        '}%',
        '}',
        '"',
        '{"a":1}',
        '\\"',
        '"a":',
        "'",
        ',',
        '%%OS{}%%',
        '%%OS{"a":"}%%"}%%',
        '%%OS{"a":"x\\n"}%%'
    ]
];
const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map(parts => parts.join(''));
const document = fc.oneof(pieces, fc.integer().map(hostileMarkdown));

/** Small limits, so that every one of them is met. */
const LIMITS = { maxBlockBytes: 24, maxExcerptLength: 12 };
const whole = (text: string): RecordedParse => parseChunks([text], LIMITS);

/** What the heap holds after everything else is collected. */
function usedMemory(): number {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc()');
    return process.memoryUsage().heapUsed;
}

describe('The result of parsing does not depend on the chunks', () => {
    it('for every cut in two', () =>
        fc.assert(
            fc.property(document, text => {
                const expected = whole(text);
                for (let cut = 0; cut <= text.length; cut++) {
                    assert.deepEqual(parseChunks([text.slice(0, cut), text.slice(cut)], LIMITS), expected);
                }
            }),
            { numRuns: 300 }
        ));

    it('for one code unit at a time', () =>
        fc.assert(
            fc.property(document, text => {
                assert.deepEqual(parseChunks(text.split(''), LIMITS), whole(text));
            }),
            { numRuns: 2000 }
        ));

    it('for chunks of any length, empty ones included', () =>
        fc.assert(
            fc.property(document, fc.array(fc.nat({ max: 9 }), { minLength: 1 }), (text, lengths) => {
                const chunks: string[] = [];
                let position = 0;
                for (let index = 0; position < text.length; index++) {
                    const length = lengths[index % lengths.length] ?? 1;
                    chunks.push(text.slice(position, position + length), '');
                    position += Math.max(length, index % 2);
                    if (length < Math.max(length, index % 2)) {
                        chunks.push(text.slice(position - 1, position));
                    }
                }
                assert.deepEqual(parseChunks(chunks, LIMITS), whole(text));
            }),
            { numRuns: 2000 }
        ));
});

describe('Parsing', () => {
    it('loses nothing: text and blocks, put together again, are the document', () =>
        fc.assert(
            fc.property(document, text => {
                let rebuilt = '';
                let problems = 0;
                const parser = new BlockParser({
                    onText: piece => (rebuilt += piece),
                    onBlock: block => (rebuilt += `%%OS${block.text}%%`),
                    onProblem: problem => (problems += problem.code === 'in-code' ? 0 : 1)
                });
                parser.feed(text);
                parser.end();
                fc.pre(problems === 0);
                assert.equal(rebuilt, text);
            }),
            { numRuns: 2000 }
        ));

    it('runs a good block and shows the text around it, whatever bad ones stand in the lines before', () => {
        const parts = ['text ', '\n', '\r\n', '%', '%%OS{', '}%%', '}%', '}', '"', '{"a":1}', '\\', '\\"', '"a":', "'", ',', '%%OS{}%%'];
        fc.assert(
            fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 20 }), bad => {
                const { text, events } = parseChunks([`${bad.join('')}\n\nNow %%OS{"good":1}%% and then.`]);
                assert.equal(events.at(-1), 'block {"good":1}');
                assert.match(text, /\nNow {2}and then\.$/);
            }),
            { numRuns: 5000 }
        );
    });

    it('holds back at most four characters outside a block', () =>
        fc.assert(
            fc.property(pieces, text => {
                const { parser, result } = recordingParser();
                let fed = '';
                for (const char of text.split('')) {
                    parser.feed(char);
                    fed += char;
                    if (parser.inBlock || result.events.some(event => !event.startsWith('in-code'))) {
                        return;
                    }
                    assert.ok(fed.startsWith(result.text) && fed.length - result.text.length <= 4);
                }
            }),
            { numRuns: 500 }
        ));

    it('keeps little of a long text, with paragraphs and without', () => {
        for (const line of ['word ', 'word\n', 'word\n\n']) {
            const parser = new BlockParser({ onText: () => undefined, onBlock: () => undefined, onProblem: () => undefined });
            const filler = line.repeat(4 * 1024);
            const before = usedMemory();
            for (let chunk = 0; chunk < 1000; chunk++) {
                parser.feed(filler + String(chunk));
            }
            assert.ok(usedMemory() - before < 4 * 1024 * 1024, JSON.stringify(line));
            parser.end();
        }
    });

    it('keeps little of an endless paragraph with many blocks', () => {
        const parser = new BlockParser({ onText: () => undefined, onBlock: () => undefined, onProblem: () => undefined });
        const lines = `${'word\n'.repeat(200)}%%OS{}%%\n`;
        const before = usedMemory();
        for (let chunk = 0; chunk < 4 * 1024; chunk++) {
            parser.feed(lines);
        }
        assert.ok(usedMemory() - before < 1024 * 1024);
        parser.end();
    });

    it('keeps no more of an endless block than its limit', () => {
        const { parser, result } = recordingParser();
        parser.feed('a %%OS{"t":"');
        const filler = 'x'.repeat(64 * 1024);
        const before = usedMemory();
        for (let chunk = 0; chunk < 1600; chunk++) {
            parser.feed(filler + String(chunk));
        }
        assert.ok(usedMemory() - before < 16 * 1024 * 1024);
        parser.feed('"}%% b');
        parser.end();
        assert.equal(result.text, 'a  b');
        assert.equal(result.events.length, 1);
    });
});

describe('stripBlocks', () => {
    it('shows what the stream showed', () =>
        fc.assert(
            fc.property(document, text => assert.equal(stripBlocks(text), parseChunks(text.split('')).text)),
            { numRuns: 500 }
        ));
});
