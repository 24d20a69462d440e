import assert from 'node:assert/strict';
import { LIMITS, type CommandOutcome } from '@openspace/protocol';
import type { FinishedCommand } from './command-progress';
import { isReportFull, needsAnswer, reportResults } from './result-report';

function done(output: string, data?: unknown): FinishedCommand {
    const call = { callId: 'call', sessionId: 'session', commandId: 'openspace.file.read', args: { path: 'a' } };
    return { call, execution: { outcome: 'done', result: { success: true, output, data } }, risk: 'read' };
}

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

describe('An answer', () => {
    it('goes to the agent for what it reads, for what did not happen, and for what happened otherwise than it asked', () => {
        const opened = (data: object): FinishedCommand => ({ ...done('Opened a.', data), risk: 'view' });
        assert.equal(needsAnswer(opened({ line: 3 })), false);
        assert.equal(needsAnswer(opened({ line: 70, remark: 'it has only 70 lines, not 999' })), true);
        assert.equal(needsAnswer(done('Read a.')), true);
        const ended = (outcome: CommandOutcome, code: string): FinishedCommand => ({
            ...opened({}),
            execution: { outcome, result: { success: false, code } }
        });
        assert.deepEqual([ended('failed', 'not-found'), ended('unknown', 'timeout')].map(needsAnswer), [true, true]);
        assert.deepEqual([ended('refused', 'stopped'), ended('unknown', 'stopped')].map(needsAnswer), [false, false]);
    });
});

describe('A report of results', () => {
    it('has a text of the greatest length that a command answers with, to its end', () => {
        const content = `${'x'.repeat(79)}\n`.repeat(LIMITS.answerCharacters / 80).concat('the end');
        const report = reportResults([done('Read a.', { path: 'a', content })], 'MARK');
        assert.match(report, /the end\n--- MARK$/);
    });

    it('cuts a longer text at the end of a line, and says so', () => {
        const report = reportResults([done('Read a.', { output: lines(20_000).split('\n') })], 'MARK');
        const [, last, of] = /\nline (\d+)\n\(cut after line \1 of (\d+), because .*\)\n--- MARK$/.exec(report) ?? [];
        assert.ok(Number(last) > 1000 && Number(last) < 20_000, report.slice(-200));
        assert.equal(of, '20000');
    });

    it('has a line for each entry of a list, so that none is cut within', () => {
        const files = Array.from({ length: 3000 }, (_, index) => ({ name: `file-${index}.txt`, type: 'file' }));
        const report = reportResults([done('3000 entries.', { path: '', files })], 'MARK');
        const entries = report.split('\n').filter(line => line.startsWith('{"name"'));
        assert.ok(entries.length > 1000 && entries.length < 3000);
        assert.ok(entries.every(entry => entry.endsWith('}')));
        assert.ok(report.includes(`(cut after line ${entries.length} of 3000`));
    });

    it('has what to do next outside the marks, since it is no data of the workspace', () => {
        const result = { success: false, error: 'No.' };
        const refusal: FinishedCommand = { ...done(''), execution: { outcome: 'refused', result, advice: 'Ask first.' } };
        assert.match(
            reportResults([refusal, done('Read a.')], 'MARK'),
            /refused\n--- MARK\nNo\.\n--- MARK\nWhat to do next: Ask first\.\n\n2\. /
        );
    });

    it('is full when it is long, and then leaves nothing out', () => {
        const long = Array.from({ length: 4 }, () => done('Read a.', { content: lines(5000) }));
        assert.equal(isReportFull(long.slice(0, 2)), false);
        assert.equal(isReportFull(long), true);
        assert.equal(reportResults(long, 'MARK').match(/line 5000\n--- MARK/g)?.length, 4);
    });
});
