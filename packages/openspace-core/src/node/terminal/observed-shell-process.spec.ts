import 'reflect-metadata';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTerminalContainer, RunningShell } from '../testing/running-shell';

/** Long enough for a shell to come to its prompt on a slow machine. */
const SOON_MS = 20_000;

describe('The process of a terminal', () => {
    let home: string;
    let shell: RunningShell;

    beforeEach(async () => {
        home = await mkdtemp(join(tmpdir(), 'openspace-shell-'));
        shell = RunningShell.start(createTerminalContainer(), home);
    });

    afterEach(async () => {
        shell.process.kill('SIGKILL');
        await rm(home, { recursive: true, force: true });
    });

    it('knows that its shell reads what is typed, at a prompt and soon after a short command', async () => {
        assert.ok(await shell.process.isShellReading(SOON_MS));
        shell.process.write('sleep 0.2\n');
        assert.ok(await shell.process.isShellReading(SOON_MS));
    });

    it('knows that a program reads what is typed, from the line on that starts it', async () => {
        await shell.run();
        shell.process.write('head -c 4\n');
        assert.ok(!(await shell.process.isShellReading(0)));
        await shell.until(() => shell.marks.at(-1) === 'C');
        assert.ok(!(await shell.process.isShellReading(0)));
        shell.process.write('pwd\n');
        assert.ok(await shell.process.isShellReading(SOON_MS));
    });

    it('is not deceived by a program that makes up a prompt', async () => {
        await shell.run();
        const mark = `\\e]7133;P;${shell.process.markSecret ?? ''};0;99\\a`;
        shell.process.write(`sh -c "printf '${mark}'; cat"\n`);
        await shell.until(() => shell.marks.includes('P0;99'));
        assert.ok(!(await shell.process.isShellReading(SOON_MS)));
    });

    it('forgets a line that was left open once the person sends it off or gives it up', async () => {
        await shell.run();
        for (const key of ['\r', '\x03']) {
            shell.process.writeForAgent('ls ');
            assert.equal(shell.process.typedLine, 'ls ');
            await shell.untilItWaitsBehind('ls ');
            const prompts = shell.marks.length;
            shell.process.write(key);
            await shell.until(() => shell.marks.slice(prompts).some(mark => mark.startsWith('P')));
            assert.equal(shell.process.typedLine, '');
        }
    });

    it('knows that what an agent types would join what the person has typed', async () => {
        assert.ok(await shell.process.isShellReading(SOON_MS));
        const before = shell.process.lineState;
        shell.process.write('sudo ');
        assert.notEqual(shell.process.lineState, before);
        assert.ok(!(await shell.process.isShellReading(0)));
        await shell.untilItWaitsBehind('sudo ');
        shell.process.write('\x03');
        await shell.until(() => shell.process.lineState === before);
        assert.ok(await shell.process.isShellReading(SOON_MS));
    });

    it('ends although it does not heed the first request to end', async () => {
        const program = "trap 'trap - HUP' HUP; echo ready; while :; do sleep 0.05; done";
        const deaf = RunningShell.start(createTerminalContainer(), home, { args: ['-c', program] });
        await deaf.until(() => deaf.text.includes('ready'));
        const ended = new Promise(resolve => deaf.process.onExit(resolve));
        deaf.process.kill();
        await ended;
    });
});
