import type { AgentRun } from '../application/agent-run';
import { expect, test as base } from '../application/openspace-test';
import { isRunning } from '../application/part-process';

const test = base.extend<{
    /** Commands for terminals, by their short names. */
    run: AgentRun;
}>({
    run: async ({ run }, use) => {
        await use((...calls) => run(...calls.map(([command, args]) => [`terminal.${command}`, args] as const)));
    }
});

test('the agent starts a terminal, runs a command in it and reads what a person sees there', async ({ ide, run }) => {
    await expect(ide.terminals.all).toHaveCount(0);
    const [created, sent, read, listed] = await run(
        ['create', { title: 'tests', cwd: 'src' }],
        ['send', { terminalId: 'tests', text: 'echo hel""lo; pwd; env | grep -c ^OPENSPACE_; (exit 3)\n' }],
        ['read_output', { terminalId: 'tests', waitMs: 30_000 }],
        ['list']
    );
    await expect(ide.terminals.tab('tests')).toBeVisible();
    await expect(ide.terminals.focused).toHaveCount(0);
    expect(created).toMatchObject({ outcome: 'done', data: { title: 'tests', cwd: 'src' } });
    expect(isRunning(created.data['pid'] as number)).toBe(true);
    expect(sent.outcome).toBe('done');

    const lines = read.data['output'] as string[];
    const lastCommand = { running: false, exitCode: 3, outputStartLine: 2 };
    expect(read).toMatchObject({ outcome: 'done', data: { state: 'idle', fullScreen: false, firstLine: 1, lastCommand } });
    expect(lines[0]).toMatch(/echo hel""lo; pwd; env \| grep -c \^OPENSPACE_; \(exit 3\)$/);
    expect(lines.slice(1, 4)).toEqual(['hello', expect.stringMatching(/\/sample-project\/src$/), '0']);
    expect(lines).toHaveLength(5);
    expect(listed.data['terminals']).toEqual([
        expect.objectContaining({ id: created.data['terminalId'], title: 'tests', openedBy: 'agent', state: 'idle' })
    ]);
    expect(await ide.terminals.copiedText()).toContain('\nhello\n');
});

test('the agent waits for what it sent, to the last line, and no longer than it wants', async ({ run }) => {
    const [, , early, late, unfinished, , unknown] = await run(
        ['create', { title: 'slow' }],
        ['send', { terminalId: 'slow', text: 'sleep 2; echo one\necho two; sleep 1; (exit 4)\n' }],
        ['read_output', { terminalId: 'slow', waitMs: 200 }],
        ['read_output', { terminalId: 'slow', waitMs: 30_000 }],
        ['send', { terminalId: 'slow', text: 'for i in 1 2; do\n', waitMs: 30_000 }],
        ['create', { title: 'plain', shellPath: 'sh' }],
        ['send', { terminalId: 'plain', text: 'echo from sh\n', waitMs: 30_000 }],
        ['read_output', { terminalId: 'plain' }]
    ).then(results => [...results.slice(0, 5), results[5], results[7]]);
    expect(early.data).toMatchObject({ state: 'running', lastCommand: { commandLine: 'sleep 2; echo one', running: true } });
    expect(late.data).toMatchObject({ state: 'idle', lastCommand: { commandLine: 'echo two; sleep 1; (exit 4)', exitCode: 4 } });
    expect(late.data['output']).toEqual(expect.arrayContaining(['one', 'two']));
    expect(unfinished).toMatchObject({ data: { state: 'unfinished' } });
    expect(unknown).toMatchObject({ output: expect.stringContaining('unknown'), data: { state: 'unknown' } });
    expect(unknown.data['output']).toContain('from sh');
});

test('what the agent reads is text as a person reads it, however much there is and whatever a program prints', async ({ ide, run }) => {
    const printed = String.raw`printf '\033[31mwait\033[0m\rdone\033[2Ce\bx\n'; printf '\033]0;evil\007a\033[999999999b\033[999999999L\033[999999999S\n'`;
    const forged = String.raw`printf '\033]7133;P;0;0;99\007\033]7133;C;0\007'; false`;
    const [, , clean, , marks, , many, far, full] = await run(
        ['create', { title: 'text' }],
        ['send', { terminalId: 'text', text: `${printed}\n` }],
        ['read_output', { terminalId: 'text', waitMs: 30_000 }],
        ['send', { terminalId: 'text', text: `${forged}\n` }],
        ['read_output', { terminalId: 'text', waitMs: 30_000 }],
        [
            'send',
            {
                terminalId: 'text',
                text: `yes "$(printf 'x%.0s' $(seq 50))" | head -n 40000; seq -f "line %.0f $(printf 'x%.0s' $(seq 300))" 12000\n`
            }
        ],
        ['read_output', { terminalId: 'text', waitMs: 60_000, lines: 2 }],
        ['read_output', { terminalId: 'text', lines: 1, skip: 9_999 }],
        ['send', { terminalId: 'text', text: String.raw`printf '\033[?1049h\033[Hwhole screen'; read -r` + '\n' }],
        ['read_output', { terminalId: 'text', waitMs: 500 }]
    ).then(results => [...results.slice(0, 8), results[9]]);
    expect(clean.data['output']).toEqual(expect.arrayContaining(['done  x', 'a']));
    expect(clean.data['title']).toBe('text');
    expect(marks.data).toMatchObject({ state: 'idle', lastCommand: { running: false, exitCode: 1 } });
    expect(many.data).toMatchObject({ state: 'idle', lastCommand: { exitCode: 0 } });
    // Each of these is wider than the terminal.
    expect((many.data['output'] as string[])[0]).toMatch(/^line 12000 x{300}$/);
    expect((far.data['output'] as string[])[0]).toMatch(/^line 2002 x{300}$/);
    expect(full.data).toMatchObject({ fullScreen: true, output: ['whole screen'] });
    await expect(ide.terminals.tab('text')).toBeVisible();
});

test('terminals that nobody sees, and those of the person, are read as well, and the person is not disturbed in theirs', async ({
    ide,
    run
}) => {
    await ide.terminals.create();
    const [listed] = await run(['list']);
    const [own] = listed.data['terminals'] as { id: string; openedBy: string }[];
    expect(own.openedBy).toBe('person');
    const terminalId = own.id;
    // What is typed before the shell asks for something may reach nobody.
    await expect.poll(async () => (await run(['read_output', { terminalId }]))[0].data['state']).toBe('idle');
    await ide.terminals.type('echo by hand\n');
    await expect.poll(() => ide.terminals.copiedText()).toMatch(/^by hand$/m);
    const [read, sent] = await run(
        ['read_output', { terminalId, waitMs: 30_000 }],
        ['send', { terminalId, text: 'echo by agent\n', waitMs: 30_000 }]
    );
    expect(read.data).toMatchObject({ state: 'idle', lastCommand: { commandLine: 'echo by hand', exitCode: 0 } });
    expect(sent.data).toMatchObject({ lastCommand: { commandLine: 'echo by agent', exitCode: 0 } });

    await ide.terminals.type('rm -r ');
    const [refused, kept, , , behind] = await run(
        ['send', { terminalId, text: 'src\n' }],
        ['close', { terminalId }],
        ['create', { title: 'behind' }],
        ['send', { terminalId: 'behind', text: 'echo out of sight\n' }],
        ['read_output', { terminalId: 'behind', waitMs: 30_000 }]
    );
    expect(refused).toMatchObject({ outcome: 'failed', code: 'person-typing' });
    expect(kept).toMatchObject({ outcome: 'refused', code: 'not-yours' });
    await expect(ide.terminals.unseenTab('behind')).toBeVisible();
    expect(behind.data).toMatchObject({ lastCommand: { commandLine: 'echo out of sight', exitCode: 0 } });
    expect(behind.data['output']).toContain('out of sight');

    await ide.terminals.hide();
    const [, hidden] = await run(
        ['send', { terminalId: 'behind', text: 'echo still there\n' }],
        ['read_output', { terminalId: 'behind', waitMs: 30_000 }]
    );
    expect(hidden.data['output']).toContain('still there');
});

test('each mistake is answered with what to do, and a terminal that has ended says so', async ({ run }) => {
    const [outside, shell, unknown, one, two, ambiguous, hidden] = await run(
        ['create', { cwd: '../..' }],
        ['create', { shellPath: '/usr/bin/env' }],
        ['read_output', { terminalId: 'nobody' }],
        ['create', { title: 'twin' }],
        ['create', { title: 'twin' }],
        ['send', { terminalId: 'twin', text: 'ls\n' }],
        ['send', { terminalId: 'twin', text: 'ls\u0003' }]
    );
    expect(outside).toMatchObject({ outcome: 'refused', code: 'outside-workspace' });
    expect(shell).toMatchObject({ outcome: 'refused', code: 'unknown-shell', error: expect.stringContaining('/bin/sh') });
    expect(unknown).toMatchObject({ outcome: 'failed', code: 'unknown-terminal' });
    expect(ambiguous).toMatchObject({ outcome: 'failed', code: 'ambiguous-terminal', error: expect.stringContaining('twin') });
    expect(hidden).toMatchObject({ outcome: 'failed', code: 'ambiguous-terminal' });

    const ids = [one, two].map(each => each.data['terminalId'] as string);
    const [control, exit, exited, afterwards, ended, running, closed, gone] = await run(
        ['send', { terminalId: ids[0], text: 'ls\u0003' }],
        ['send', { terminalId: ids[0], text: 'echo last words; exit 3\n', waitMs: 30_000 }],
        ['read_output', { terminalId: ids[0] }],
        ['send', { terminalId: ids[0], text: 'ls\n' }],
        ['close', { terminalId: ids[0] }],
        ['send', { terminalId: ids[1], text: 'sleep 1000\n', waitMs: 500 }],
        ['close', { terminalId: ids[1] }],
        ['read_output', { terminalId: ids[1] }]
    );
    expect(control).toMatchObject({ outcome: 'refused', code: 'hidden-characters' });
    expect(exit).toMatchObject({ output: expect.stringContaining('has exited with code 3'), data: { state: 'exited', exitCode: 3 } });
    expect(exited.data).toMatchObject({ state: 'exited', exitCode: 3 });
    expect(exited.data['output']).toContain('last words');
    for (const told of [afterwards, ended]) {
        expect(told).toMatchObject({ outcome: 'failed', code: 'terminal-exited', error: expect.stringContaining('code 3') });
    }
    expect(running.data).toMatchObject({ state: 'running' });
    expect(closed).toMatchObject({ outcome: 'done', data: { endedCommand: 'sleep 1000' } });
    expect(gone).toMatchObject({ outcome: 'failed', code: 'terminal-closed' });
    for (const terminal of [one, two]) {
        await expect.poll(() => isRunning(terminal.data['pid'] as number)).toBe(false);
    }
});

test('a terminal of the agent is still the agent’s after a reload, with what ran in it', async ({ ide, run }) => {
    const [created, sent] = await run(
        ['create', { title: 'lasting' }],
        ['send', { terminalId: 'lasting', text: '(exit 6)\n', waitMs: 30_000 }]
    );
    expect(sent.data).toMatchObject({ lastCommand: { exitCode: 6 } });
    await ide.reload();
    const [listed, read] = await run(['list'], ['read_output', { terminalId: 'lasting', waitMs: 30_000 }]);
    expect(listed.data['terminals']).toEqual([
        expect.objectContaining({ id: created.data['terminalId'], pid: created.data['pid'], openedBy: 'agent' })
    ]);
    expect(read.data).toMatchObject({ state: 'idle', lastCommand: { commandLine: '(exit 6)', exitCode: 6 } });
});

test('a terminal of the agent that the person has taken over stays open, with what runs in it', async ({ ide, run }) => {
    const [created] = await run(['create', { title: 'kettle' }]);
    await ide.terminals.type('sleep 1000\n');
    const [kept] = await run(['close', { terminalId: 'kettle' }]);
    expect(kept).toMatchObject({ outcome: 'refused', code: 'not-yours', error: expect.stringContaining('taken over') });
    expect(isRunning(created.data['pid'] as number)).toBe(true);
});

test('secrets that a terminal shows reach neither the agent nor the Hub', async ({ ide, run, model, application }) => {
    const secret = `ghp_${'aB3dE6gH9j'.repeat(4)}`;
    const halves = `${secret.slice(0, 10)}""${secret.slice(10)}`;
    const [, sent, read] = await run(
        ['create', { title: 'secrets' }],
        ['send', { terminalId: 'secrets', text: `echo found ${halves}\n`, waitMs: 30_000 }],
        ['read_output', { terminalId: 'secrets' }]
    );
    expect(await ide.terminals.copiedText()).toContain(`found ${secret}`);
    expect(sent.outcome).toBe('done');
    expect(read.data['output']).toContain('found [redacted]');
    expect(JSON.stringify(model.requests)).not.toContain(secret);
    expect(JSON.stringify(await application.results())).not.toContain(secret);
    expect(await application.instructions()).not.toContain(secret);
});
