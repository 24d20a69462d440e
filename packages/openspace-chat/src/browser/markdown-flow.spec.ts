import assert from 'node:assert/strict';
import { MarkdownFlow } from './markdown-flow';

/** The parts of an answer that arrives in pieces of the given length. */
function partsOf(text: string, pieceLength = text.length): string[] {
    const parts: string[] = [];
    const flow = new MarkdownFlow(() => {
        const index = parts.push('') - 1;
        return { setText: part => (parts[index] = part) };
    });
    for (let start = 0; start < text.length; start += pieceLength) {
        flow.add(text.slice(start, start + pieceLength));
    }
    return parts;
}

const PARAGRAPH = `${'Tea is poured hot. '.repeat(20).trim()}\n\n`;

describe('MarkdownFlow', () => {
    it('keeps a short answer in one part', () => {
        assert.deepEqual(partsOf('One.\n\nTwo.\n'), ['One.\n\nTwo.\n']);
    });

    it('closes long parts at paragraphs, and loses nothing', () => {
        const text = PARAGRAPH.repeat(12);
        const parts = partsOf(text);
        assert.equal(parts.join(''), text);
        assert.ok(parts.length >= 3, `${parts.length} parts`);
        assert.ok(parts.every(part => part.endsWith('\n\n')));
    });

    it('makes the same parts whatever the pieces', () => {
        const text = `${PARAGRAPH.repeat(4)}- a\n\n- b\n\n\`\`\`\n\n${PARAGRAPH.repeat(3)}\`\`\`\n\n${PARAGRAPH.repeat(5)}`;
        const whole = partsOf(text);
        for (const length of [1, 2, 7, 64, 1000]) {
            assert.deepEqual(partsOf(text, length), whole);
        }
    });

    it('never cuts inside a fence, a longer one that holds shorter ones included', () => {
        const fenced = `\`\`\`\`md\n\n${PARAGRAPH.repeat(2)}\`\`\`\n\n${PARAGRAPH.repeat(4)}\`\`\`\`\n`;
        assert.deepEqual(partsOf(fenced), [fenced]);
    });

    it('does not tear a list, a quote or a table apart', () => {
        for (const next of ['2. two', '- two', '> two', '| two |', '    two', '<b>two</b>']) {
            const text = `${PARAGRAPH.repeat(4)}${next}\n\n`;
            const tail = partsOf(text).at(-1) ?? '';
            assert.notEqual(tail, `${next}\n\n`);
        }
    });

    it('begins a new part after an interruption', () => {
        const parts: string[] = [];
        const flow = new MarkdownFlow(() => ({ setText: text => (parts[parts.length - 1] = text) }));
        const open = (): void => void parts.push('');
        open();
        flow.add('before');
        flow.interrupt();
        open();
        flow.add('after');
        assert.deepEqual(parts, ['before', 'after']);
    });
});
