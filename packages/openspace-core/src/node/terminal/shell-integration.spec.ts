import 'reflect-metadata';
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTerminalContainer, RunningShell } from '../testing/running-shell';

describe('A shell with marks', () => {
    let home: string;
    let start: (bashrc?: string, options?: { args?: string[]; env?: Record<string, string> }) => Promise<RunningShell>;
    const shells: RunningShell[] = [];

    beforeEach(async () => {
        home = await mkdtemp(join(tmpdir(), 'openspace-shell-'));
        const container = createTerminalContainer();
        start = async (bashrc = '', options = {}) => {
            await writeFile(join(home, '.bashrc'), bashrc);
            const shell = RunningShell.start(container, home, options);
            shells.push(shell);
            return shell;
        };
    });

    afterEach(async () => {
        for (const { process } of shells.splice(0)) {
            process.kill('SIGKILL');
        }
        await rm(home, { recursive: true, force: true });
    });

    it('tells the exit code of each command, and nothing begins with an empty line, a comment or a mistake', async () => {
        const shell = await start();
        await shell.run('false', '', '# only words', '(exit 7)', 'echo )', 'true');
        assert.deepEqual(shell.marks, ['P0;1', 'C', 'P1;2', 'P1;3', 'P1;4', 'C', 'P7;5', 'P2;6', 'C', 'P0;7']);
    });

    it('tells when it waits for the rest of a command line', async () => {
        const shell = await start();
        await shell.run('for i in 1 2; do', 'echo $i', 'done');
        assert.deepEqual(shell.marks, ['P0;1', 'Q2', 'Q3', 'C', 'P0;4']);
    });

    it('gives a prompt that is drawn anew the number that it had', async () => {
        const shell = await start();
        await shell.run('true');
        shell.process.resize(100, 30);
        await shell.until(() => shell.marks.length > 3);
        await shell.run('true');
        assert.deepEqual(shell.marks, ['P0;1', 'C', 'P0;2', 'P0;2', 'C', 'P0;3']);
    });

    for (const [kind, promptCommand] of [
        ['text', 'PROMPT_COMMAND=\'echo "was $?"; PS1="mine> "\''],
        ['a text that ends in a semicolon', 'PROMPT_COMMAND=\'echo "was $?"; PS1="mine> ";\''],
        ['a list', 'PROMPT_COMMAND=(\'echo "was $?"\' \'PS1="mine> "\')']
    ] as const) {
        it(`keeps the person's prompt command, which is ${kind}`, async () => {
            const shell = await start(promptCommand);
            await shell.run('(exit 5)');
            assert.match(shell.text, /was 5\r\n/);
            assert.match(shell.text, /mine> /);
            assert.deepEqual(shell.marks, ['P0;1', 'C', 'P5;2']);
        });
    }

    it('tells the exit code although the prompt runs commands of its own', async () => {
        const shell = await start("PS1='$(true)> '");
        await shell.run('(exit 5)', 'set -u; PS1=\'$(true)\'"$PS1"; false');
        assert.deepEqual(shell.marks, ['P0;1', 'C', 'P5;2', 'C', 'P1;3']);
    });

    it('marks its prompts still when the person sets them anew, or is strict about variables', async () => {
        const shell = await start('set -u');
        await shell.run("PS1='other> '", 'PROMPT_COMMAND=', 'false');
        assert.deepEqual(shell.marks, ['P0;1', 'C', 'P0;2', 'C', 'P0;3', 'C', 'P1;4']);
    });

    it('reads what a login shell reads when it is to be one', async () => {
        await writeFile(join(home, '.profile'), 'echo profile was read');
        const shell = await start('echo bashrc was read', { args: ['-l'] });
        await shell.run('true');
        assert.match(shell.text, /profile was read/);
        assert.doesNotMatch(shell.text, /bashrc was read/);
    });

    it('has no trap, so that a loop has no marks and costs nothing', async () => {
        const shell = await start();
        await shell.run('for ((i = 0; i < 1000; i++)); do :; done; trap -p | wc -l');
        assert.ok(shell.text.includes('\x070\r\n'));
        assert.deepEqual(shell.marks, ['P0;1', 'C', 'P0;2']);
    });

    it('gives its programs neither the secret of the marks nor ours', async () => {
        process.env['OPENSPACE_LLM_API_KEY'] = 'a-key';
        try {
            const shell = await start();
            await shell.run('echo "[$(env | grep -c OPENSPACE_)]"');
            assert.match(shell.text, /\[0\]/);
        } finally {
            delete process.env['OPENSPACE_LLM_API_KEY'];
        }
    });

    it('is left alone when it is started to run something', async () => {
        const shell = await start('', { args: ['-c', 'echo only this'] });
        await shell.until(() => shell.text.includes('only this'));
        assert.equal(shell.process.markSecret, undefined);
    });

    it('slows a program down that prints more than is taken in, and lets it go on then', async () => {
        const shell = await start();
        await shell.run();
        let printed = 0;
        let lastTime = performance.now();
        let longestSilenceMs = 0;
        shell.process.createOutputStream().on('data', (data: string) => {
            longestSilenceMs = Math.max(longestSilenceMs, performance.now() - lastTime);
            lastTime = performance.now();
            printed += data.length;
        });
        await shell.run('yes | head -c 700000');
        assert.ok(longestSilenceMs > 900, `${longestSilenceMs} ms`);
        const feeding = setInterval(() => shell.process.takenIn(Number.MAX_SAFE_INTEGER), 1);
        await shell.run('yes | head -c 3000000');
        clearInterval(feeding);
        assert.ok(printed >= 3_700_000, `${printed} characters`);
    });
});
