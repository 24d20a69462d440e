import 'reflect-metadata';
import { Policy, WorkspaceTools } from '@openspace/workspace-tools';
import { Container } from '@theia/core/shared/inversify';
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandRefusal, WorkspaceServer, type Answer } from '../../common';
import { ActionConfirmation } from '../approval/action-confirmation';
import { PersonQuestions } from '../approval/person-questions';
import { CommandLedger } from '../ledger/command-ledger';
import { UserSettings } from '../settings/user-settings';
import { TabConnection } from '../tab/tab-connection';
import { EVERYDAY } from '../testing/everyday-commands';
import { bindGivenSettings } from '../testing/given-settings';
import { createTerminalContainer, RunningShell } from '../testing/running-shell';
import { WorkspaceKernels } from '../workspace/workspace-kernels';
import { AgentTerminals } from './agent-terminals';
import type { ObservedShellProcess } from './observed-shell-process';
import { TerminalGate } from './terminal-gate';
import { TerminalServerImpl } from './terminal-server-impl';

const programOf = (command: string): string => command.split(' ', 1)[0];

describe('Everyday commands that an agent sends to a real shell', () => {
    it('are asked about at most once in five times, and all of them are run', async () => {
        const folder = await realpath(await mkdtemp(join(tmpdir(), 'openspace-everyday-')));
        const container = createTerminalContainer();
        container.unbind(UserSettings);
        bindGivenSettings(container);
        const tab: Partial<TabConnection> = {
            identity: () => Promise.resolve({ tabId: 'tab' }),
            workspaceFolder: () => Promise.resolve(folder)
        };
        const kernels: Pick<WorkspaceKernels, 'open'> = { open: root => WorkspaceTools.open(root, new Policy()) };
        container.bind<unknown>(TabConnection).toConstantValue(tab);
        container.bind<unknown>(WorkspaceServer).toConstantValue({});
        container.bind<unknown>(WorkspaceKernels).toConstantValue(kernels);
        container.bind<unknown>(CommandLedger).toConstantValue({ runningCommand: () => undefined });
        container.bind(TerminalServerImpl).toSelf();
        const asked: string[] = [];
        const questions = container.get(PersonQuestions);
        questions.onDidAsk(({ question }) => {
            asked.push(question.kind === 'confirmation' ? question.text : question.kind);
            setImmediate(() => questions.answer('tab', question.questionId, { allowed: true, scope: 'once' }));
        });
        const server = container.get(TerminalServerImpl);
        // None of the tools does anything: only what the shell is told counts.
        const tools = join(folder, 'tools');
        const shell = RunningShell.start(container, folder, { env: { PATH: `${tools}:/usr/bin:/bin` } });
        try {
            await mkdir(tools);
            for (const tool of new Set(EVERYDAY.map(programOf))) {
                await writeFile(join(tools, tool), `#!/bin/sh\necho "$(basename "$0") $*" >> ${folder}/ran.txt\n`, { mode: 0o755 });
            }
            await shell.run('true');
            for (const [index, command] of EVERYDAY.entries()) {
                const { prompts } = shell;
                assert.ok('value' in (await server.sendText(shell.process.id, `${command}\n`, `call ${index}`)), command);
                // A shell that is still busy with the command before would be asked about for that.
                await shell.until(() => shell.prompts > prompts);
            }
            assert.ok(asked.length <= EVERYDAY.length / 5, asked.join(', '));
            const ran = (await readFile(join(folder, 'ran.txt'), 'utf8')).match(/^\S+/gm);
            const builtIn = ['pwd', 'echo'];
            assert.deepEqual(
                ran,
                EVERYDAY.map(programOf).filter(program => !builtIn.includes(program))
            );
        } finally {
            shell.process.kill('SIGKILL');
            await rm(folder, { recursive: true, force: true });
        }
    });
});

describe('Text that an agent sends to a terminal', () => {
    let folder: string;
    let server: TerminalServerImpl;
    let written: string[];
    let asked: string[];
    /** Happens while the text is looked at. */
    let meanwhile: () => void;
    let terminal: Pick<ObservedShellProcess, 'pid' | 'executable' | 'isShellReading' | 'writeForAgent'> & {
        lineState: string;
        typedLine: string;
    };
    let found: typeof terminal | undefined;

    const send = (text: string): Promise<Answer<unknown>> => server.sendText(7, text, 'call');
    const codeOf = (answer: Answer<unknown>): string | undefined => ('error' in answer ? answer.error.code : undefined);

    beforeEach(async () => {
        folder = await mkdtemp(join(tmpdir(), 'openspace-terminal-'));
        [written, asked] = [[], []];
        meanwhile = () => undefined;
        found = terminal = {
            pid: process.pid,
            executable: '/bin/bash',
            lineState: 'empty',
            typedLine: '',
            isShellReading: () => Promise.resolve(true),
            writeForAgent: text => written.push(text)
        };
        const tab: Partial<TabConnection> = {
            identity: () => Promise.resolve({ tabId: 'tab' }),
            workspaceFolder: () => Promise.resolve(folder)
        };
        const kernels: Pick<WorkspaceKernels, 'open'> = { open: root => WorkspaceTools.open(root, new Policy()) };
        const confirmation: Pick<ActionConfirmation, 'confirm'> = {
            confirm: ({ text }) => {
                asked.push(text);
                meanwhile();
                return Promise.resolve();
            }
        };
        const container = new Container();
        container.bind<unknown>(TabConnection).toConstantValue(tab);
        container.bind<unknown>(WorkspaceServer).toConstantValue({});
        container.bind<unknown>(WorkspaceKernels).toConstantValue(kernels);
        container.bind<unknown>(ActionConfirmation).toConstantValue(confirmation);
        container.bind<unknown>(TerminalGate).toConstantValue({ judgeText: () => undefined });
        container.bind<unknown>(AgentTerminals).toConstantValue({ find: () => found });
        container.bind(TerminalServerImpl).toSelf();
        server = container.get(TerminalServerImpl);
    });
    afterEach(() => rm(folder, { recursive: true }));

    it('is typed once it was agreed to, together with what it continues', async () => {
        terminal.typedLine = 'git ';
        assert.deepEqual(await send('status\n'), { value: { characters: 7 } });
        assert.deepEqual([asked, written], [['git status'], ['status\n']]);
    });

    it('is not typed behind a line that has changed while it was looked at', async () => {
        meanwhile = () => (terminal.lineState = 'something of the person');
        const answer = await send('-rf .\n');
        assert.equal(codeOf(answer), 'line-changed');
        assert.ok('error' in answer && answer.error.refused);
        assert.match(answer.error.message, /nothing was typed.*send it again/);
        assert.deepEqual(written, []);
    });

    it('is not typed when the person refuses it, or the terminal has ended meanwhile', async () => {
        meanwhile = () => (found = undefined);
        assert.equal(codeOf(await send('ls\n')), 'terminal-exited');
        found = terminal;
        meanwhile = () => {
            throw new CommandRefusal('refused', 'The person refused this.');
        };
        assert.equal(codeOf(await send('ls\n')), 'refused');
        assert.deepEqual(written, []);
    });

    it('is a mere line end without a question when the line was agreed to as it was typed', async () => {
        terminal.typedLine = 'ls';
        assert.deepEqual(await send('\n'), { value: { characters: 1 } });
        assert.deepEqual([asked, written], [[], ['\n']]);
    });
});
