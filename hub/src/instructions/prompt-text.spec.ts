import assert from 'node:assert/strict';
import fc from 'fast-check';
import { block, json, oneLine, quoted } from './prompt-text';

/** Text rich in what could do harm. */
const hostile = fc.string({
    unit: fc.oneof(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        fc.constantFrom(
            '%',
            '%%OS{',
            '}%%',
            '`',
            '```',
            '\n',
            '\r',
            '\u2028',
            '\u202e',
            '\u200b',
            '\ud800',
            '\u{e0041}',
            '\u{e0100}',
            '\u034f',
            '\u3164',
            '\ufe0f',
            '\u2800',
            '\u00a0',
            '"',
            '\\',
            '# ',
            '\u001b[31m'
        )
    ),
    maxLength: 400
});

const HARMFUL = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800`]|(?! )\p{Zs}|%%/u;

describe('Foreign text in the instructions', () => {
    it('is one line without code, blocks and invisible characters', () => {
        fc.assert(
            fc.property(hostile, text => {
                assert.doesNotMatch(oneLine(text), HARMFUL);
                assert.doesNotMatch(quoted(text), HARMFUL);
                assert.doesNotMatch(json({ [text]: [text] }), HARMFUL);
            })
        );
    });

    it('that is quoted or in JSON can be read back unchanged', () => {
        fc.assert(
            fc.property(hostile, text => {
                fc.pre(text.length <= 300);
                assert.equal(JSON.parse(quoted(text)), text);
                assert.deepEqual(JSON.parse(json([text])), [text]);
            })
        );
    });

    it('is capped and shows that it was', () => {
        assert.equal(oneLine('x'.repeat(1000), 10), 'xxxxxxxxxx…');
        assert.equal(quoted('x'.repeat(1000)), `"${'x'.repeat(300)}…"`);
        assert.equal(json('x'.repeat(10_000)).length, 2001);
        assert.equal(oneLine('x'.repeat(10), 10), 'x'.repeat(10));
        assert.doesNotMatch(oneLine(`${'x'.repeat(9)}😀`, 10), HARMFUL);
    });

    it('shows characters that leave no mark on a screen', () => {
        for (const invisible of ['\u00ad', '\u034f', '\u115f', '\u17b4', '\u180b', '\u3164', '\uffa0', '\ufe0f', '\u2800', '\u3000']) {
            assert.equal(oneLine(`a${invisible}b`), `a\\u${invisible.charCodeAt(0).toString(16).padStart(4, '0')}b`);
        }
        assert.equal(quoted('a\u{e0101}b'), '"a\\udb40\\udd01b"');
    });

    it('stays readable when it is harmless', () => {
        assert.equal(oneLine('Größe 100 % – 文件 😀 "a" \\ b'), 'Größe 100 % – 文件 😀 "a" \\ b');
        assert.equal(quoted('src/a b.ts'), '"src/a b.ts"');
    });
});

describe('block', () => {
    it('has the syntax that runs', () => {
        assert.equal(block('openspace.editor.open', { path: 'a.ts' }), '%%OS{"cmd":"openspace.editor.open","args":{"path":"a.ts"}}%%');
    });

    it('has its delimiters at its ends only', () => {
        assert.equal(block('c', { text: '}%%\n' }), '%%OS{"cmd":"c","args":{"text":"}\\u0025%\\n"}}%%');
    });
});
