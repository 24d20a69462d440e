import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { processTree } from './process-tree.mjs';
import { run } from './run.mjs';

const node = (code, options) => run(process.execPath, ['-e', code], options);

describe('A program that is run', () => {
    it('gives its exit code and all that it printed, on both channels', async () => {
        const { code, output, timedOut } = await node("console.log('out'); console.error('err'); process.exitCode = 3");
        assert.equal(code, 3);
        assert.equal(timedOut, false);
        assert.deepEqual(output.trim().split('\n').sort(), ['err', 'out']);
    });

    it('hands on what it prints as it comes, where somebody takes it', async () => {
        let printed = '';
        const { output } = await node("console.log('out'); console.error('err')", { onOutput: text => (printed += text) });
        assert.equal(output, '');
        assert.deepEqual(printed.trim().split('\n').sort(), ['err', 'out']);
    });

    it('gives the code of a shell when a signal ends it', async () => {
        const { code } = await node("process.kill(process.pid, 'SIGKILL')");
        assert.equal(code, 137);
    });

    it('gives code 127 and the reason when it does not exist', async () => {
        const { code, output } = await run('openspace-no-such-program', []);
        assert.equal(code, 127);
        assert.match(output, /openspace-no-such-program/);
    });

    it('is ended when it takes too long', async () => {
        const { code, timedOut } = await node('setInterval(() => {}, 1000)', { timeoutMs: 100 });
        assert.equal(timedOut, true);
        assert.equal(code, 143);
    });

    it('leaves no child behind that still holds its output', async () => {
        const { code, output } = await node(`
            const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
            console.log(child.pid);
            process.exit(0);
        `);
        assert.equal(code, 0);
        assert.deepEqual(processTree(Number(output)), []);
    });
});
