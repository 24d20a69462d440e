import assert from 'node:assert/strict';
import { newestLines, readLines } from './read-lines';

describe('What is read of a terminal', () => {
    const lines = ['one', '', 'a long line', 'last'];

    it('is taken from the end, or from further back', () => {
        assert.deepEqual(readLines(lines, 100), { lines, firstLine: 1, totalLines: 4, shortened: false });
        assert.deepEqual(readLines(lines, 2).lines, ['a long line', 'last']);
        assert.deepEqual(readLines(lines, 2, 1), { lines: ['', 'a long line'], firstLine: 2, totalLines: 4, shortened: false });
        assert.deepEqual(readLines(lines, 2, 4), { lines: [], firstLine: 1, totalLines: 4, shortened: false });
        assert.deepEqual(readLines([], 2), { lines: [], firstLine: 1, totalLines: 0, shortened: false });
    });

    it('is without the lines of a private key, however few of them are read at once', () => {
        const part = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG3iJ6kL9mO2pR5sU8vX1yA4bD7eF0gH3i';
        const key = ['-----BEGIN PRIVATE KEY-----', ...Array.from({ length: 26 }, () => part), 'c2hvcnQ=', '-----END PRIVATE KEY-----'];
        const withKey = ['before', ...key, 'after'];
        for (const count of [1, 2]) {
            for (let skip = 0; skip <= key.length; skip++) {
                const read = readLines(withKey, count, skip);
                assert.ok(!/aB3dE6|c2hvcnQ/.test(read.lines.join('\n')), `${count} lines before the last ${skip}`);
                assert.equal(read.lines.length, count);
            }
        }
        assert.deepEqual(readLines(withKey, 1).lines, ['after']);
        assert.deepEqual(readLines(withKey, 1, key.length + 1).lines, ['before']);
    });

    it('are the newest lines when there is too much text for one answer', () => {
        const many = readLines(
            Array.from({ length: 9_000 }, (_, index) => `line ${index + 1}`),
            9_000
        );
        assert.ok(many.shortened);
        assert.equal(many.lines.at(-1), 'line 9000');
        assert.equal(many.lines[0], `line ${many.firstLine}`);
        assert.ok(many.lines.join('\n').length <= 40_000);
    });

    it('says so when the end of a line is missing', () => {
        assert.equal(readLines(['x'.repeat(4_001)], 1).shortened, true);
    });
});

describe('The newest lines of a terminal', () => {
    it('are as many as there is room for', () => {
        assert.deepEqual(newestLines(['first', 'second', 'third'], 13), ['second', 'third']);
        assert.deepEqual(newestLines(['first'], 13), ['first']);
    });
});
