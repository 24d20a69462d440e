import assert from 'node:assert/strict';
import { MarkdownSlicer, type MarkdownSlice } from './markdown-slicer';

/** The slices of an answer that arrives in pieces of the given length. */
function slicesOf(text: string, pieceLength = text.length): MarkdownSlice[] {
    const slicer = new MarkdownSlicer();
    for (let start = 0; start < text.length; start += pieceLength) {
        slicer.add(text.slice(start, start + pieceLength));
    }
    assert.equal(slicer.source, text);
    return [...slicer.closed, slicer.open];
}

const joinsOf = (text: string): string[] => [...new Set(slicesOf(text).map(({ join }) => join))];

const SENTENCES = 'Tea is poured hot. '.repeat(20).trim();
const PARAGRAPH = `${SENTENCES}\n\n`;

describe('MarkdownSlicer', () => {
    it('keeps a short answer in one slice', () => {
        assert.deepEqual(slicesOf('One.\n\nTwo.\n'), [{ shown: 'One.\n\nTwo.\n', join: 'block' }]);
    });

    it('closes slices at paragraphs, and loses nothing', () => {
        const slices = slicesOf(PARAGRAPH.repeat(12));
        assert.equal(slices.map(({ shown }) => shown).join(''), PARAGRAPH.repeat(12));
        assert.ok(slices.length >= 3, `${slices.length} slices`);
        assert.ok(slices.every(({ join, shown }) => join === 'block' && shown.endsWith('\n\n')));
    });

    it('makes the same slices whatever the pieces', () => {
        const table = `| a | b |\n|---|---|\n${'| one | two |\n'.repeat(100)}\n`;
        const code = `\`\`\`ts\n${'const a = 1;\n'.repeat(200)}\`\`\`\n\n`;
        const text = `${PARAGRAPH.repeat(4)}${'- item of a list\n'.repeat(200)}\n${table}${code}${PARAGRAPH.repeat(5)}`;
        const whole = slicesOf(text);
        assert.deepEqual([...new Set(whole.map(({ join }) => join))].sort(), ['block', 'code', 'items', 'rows']);
        for (const length of [1, 2, 7, 64, 1000]) {
            assert.deepEqual(slicesOf(text, length), whole);
        }
    });

    it('goes on with a long code block, under the same language', () => {
        const slices = slicesOf(`\`\`\`\`md\n${'```\n\nA line.\n'.repeat(200)}\`\`\`\`\n`);
        assert.ok(slices.length > 2);
        assert.ok(slices.slice(1).every(({ join, shown }) => join === 'code' && shown.startsWith('````md\n')));
    });

    it('goes on with a long table, under its head', () => {
        const slices = slicesOf(`| a | b |\n| - | :-: |\n${'| one | two |\n'.repeat(300)}`);
        assert.ok(slices.length > 2);
        assert.ok(slices.slice(1).every(({ join, shown }) => join === 'rows' && shown.startsWith('| a | b |\n| - | :-: |\n| one')));
    });

    for (const item of ['- one\n', '1. one\n', '* one\n  more\n', '- one\n\n', '- a\n  - b\n  - c\n']) {
        it(`goes on with a long list of ${JSON.stringify(item)}`, () => {
            assert.deepEqual(joinsOf(item.repeat(400)), ['block', 'items']);
        });
    }

    it('does not cut a code block inside a list item', () => {
        const slices = slicesOf(`- one\n\n  \`\`\`\n${'- no item\n'.repeat(300)}  \`\`\`\n`);
        assert.equal(slices.length, 1);
    });

    it('does not tear a quote or an HTML block apart', () => {
        for (const next of ['> two', '    two', '<b>two</b>']) {
            const slices = slicesOf(`${PARAGRAPH.repeat(2)}${SENTENCES}\n${next}\n\n`);
            assert.ok(slices.every(({ shown }) => !shown.startsWith(next)));
        }
    });
});
