import assert from 'node:assert/strict';
import fc from 'fast-check';
import { previewChange } from './change-preview';

const SIGNS = { added: '+', removed: '-', same: ' ', gap: '' };
const preview = (before: string, after: string): string[] => previewChange(before, after).lines.map(({ kind, text }) => SIGNS[kind] + text);

describe('The preview of a change', () => {
    it('shows a new text whole', () => {
        assert.deepEqual(preview('', 'one\ntwo\n'), ['+one', '+two']);
        assert.equal(previewChange(undefined, 'one\n').removed, undefined);
    });

    it('shows what changes, with a few lines around it', () => {
        const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
        const changed = lines.map(line => (line === 'line 10' ? 'new line' : line));
        assert.deepEqual(preview(lines.join('\n'), changed.join('\n')), [
            '…',
            ...[' line 7', ' line 8', ' line 9', '-line 10', '+new line', ' line 11', ' line 12', ' line 13'],
            '…'
        ]);
    });

    it('says how much changes although not all is shown', () => {
        const { lines, added, removed, isCut } = previewChange('old\n'.repeat(5_000), 'new\n'.repeat(100_000));
        assert.deepEqual([lines.length, added, removed, isCut], [300, 100_000, 5_000, true]);
        assert.ok(preview('', 'x'.repeat(10_000))[0].length < 400);
    });

    it('hides no character', () => {
        assert.deepEqual(preview('', 'a\u202Eb\u200Bc\x1Bd\te'), ['+a\\u{202e}b\\u{200b}c\\u{1b}d\te']);
    });

    it('holds all of both texts, whatever they are', () => {
        const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
        fc.assert(
            fc.property(text, text, (before, after) => {
                const { lines, added, removed } = previewChange(
                    before.map(line => `${line}\n`).join(''),
                    after.map(line => `${line}\n`).join('')
                );
                assert.equal(after.length - before.length, added - (removed ?? 0));
                if (!lines.some(({ kind }) => kind === 'gap')) {
                    const kept = (kind: string): string[] =>
                        lines.filter(line => line.kind === 'same' || line.kind === kind).map(line => line.text);
                    assert.deepEqual(kept('added'), after);
                    assert.deepEqual(kept('removed'), before);
                }
            })
        );
    });
});
