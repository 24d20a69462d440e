import assert from 'node:assert/strict';
import type { MarkdownSlice } from './markdown-slice';
import { MarkdownSlicer } from './markdown-slicer';

/** The slices of an answer that arrives in pieces of the given length. */
function slicesOf(text: string, pieceLength = text.length): MarkdownSlice[] {
    const slicer = new MarkdownSlicer();
    for (let start = 0; start < text.length; start += pieceLength) {
        slicer.add(text.slice(start, start + pieceLength));
    }
    assert.equal(slicer.source, text);
    return [...slicer.closed, slicer.open];
}

const pathsOf = (text: string): string[] => [...new Set(slicesOf(text).map(({ path }) => path.join(' ')))].sort();

const SENTENCES = 'Tea is poured hot. '.repeat(20).trim();
const PARAGRAPH = `${SENTENCES}\n\n`;

describe('MarkdownSlicer', () => {
    it('keeps a short answer in one slice', () => {
        assert.deepEqual(slicesOf('One.\n\nTwo.\n'), [{ shown: 'One.\n\nTwo.\n', path: [], loose: [] }]);
    });

    for (const beginning of ['', '**Term** ', '*Term* ', '1984 ', '-1 ', '[Link](a) ', '<b>Term</b> ', ':tea: ', '+1 ']) {
        it(`closes slices at paragraphs that begin with "${beginning}", and loses nothing`, () => {
            const text = `${beginning}${PARAGRAPH}`.repeat(12);
            const slices = slicesOf(text);
            assert.equal(slices.map(({ shown }) => shown).join(''), text);
            assert.ok(slices.length >= 4, `${slices.length} slices`);
            assert.ok(slices.slice(0, -1).every(({ path, shown }) => path.length === 0 && shown.endsWith('\n\n')));
        });
    }

    it('makes the same slices whatever the pieces', () => {
        const table = `| a | b |\n|---|---|\n${'| one | two |\n'.repeat(100)}\n`;
        const code = `\`\`\`ts\n${'const a = 1;\n'.repeat(200)}\`\`\`\n\n`;
        const quote = `> ${PARAGRAPH.trim()}\n>\n`.repeat(6);
        const text = `${PARAGRAPH.repeat(4)}${'- item of a list\n'.repeat(200)}\n${table}${code}${quote}\n${PARAGRAPH.repeat(5)}`;
        const whole = slicesOf(text);
        assert.deepEqual(pathsOf(text), ['', 'blockquote', 'pre code', 'table tbody', 'ul']);
        for (const length of [1, 2, 7, 64, 1000]) {
            assert.deepEqual(slicesOf(text, length), whole);
        }
    });

    it('goes on with a long code block, under the same language', () => {
        const slices = slicesOf(`\`\`\`\`md\n${'```\n\nA line.\n'.repeat(200)}\`\`\`\`\n`);
        assert.ok(slices.length > 2);
        assert.ok(slices.slice(1).every(({ shown }) => shown.startsWith('````md\n')));
    });

    for (const [head, row] of [
        ['| a | b |\n| - | :-: |\n', '| one | two |\n'],
        ['a | b\n--- | :-:\n', 'one | two\n']
    ] as const) {
        it(`goes on with a long table, under its head ${JSON.stringify(head)}`, () => {
            const slices = slicesOf(`${head}${row.repeat(300)}`);
            assert.ok(slices.length > 2);
            assert.ok(slices.slice(1).every(({ shown }) => shown.startsWith(head + row)));
        });
    }

    for (const [shape, text, path] of [
        ['a list', '- one\n'.repeat(400), 'ul'],
        ['a numbered list', '1. one\n'.repeat(400), 'ol'],
        ['a list whose items have several lines', '* one\n  more\n'.repeat(200), 'ul'],
        ['a list whose items stand apart', '- one\n\n'.repeat(200), 'ul'],
        ['a list of lists', '- a\n  - b\n  - c\n'.repeat(100), 'ul'],
        ['a list in a list', `1. a\n${'   - b\n'.repeat(200)}`, 'ol li ul'],
        ['paragraphs in a list item', `- a\n\n${`  ${PARAGRAPH}`.repeat(8)}`, 'ul li'],
        ['code in a list item', `1. Do:\n\n   \`\`\`ts\n${'   - no item\n'.repeat(200)}`, 'ol li pre code'],
        ['code at the beginning of a list item', `- ~~~\n${'  - no item\n'.repeat(200)}`, 'ul li pre code'],
        ['code in a quote', `> \`\`\`\n${'> code\n'.repeat(200)}`, 'blockquote pre code']
    ] as const) {
        it(`goes on with ${shape}`, () => {
            const slices = slicesOf(text);
            assert.equal(slices.at(-1)?.path.join(' '), path);
            assert.ok(slices.every(({ shown }) => shown.length < 1600));
        });
    }

    it('remembers that the items of a list stand apart', () => {
        const slices = slicesOf('- one\n\n'.repeat(200));
        assert.ok(slices.every(({ loose }) => loose.includes(0)));
    });

    it('takes time in proportion to the length where there is no place to cut', () => {
        const slicer = new MarkdownSlicer();
        let looks = 0;
        const look = slicer['cut'].bind(slicer);
        slicer['cut'] = () => {
            looks++;
            look();
        };
        slicer.add('Tea is poured hot.\n'.repeat(5_000));
        assert.ok(looks > 1 && looks < 40, `${looks} looks`);
    });
});
