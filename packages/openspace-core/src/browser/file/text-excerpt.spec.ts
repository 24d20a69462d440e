import assert from 'node:assert/strict';
import { describeCut, excerptOf, excerptOfLines, placeOf } from './text-excerpt';

const TEXT = 'one\ntwo\nthree\nfour\n';

describe('An excerpt', () => {
    it('is the whole text unless lines were asked for', () => {
        assert.deepEqual(excerptOf(TEXT), { content: TEXT, startLine: 1, endLine: 5, lineCount: 5, truncated: false, lineCut: false });
    });

    it('has the lines that were asked for, whichever comes first', () => {
        assert.equal(excerptOf(TEXT, 2, 3).content, 'two\nthree');
        assert.equal(excerptOf(TEXT, 3, 2).content, 'two\nthree');
        assert.equal(excerptOf(TEXT, 4).content, 'four\n');
        assert.equal(excerptOf(TEXT, undefined, 1).content, 'one');
    });

    it('ends where the text ends', () => {
        const { content, startLine, endLine } = excerptOf(TEXT, 4, 99);
        assert.deepEqual([content, startLine, endLine], ['four\n', 4, 5]);
        assert.deepEqual(excerptOf('a\nb', 70, 99), {
            content: 'b',
            startLine: 2,
            endLine: 2,
            lineCount: 2,
            truncated: false,
            lineCut: false
        });
    });

    it('is cut at the end of a line, and says where and how to go on', () => {
        const excerpt = excerptOf(TEXT, 2, 4, 6);
        assert.deepEqual(excerpt, { content: 'two', startLine: 2, endLine: 2, lineCount: 5, truncated: true, lineCut: false });
        assert.equal(describeCut(excerpt), 'cut after line 2 of 5; read the rest with openspace.editor.read_file and startLine 3');
        assert.equal(excerptOf(TEXT, 2, 4, 9).content, 'two\nthree');
        assert.equal(describeCut(excerptOf(TEXT)), undefined);
    });

    it('is the same of lines that alone were read of a file', () => {
        const version = 'first';
        for (const [startLine, endLine] of [
            [1, 1],
            [2, 3],
            [3, 4],
            [4, 5]
        ] as const) {
            const content = TEXT.split(/(?<=\n)/)
                .slice(startLine - 1, endLine)
                .join('');
            for (const maxLength of [2, 6, 100]) {
                const { lineCount, ...excerpt } = excerptOfLines(
                    { content, startLine, totalLines: 4, truncated: false, version, modifiedMs: 0 },
                    maxLength
                );
                const { lineCount: counted, ...whole } = excerptOf(TEXT, startLine, Math.max(endLine, startLine === 3 ? 5 : 0), maxLength);
                assert.deepEqual(excerpt, whole);
                assert.ok(counted - lineCount <= 1);
            }
        }
    });

    it('is cut at the end of a line where the file was cut within one, and may not know how many lines follow', () => {
        const excerpt = excerptOfLines({ content: 'two\nthree\nfo', startLine: 2, truncated: true, version: 'first', modifiedMs: 0 }, 100);
        assert.deepEqual([excerpt.content, excerpt.endLine, excerpt.truncated], ['two\nthree', 3, true]);
        assert.equal(placeOf(excerpt), 'lines 2 to 3');
        assert.equal(describeCut(excerpt), 'cut after line 3; read the rest with openspace.editor.read_file and startLine 4');
    });

    it('says which line is too long by itself', () => {
        const excerpt = excerptOf(TEXT, 3, undefined, 4);
        assert.deepEqual([excerpt.content, excerpt.endLine, excerpt.lineCut], ['thre', 3, true]);
        assert.match(describeCut(excerpt) ?? '', /^cut within line 3, which is too long.*startLine 4$/);
    });
});
