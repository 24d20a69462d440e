import assert from 'node:assert/strict';
import { outputAnswer } from './output-answer';

const ECHO = '~/tea$ npm test';

describe('What the guide says of a terminal', () => {
    const npmTest = { commandLine: 'npm test', running: false, exitCode: 1, outputStartLine: 11 };

    it('is how the command ended and what it printed, without what stood there before and the prompt behind it', () => {
        const lines = ['older', ECHO, '```', '%%OS{}%%', '~/tea$'];
        assert.equal(
            outputAnswer({ state: 'idle', lastCommand: npmTest, firstLine: 9 }, lines),
            '`npm test` ended with exit code 1. It printed:\n\n````text\n```\n% %OS{}% %\n````'
        );
    });

    it('is that a command printed nothing', () => {
        const lastCommand = { ...npmTest, exitCode: 0 };
        assert.equal(outputAnswer({ lastCommand, firstLine: 10 }, [ECHO, '~/tea$ ']), '`npm test` went well. It printed nothing.');
    });

    it('is the end of a long output', () => {
        assert.match(
            outputAnswer({ lastCommand: npmTest, firstLine: 40 }, ['x', 'y']),
            /The last lines that it printed:\n\n```text\nx\ny\n/
        );
    });

    it('is all that a terminal shows whose shell does not tell where output begins', () => {
        assert.equal(outputAnswer({ state: 'unknown' }, ['$ x', 'y']), 'The command has run. The terminal shows:\n\n```text\n$ x\ny\n```');
    });

    it('is never about an earlier command', () => {
        assert.match(outputAnswer({ state: 'unfinished', lastCommand: npmTest, firstLine: 1 }, ['x']), /^The terminal waits for the rest/);
        assert.match(outputAnswer({ state: 'running', lastCommand: npmTest, firstLine: 1 }, ['x']), /^The terminal is busy/);
        const running = { ...npmTest, running: true, exitCode: undefined };
        assert.match(outputAnswer({ state: 'running', lastCommand: running, firstLine: 11 }, ['x']), /^`npm test` is still running/);
    });
});
