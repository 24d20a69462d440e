import assert from 'node:assert/strict';
import { answerWithLines } from './terminal-answer';

describe('The answer to who reads a terminal', () => {
    const evidence = { terminalId: 'terminal-1', title: 'tests', state: 'idle' };
    const description = { words: 'Nothing runs.', evidence };

    it('holds the lines that are wanted, where they stand, and what is known of the terminal', () => {
        const answer = answerWithLines(['one', 'two', 'three', 'four'], { lines: 2, skip: 1 }, description, { fullScreen: true });
        assert.deepEqual(answer, {
            success: true,
            output: ['two', 'three'],
            summary: '2 of 4 lines of terminal "tests". Nothing runs.',
            ...evidence,
            fullScreen: true,
            firstLine: 2,
            totalLines: 4
        });
    });

    it('says how to read on when there is too much text for one answer', () => {
        const lines = Array.from({ length: 50 }, (_, index) => `${index} ${'x'.repeat(3_000)}`);
        const { summary, output } = answerWithLines(lines, { lines: 50, skip: 0 }, description);
        assert.ok(Array.isArray(output) && output.length < 50);
        assert.match(summary ?? '', /^\d+ of 50 lines .*read the lines before it with skip\.$/);
    });
});
