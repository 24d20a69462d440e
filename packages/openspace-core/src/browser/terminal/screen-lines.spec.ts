import assert from 'node:assert/strict';
import { lineNumberOf, readLines, textBetween, type ScreenBuffer } from './screen-lines';

/** Rows as a terminal of ten columns holds them; one that begins with ~ goes on with the row above. */
function screen(...rows: string[]): ScreenBuffer {
    return {
        length: rows.length,
        getLine: row => {
            const text = rows.at(row);
            return text === undefined
                ? undefined
                : {
                      isWrapped: text.startsWith('~'),
                      translateToString: (trimRight, startColumn = 0) => {
                          const cells = text.replace('~', '').padEnd(10).slice(startColumn);
                          return trimRight ? cells.trimEnd() : cells;
                      }
                  };
        }
    };
}

describe('The lines of a terminal', () => {
    const rows = screen('one', '', 'a long lin', '~e', 'last', '', '');

    it('are whole where the terminal had to wrap them, and end with the last text', () => {
        assert.deepEqual(readLines(rows, 100), {
            lines: ['one', '', 'a long line', 'last'],
            firstLine: 1,
            totalLines: 4,
            shortened: false
        });
    });

    it('can be read from the end, and further back', () => {
        assert.deepEqual(readLines(rows, 2).lines, ['a long line', 'last']);
        assert.deepEqual(readLines(rows, 2, 1), { lines: ['', 'a long line'], firstLine: 2, totalLines: 4, shortened: false });
        assert.deepEqual(readLines(rows, 2, 4), { lines: [], firstLine: 1, totalLines: 4, shortened: false });
        assert.deepEqual(readLines(screen('', ''), 2), { lines: [], firstLine: 1, totalLines: 0, shortened: false });
    });

    it('are without the lines of a private key, however few of them are read at once', () => {
        const part = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG3iJ6kL9mO2pR5sU8vX1yA4bD7eF0gH3i';
        const key = ['-----BEGIN PRIVATE KEY-----', ...Array.from({ length: 26 }, () => part), 'c2hvcnQ=', '-----END PRIVATE KEY-----'];
        const rowsWithKey = screen('before', ...key, 'after');
        for (const count of [1, 2]) {
            for (let skip = 0; skip <= key.length; skip++) {
                const read = readLines(rowsWithKey, count, skip);
                assert.ok(!/aB3dE6|c2hvcnQ/.test(read.lines.join('\n')), `${count} lines before the last ${skip}`);
                assert.equal(read.lines.length, count);
            }
        }
        assert.deepEqual(readLines(rowsWithKey, 1).lines, ['after']);
        assert.deepEqual(readLines(rowsWithKey, 1, key.length + 1).lines, ['before']);
    });

    it('keep blanks inside a wrapped line', () => {
        assert.deepEqual(readLines(screen('a', 'b         ', '~c'), 9).lines, ['a', 'b         c']);
    });

    it('begin with what is left of a line whose beginning is gone', () => {
        assert.deepEqual(readLines(screen('~rest', 'next'), 9).lines, ['rest', 'next']);
    });

    it('hold no control character, even if the terminal did', () => {
        assert.deepEqual(readLines(screen('a\x1b[31m\x9b'), 9).lines, ['a[31m']);
    });

    it('are the newest ones when there is too much text for one answer', () => {
        const many = readLines(screen(...Array.from({ length: 9_000 }, (_, index) => `line ${index + 1}`)), 9_000);
        assert.ok(many.shortened);
        assert.equal(many.lines.at(-1), 'line 9000');
        assert.equal(many.lines[0], `line ${many.firstLine}`);
        assert.ok(many.lines.join('\n').length <= 40_000);
    });

    it('are cut where one is endless', () => {
        const { lines, shortened } = readLines(screen('x'.repeat(10), ...Array.from({ length: 1_000 }, () => `~${'x'.repeat(10)}`)), 1);
        assert.ok(shortened);
        assert.match(lines[0] ?? '', /^x{4000}… \(10010 characters\)$/);
    });

    it('have numbers, which a row has too', () => {
        assert.deepEqual(
            [0, 1, 2, 3, 4, 5].map(row => lineNumberOf(rows, row)),
            [1, 2, 3, 3, 4, 5]
        );
    });
});

describe('The text between two places of a terminal', () => {
    it('is what was typed behind the prompt', () => {
        assert.equal(textBetween(screen('$ npm test', 'out'), 0, 2, 1), 'npm test');
        assert.equal(textBetween(screen('$ echo a b', '~ c d', 'out'), 0, 2, 2), 'echo a b c d');
        assert.equal(textBetween(screen('$ for', '> done', 'out'), 0, 2, 2), 'for\n> done');
    });
});
