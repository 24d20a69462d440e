import assert from 'node:assert/strict';
import { BlockParser } from './block-parser';
import { parseChunks, recordingParser } from './testing/recorded-parse';

const BLOCK = '%%OS{"cmd":"x","args":{}}%%';
const RAN = 'block {"cmd":"x","args":{}}';

function expectParse(chunks: string | readonly string[], text: string, ...events: string[]): void {
    const result = parseChunks(typeof chunks === 'string' ? [chunks] : chunks);
    assert.deepEqual({ text: result.text, events: result.events }, { text, events });
}

describe('BlockParser', () => {
    describe('separates text and blocks', () => {
        it('runs a single block and shows the text around it', () => expectParse(`text ${BLOCK} more text`, 'text  more text', RAN));

        it('joins a block that is cut in its arguments', () =>
            expectParse(['text %%OS{"cmd":"x","a', 'rgs":{}}%% more'], 'text  more', RAN));

        it('joins a block that is cut in its opener', () => {
            expectParse(['text %', '%OS{"cmd":"x","args":{}}%% more'], 'text  more', RAN);
            expectParse(['text %%O', 'S{"cmd":"x","args":{}}%% more'], 'text  more', RAN);
        });

        it('drops and reports malformed JSON, and the text goes on', () =>
            expectParse('a %%OS{not json}%% b', 'a  b', 'malformed %%OS{not json}'));

        it('drops an unclosed block when its deadline passes, and the text goes on', () => {
            const { parser, result } = recordingParser();
            parser.feed('a %%OS{"cmd":"x"');
            assert.equal(parser.inBlock, true);
            parser.expire();
            assert.equal(parser.inBlock, false);
            parser.feed(' rest of the line\nnext line');
            parser.end();
            assert.equal(result.text, 'a \nnext line');
            assert.deepEqual(result.events, ['expired %%OS{"cmd":"x"']);
        });

        it('parses braces inside strings right', () => {
            const text = '{"cmd":"x","args":{"data":"{}"}}';
            expectParse(`%%OS${text}%%`, '', `block ${text}`);
        });

        it('runs several blocks in their order', () =>
            expectParse('a %%OS{"n":1}%% b %%OS{"n":2}%% c', 'a  b  c', 'block {"n":1}', 'block {"n":2}'));

        it('passes text without blocks through unchanged', () => expectParse('plain response text', 'plain response text'));

        it('leaves a percent sign that opens nothing alone', () => {
            for (const text of [
                '100%% increase',
                '%',
                '%%',
                '%%O',
                '%%OS',
                '%%OS {"a":1}%%',
                '%%os{"a":1}%%',
                '%%%',
                '50% of 10%',
                '}%%'
            ]) {
                expectParse(text, text);
                expectParse(Array.from(text), text);
            }
        });

        it('runs blocks that stand back to back', () => expectParse('%%OS{"n":1}%%%%OS{"n":2}%%', '', 'block {"n":1}', 'block {"n":2}'));

        it('takes a third percent sign before an opener as text', () => {
            expectParse('%%%OS{"n":1}%%', '%', 'block {"n":1}');
            expectParse(['%%', '%OS{"n":1}%%'], '%', 'block {"n":1}');
        });

        it('keeps Unicode in arguments, surrogate pairs cut in the middle included', () => {
            const block = '%%OS{"t":"é – 😀"}%%';
            const { values } = parseChunks(Array.from({ length: block.length }, (_, index) => block.charAt(index)));
            assert.deepEqual(values, [{ t: 'é – 😀' }]);
        });

        it('finds the close only outside strings', () => {
            for (const value of ['%%', '}%%', '}}', '\\"}%%', '\\\\', '{', '%%OS{']) {
                const text = `{"t":"${value}","u":{"v":[1]}}`;
                expectParse(`a%%OS${text}%%b`, 'ab', `block ${text}`);
            }
        });

        it('runs a block written over several lines', () => expectParse('%%OS{\n  "n": 1\n}%%\nafter', '\nafter', 'block {\n  "n": 1\n}'));
    });

    describe('drops what is not a whole, strict block', () => {
        const malformed = [
            "{'a':1}",
            '{"a":1,}',
            '{"a":1 /* no */}',
            '{"a":1 // no\n}',
            '{"a":1,"a":2}',
            '{"b":{"a":1,"\\u0061":2}}',
            '{"__proto__":{}}',
            '{"a":[{"constructor":1}]}',
            '{"a":{"prototype":1}}',
            '{"\\u005f_proto__":1}',
            '{"a":NaN}',
            '{a:1}',
            '{"a":{"b":1}',
            '{"a":1}}',
            '{"a":"line\nbreak"}'
        ];
        for (const text of malformed) {
            it(`such as ${JSON.stringify(text)}`, () => {
                const result = parseChunks([`a %%OS${text}%% b %%OS{"n":1}%% c`]);
                assert.equal(result.text, 'a  b  c');
                assert.equal(result.events.length, 2);
                assert.match(result.events[0] ?? '', /^malformed /);
                assert.equal(result.events[1], 'block {"n":1}');
                assert.match(result.messages[0] ?? '', /did not run/);
            });
        }

        it('such as a block that lacks one percent sign, and keeps the text behind it', () =>
            expectParse('a %%OS{"n":1}% b %%OS{"n":2}%%', 'a  b ', 'malformed %%OS{"n":1}%', 'block {"n":2}'));

        it('such as a block with a forgotten quote, and keeps the text and the blocks behind its close', () => {
            const forgotten = 'malformed %%OS{"a":"x}%%';
            expectParse('%%OS{"a":"x}%% kept\ntoo %%OS{"n":2}%%', ' kept\ntoo ', forgotten, 'block {"n":2}');
            expectParse('%%OS{"a":"x}%% say "Hello"\nkept %%OS{"n":2}%% end', ' say "Hello"\nkept  end', forgotten, 'block {"n":2}');
            expectParse('%%OS{"a":"x}%% and %%OS{"n":2}%% end', ' and  end', forgotten, 'block {"n":2}');
            expectParse('%%OS{"a":"x}%% b %%OS{"n":2}%% c %%OS{"a":"x}%% d', ' b  c  d', forgotten, 'block {"n":2}', forgotten);
            expectParse('%%OS{"a":"x}%% `%%OS{"n":2}%%`', ' `%%OS{"n":2}%%`', forgotten, 'in-code %%OS{"n":2}%%');
        });

        it('such as a block without a close, and keeps the lines and the blocks behind it', () => {
            expectParse('%%OS{"a":1 and more.\nNext %%OS{"n":2}%% end', '\nNext  end', 'malformed %%OS{"a":1 and more.', 'block {"n":2}');
            expectParse('a %%OS{"a":1\n\nall is lower case here', 'a \n\nall is lower case here', 'unclosed %%OS{"a":1');
            expectParse("%%OS{'a' it\nNext\n%%OS{} %%OS{}%%", '\nNext\n ', "malformed %%OS{'a' it", 'malformed %%OS{}', 'block {}');
            expectParse('%%OS{"a":1 %%OS{"n":2}%%', '', 'malformed %%OS{"a":1 ', 'block {"n":2}');
            expectParse("%%OS{'a'\n`%%OS{}%%`", '\n`%%OS{}%%`', "malformed %%OS{'a'", 'in-code %%OS{}%%');
            expectParse("a %%OS{'a\nNext %%O", 'a \nNext %%O', "unclosed %%OS{'a");
            expectParse('a %%OS{"a":"x}%% Next', 'a  Next', 'malformed %%OS{"a":"x}%%');
        });

        it('such as a block that is unclosed at the end of the message', () => {
            expectParse('before %%OS{"a":1', 'before ', 'unclosed %%OS{"a":1');
            expectParse('before %%OS{"a":1}%', 'before ', 'unclosed %%OS{"a":1}%');
        });

        it('such as a block that nests more than 64 levels', () => {
            const nested = (levels: number): string => `%%OS${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}%%`;
            assert.match(parseChunks([nested(64)]).events.join(), /^block /);
            assert.match(parseChunks([`${nested(65)} b %%OS{"n":1}%%`]).events.join(), /^too-deep .*block \{"n":1\}$/);
            const arrays = `%%OS{"a":${'['.repeat(64)}${']'.repeat(64)}}%%`;
            assert.match(parseChunks([arrays]).events.join(), /^too-deep /);
        });

        it('such as a block over 256 KiB, and keeps the text behind its close', () => {
            const ofBytes = (bytes: number, char = 'x'): string => {
                const filler = char.repeat(Math.floor((bytes - 8) / Buffer.byteLength(char)));
                return `%%OS{"a":"${filler}${'x'.repeat(bytes - 8 - Buffer.byteLength(filler))}"}%% after`;
            };
            for (const char of ['x', 'é', '€', '😀']) {
                assert.match(parseChunks([ofBytes(256 * 1024, char)]).events.join(), /^block /);
                const result = parseChunks([ofBytes(256 * 1024 + 1, char)]);
                assert.equal(result.text, ' after');
                assert.match(result.events.join(), /^too-large %%OS\{"a":"/);
            }
        });

        it('and quotes no more of it than the cap', () => {
            const result = parseChunks(['%%OS{😀😀😀}%%'], { maxExcerptLength: 8 });
            assert.deepEqual(result.events, ['malformed %%OS{😀']);
        });
    });

    describe('keeps deadlines that its owner sets', () => {
        it('skips to the close of an expired block, if that comes before the end of the line', () => {
            const { parser, result } = recordingParser();
            parser.feed('a %%OS{"t":"x');
            parser.expire();
            parser.feed('"}%% b\nc');
            parser.end();
            assert.equal(result.text, 'a  b\nc');
        });

        it('completes a close that was cut by the deadline', () => {
            const { parser, result } = recordingParser();
            parser.feed('a %%OS{"t":"x"}%');
            parser.expire();
            parser.feed('% b');
            parser.end();
            assert.deepEqual(result, { ...result, text: 'a  b', events: ['expired %%OS{"t":"x"}'] });
        });

        it('does nothing outside a block', () => {
            const { parser, result } = recordingParser();
            parser.feed('a %%O');
            parser.expire();
            parser.feed('S{"n":1}%%');
            parser.end();
            assert.deepEqual(result.events, ['block {"n":1}']);
        });

        it('skips to the end of the line in a block that was dropped before its deadline passed', () => {
            const { parser, result } = recordingParser({ maxBlockBytes: 16 });
            parser.feed('a %%OS{"a":"0123456789abcdef');
            assert.equal(parser.inBlock, true);
            parser.expire();
            assert.equal(parser.inBlock, false);
            parser.feed(' lost\nkept %%OS{}%%');
            assert.equal(parser.blocksOpened, 2);
            parser.end();
            assert.equal(result.text, 'a \nkept ');
            assert.deepEqual(result.events, ['too-large %%OS{"a":"0123456789abcdef', 'block {}']);
        });

        it('gives text back that stands in a block which is no JSON', () => {
            const { parser, result } = recordingParser();
            parser.feed("a %%OS{'t'\nNext");
            parser.expire();
            assert.equal(parser.inBlock, false);
            parser.feed(' line %%OS{}%%');
            parser.end();
            assert.deepEqual([result.text, ...result.events], ['a \nNext line ', "expired %%OS{'t'", 'block {}']);
        });

        it('ends a block that is too large where another one begins', () => {
            const { parser, result } = recordingParser({ maxBlockBytes: 16 });
            for (const char of "a %%OS{'a':'0123456789abcdef %%OS{}%% b") {
                parser.feed(char);
            }
            assert.deepEqual([result.text, ...result.events], ['a  b', "too-large %%OS{'a':'0123456789a", 'block {}']);
        });

        it('reports a dropped block once', () => {
            const { parser, result } = recordingParser({ maxBlockBytes: 16 });
            parser.feed('%%OS{"a":"0123456789abcdef');
            parser.expire();
            parser.expire();
            parser.end();
            assert.deepEqual(result.events, ['too-large %%OS{"a":"0123456789abcdef']);
        });
    });

    it('holds back no more than a possible opener, and hands it over at the end', () => {
        const { parser, result } = recordingParser();
        for (const [chunk, shown, state] of [
            ['text %', 'text ', 'MAYBE_DELIM'],
            ['%', 'text ', 'MAYBE_DELIM'],
            ['O', 'text ', 'IN_DELIM'],
            ['S', 'text ', 'IN_DELIM'],
            [' x', 'text %%OS x', 'PASSTHROUGH'],
            ['%%OS{', 'text %%OS x', 'IN_BLOCK'],
            ['}', 'text %%OS x', 'MAYBE_CLOSE'],
            ['%', 'text %%OS x', 'MAYBE_CLOSE'],
            ['%', 'text %%OS x', 'PASSTHROUGH'],
            ['%%OS', 'text %%OS x', 'IN_DELIM']
        ] as const) {
            parser.feed(chunk);
            assert.equal(result.text, shown);
            assert.equal(parser.state, state);
        }
        parser.end();
        assert.equal(result.text, 'text %%OS x%%OS');
        assert.deepEqual(result.events, ['block {}']);
    });

    it('hands a chunk without anything special over as it is, in one piece', () => {
        const pieces: string[] = [];
        const parser = new BlockParser({ onText: text => pieces.push(text), onBlock: () => assert.fail(), onProblem: () => assert.fail() });
        parser.feed('one\n');
        parser.feed('10% `two` <three>');
        assert.deepEqual(pieces, ['one\n', '10% `two` <three>']);
    });

    it('reports a block in code once, with what there is of it, wherever the text stops', () => {
        expectParse('```\n%%OS{"n":1', '```\n%%OS{"n":1', 'in-code %%OS{"n":1');
        expectParse('`%%OS{"n":1\n2}%%`', '`%%OS{"n":1\n2}%%`', 'in-code %%OS{"n":1');
        expectParse('`%%OS{%%OS{`', '`%%OS{%%OS{`', 'in-code %%OS{', 'in-code %%OS{`');
    });

    it('starts fresh after the end of a message and after a reset', () => {
        const { parser, result } = recordingParser();
        parser.feed('```\ncode');
        parser.end();
        parser.feed('%%OS{"n":1}%%');
        parser.feed('\n<pre>\n%%OS{"n":2');
        parser.reset();
        parser.feed('%%OS{"n":3}%%');
        parser.end();
        assert.deepEqual(
            result.events.filter(event => event.startsWith('block')),
            ['block {"n":1}', 'block {"n":3}']
        );
    });

    it('keeps two messages apart that stream in turns', () => {
        const [one, two] = [recordingParser(), recordingParser()];
        one.parser.feed('a %%OS{"n"');
        two.parser.feed('```\n%%OS{"n"');
        one.parser.feed(':1}%% b');
        two.parser.feed(':1}%%\n```');
        one.parser.end();
        two.parser.end();
        assert.deepEqual(one.result.events, ['block {"n":1}']);
        assert.deepEqual(two.result.events, ['in-code %%OS{"n":1}%%']);
    });
});
