import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { combine, countReport, formatCounts, sum } from './tally.mjs';

describe('Counting a test report', () => {
    const count = (report, circumstances = {}) =>
        countReport(report && { passed: 3, failed: [], skipped: [], retried: [], left: [], ...report }, {
            code: 0,
            timedOut: false,
            strict: false,
            mayBeEmpty: false,
            ...circumstances
        });
    const figures = ({ passed, failed, skipped }) => [passed, failed, skipped];

    const failed = (reason = '') => ({ name: 'Serving answers', reason });

    it('takes the figures of the runner', () => {
        assert.deepEqual(figures(count({ failed: [failed(), failed()] }, { code: 1 })), [3, 2, 0]);
    });

    it('says once more at the end which test failed and why, in a few lines without colours', () => {
        const { remarks } = count({ failed: [failed('\u001b[31mexpected 1\u001b[39m\n  to be 2\n')] }, { code: 1 });
        assert.deepEqual(remarks, ['Failed: Serving answers\n    expected 1\n      to be 2']);
        const long = count({ failed: [failed('line\n'.repeat(500))] }, { code: 1 }).remarks[0].split('\n');
        assert.deepEqual([long.length, long.at(-1)], [14, '    …']);
    });

    it('tolerates skipped and retried tests on a developer’s machine, and names them', () => {
        const counts = count({ skipped: ['later'], retried: ['shaky'] });
        assert.deepEqual(figures(counts), [4, 0, 1]);
        assert.deepEqual(counts.remarks, ['Skipped: later', 'Passed only when it was repeated: shaky']);
    });

    it('counts skipped and retried tests as failed in CI', () => {
        assert.deepEqual(figures(count({ skipped: ['later'], retried: ['shaky'] }, { strict: true })), [3, 2, 0]);
    });

    it('names what left something open, which is no failure', () => {
        const counts = count({ left: ['Serving (TCPServerWrap)'] }, { strict: true });
        assert.deepEqual(figures(counts), [3, 0, 0]);
        assert.deepEqual(counts.remarks, ['Left something open: Serving (TCPServerWrap)']);
    });

    it('counts a runner without a report as failed, whatever its exit code', () => {
        assert.deepEqual(figures(count(undefined)), [0, 1, 0]);
        assert.deepEqual(figures(count(undefined, { code: 139 })), [0, 1, 0]);
    });

    it('counts a bad end without a failing test as failed', () => {
        const counts = count({}, { code: 1 });
        assert.deepEqual(figures(counts), [3, 1, 0]);
        assert.match(counts.remarks[0], /exit code 1/);
    });

    it('counts a runner that had to be stopped as failed', () => {
        const counts = count({ failed: [failed()] }, { code: 143, timedOut: true });
        assert.deepEqual(figures(counts), [3, 2, 0]);
        assert.match(counts.remarks[1], /took too long/);
    });

    it('counts a run of no test as failed, unless a pattern chose none', () => {
        assert.deepEqual(figures(count({ passed: 0 })), [0, 1, 0]);
        assert.deepEqual(figures(count({ passed: 0, skipped: ['all'] })), [0, 1, 1]);
        assert.deepEqual(figures(count({ passed: 0 }, { mayBeEmpty: true })), [0, 0, 0]);
    });

    it('adds up a step that was done in several runs, with all remarks', () => {
        const { remarks, ...counts } = combine([count({ skipped: ['later'] }), count({}, { code: 1 })]);
        assert.deepEqual(figures(counts), [6, 1, 1]);
        assert.deepEqual(remarks, ['Skipped: later', 'The test runner ended with exit code 1.']);
    });

    it('gives the closing line, with skipped tests only where there are any', () => {
        assert.equal(formatCounts(sum([count({}), count({ failed: [failed()] }, { code: 1 })])), '6 passed, 1 failed');
        assert.equal(formatCounts(count({ skipped: ['later'] })), '3 passed, 0 failed, 1 skipped');
    });
});
