import assert from 'node:assert/strict';
import { countLines, linesFrom, lineStartOf, textBetween, wholeLines, type ScreenBuffer } from './screen-lines';

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

/** All lines from a row on. */
function read(buffer: ScreenBuffer, firstRow?: number): string[] {
    const lines = linesFrom(buffer, firstRow);
    return Array.from({ length: lines.length }, (_, index) => lines.at(index) ?? '');
}

describe('The lines of a terminal', () => {
    const rows = screen('one', '', 'a long lin', '~e', 'last', '', '');

    it('are whole where the terminal had to wrap them, and end with the last text', () => {
        assert.deepEqual(read(rows), ['one', '', 'a long line', 'last']);
        assert.deepEqual(read(rows, 4), ['last']);
        assert.deepEqual(read(screen('', '')), []);
    });

    it('keep blanks inside a wrapped line', () => {
        assert.deepEqual(read(screen('a', 'b         ', '~c')), ['a', 'b         c']);
    });

    it('begin with what is left of a line whose beginning is gone', () => {
        assert.deepEqual(read(screen('~rest', 'next')), ['rest', 'next']);
    });

    it('hold no control character, even if the terminal did', () => {
        assert.deepEqual(read(screen('a\x1b[31m\x9b')), ['a[31m']);
    });

    it('are cut where one is endless', () => {
        const [line] = read(screen('x'.repeat(10), ...Array.from({ length: 1_000 }, () => `~${'x'.repeat(10)}`)));
        assert.match(line, /^x{4000}… \(10010 characters\)$/);
    });

    it('are the same in a part of the rows, with the blank ones at its end', () => {
        assert.deepEqual(wholeLines(rows, 0, 2), ['one', '']);
        assert.deepEqual(wholeLines(rows, 2, 4), ['a long line']);
    });

    it('are found and counted by their rows', () => {
        assert.deepEqual([lineStartOf(rows, 3), lineStartOf(rows, 4), lineStartOf(screen('~rest'), 0)], [2, 4, 0]);
        assert.deepEqual([countLines(rows, 0, 7), countLines(rows, 0, 4), countLines(rows, 3, 5)], [6, 3, 2]);
    });
});

describe('The text between two places of a terminal', () => {
    it('is what was typed behind the prompt', () => {
        assert.equal(textBetween(screen('$ npm test', 'out'), 0, 2, 1), 'npm test');
        assert.equal(textBetween(screen('$ echo a b', '~ c d', 'out'), 0, 2, 2), 'echo a b c d');
        assert.equal(textBetween(screen('$ for', '> done', 'out'), 0, 2, 2), 'for\n> done');
    });
});
