import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MarkdownScanner } from './markdown-scanner';
import { PlainText } from './plain-text';

const PIECES = [
    ...['a', ' ', '    ', '\t', '\n', '\n\n', '\r\n', '- ', '* ', '1. ', '1.', '12', ':', '# ', '> ', '*', '_', '**', '__', '---', '=='],
    ...['`', '`b`', '``', '~~~', '[', ']', '(', ')', '[c](d)', ']: ', '\\', '!', '|', '<', '<b>', '"e":[1]}%%'],
    ...Array<string>(6).fill('%%OS{')
];

function readerOf(text: string): MarkdownScanner {
    const scanner = new MarkdownScanner();
    scanner.scan(text, 0, text.length);
    return scanner;
}

describe('PlainText', () => {
    it('covers no block that a reader of every character takes for code, however the text grows', () => {
        let covered = 0;
        fc.assert(
            fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), pieces => {
                const plain = new PlainText();
                const scanner = new MarkdownScanner();
                let text = '';
                for (const piece of pieces) {
                    text += piece;
                    const lines = piece.replace('\r\n', '\n');
                    scanner.scan(lines, 0, lines.length);
                    if (piece === '%%OS{' && plain.covers(text)) {
                        assert.equal(scanner.mayBeCode, false, JSON.stringify(pieces));
                        text = '';
                        covered++;
                    }
                }
            }),
            { numRuns: 20_000 }
        );
        assert.ok(covered > 1000, `the texts test little: ${covered}`);
    });

    it('covers no paragraphs behind which that reader is in doubt, or takes a fence for something else', () => {
        let covered = 0;
        fc.assert(
            fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), pieces => {
                const text = pieces.join('').trimEnd();
                if (!text.includes('<') && !/```|~~~/.test(text) && new PlainText().coversParagraphs(text)) {
                    const lines = text.replaceAll('\r\n', '\n');
                    assert.equal(readerOf(`${lines}\n\n a`).mayBeCode, false, JSON.stringify(text));
                    assert.ok(readerOf(`${lines}\n\`\`\`\n`).inOuterFence, JSON.stringify(text));
                    covered++;
                }
            }),
            { numRuns: 20_000 }
        );
        assert.ok(covered > 1000, `the texts test little: ${covered}`);
    });

    it('covers nothing that the reader takes for an endless line', () => {
        const text = `**${'`*'.repeat(600)}`;
        assert.ok(!new PlainText().covers(`${text} %%OS{`));
        assert.ok(!new PlainText().coversParagraphs(text));
    });

    for (const text of [
        'I open the file:\n%%OS{',
        '\n%%OS{',
        '- **First**: `a` and [b](c).\n- 2nd, with `d`\n  %%OS{',
        '- _First_\n- [b](c): `d]`\n%%OS{',
        '- _$first_\n*(second)*\n%%OS{',
        '## [1.2] - 2026\n%%OS{',
        '## Next\n\n1. Run `npm test` [now]\n\n   %%OS{'
    ]) {
        it(`covers ${JSON.stringify(text)}`, () => assert.ok(new PlainText().covers(text)));
    }

    for (const text of [
        '[a]: %%OS{',
        '___\n%%OS{',
        '-      %%OS{',
        'a\n\n    %%OS{',
        'a ` %%OS{',
        '[a](b%%OS{',
        '<pre>%%OS{',
        '~~~\n%%OS{',
        ''
    ]) {
        it(`does not cover ${JSON.stringify(text)}`, () => assert.ok(!new PlainText().covers(text)));
    }
});
