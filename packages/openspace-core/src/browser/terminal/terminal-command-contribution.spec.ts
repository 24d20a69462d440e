import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import { CommandContribution, CommandRegistry, MessageService, type ContributionProvider } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import { TerminalServer } from '../../common';
import { ArgumentForm } from '../command/argument-form';
import type { CommandOrigin, CommandSuccess } from '../command/openspace-command';
import { ResultDocuments } from '../command/result-documents';
import { PaneService } from '../pane/pane-service';
import { AgentWidgets } from '../session/agent-widgets';
import { CommandTracker } from './command-tracker';
import { PathChoices } from '../workspace/path-choices';
import { TerminalCommandContribution } from './terminal-command-contribution';
import { TerminalOpener } from './terminal-opener';
import { Terminals, type EndedTerminal } from './terminals';

const AGENT: CommandOrigin = { by: 'agent', sessionId: 'session', callId: 'call' };
const PERSON: CommandOrigin = { by: 'person' };

describe('The terminal commands', () => {
    let sent: string[];
    let onSent: () => void;
    let ended: EndedTerminal;
    let terminal: { isPersonTyping: boolean; isDisposed: boolean; readonly commands: CommandTracker };
    let typed: string;
    let decided: number;
    let commands: CommandRegistry;

    beforeEach(() => {
        sent = [];
        onSent = () => undefined;
        const typedIn = {
            id: 'terminal-1',
            title: { label: 'kettle' },
            isPersonTyping: true,
            isDisposed: false,
            commands: new CommandTracker(),
            get lastCommand() {
                return this.commands.lastCommand;
            },
            whenTakenIn: () => Promise.resolve()
        };
        terminal = typedIn;
        const server: Pick<TerminalServer, 'sendText'> = {
            sendText: (_, text) => {
                sent.push(text);
                onSent();
                return Promise.resolve({ value: { characters: text.length } });
            }
        };
        const container = new Container();
        container.bind(TerminalServer).toConstantValue(server);
        container.bind<unknown>(Terminals).toConstantValue({ findOpen: () => typedIn, find: () => ended });
        [TerminalOpener, PaneService, PathChoices, AgentWidgets, ResultDocuments].forEach(part =>
            container.bind<unknown>(part).toConstantValue({})
        );
        container.bind<unknown>(MessageService).toConstantValue({ info: () => undefined });
        container.bind<Pick<ArgumentForm, 'ask' | 'decide'>>(ArgumentForm).toConstantValue({
            ask: () => Promise.resolve({ terminalId: 'kettle', text: typed }),
            decide: (_command, _question, answers) => Promise.resolve(answers[decided])
        });
        container.bind(TerminalCommandContribution).toSelf();
        const noContributions: ContributionProvider<CommandContribution> = { getContributions: () => [] };
        commands = new CommandRegistry(noContributions);
        container.get(TerminalCommandContribution).registerCommands(commands);
    });

    const send = (origin: CommandOrigin, more: { waitMs?: number } = {}): Promise<CommandSuccess | undefined> =>
        commands.executeCommand<CommandSuccess>('openspace.terminal.send', { terminalId: 'kettle', text: 'ls\n', ...more }, origin);

    it('let nobody but the person type where the person is typing', async () => {
        await assert.rejects(send(AGENT), { code: 'person-typing' });
        assert.deepEqual(sent, []);
        assert.equal((await send(PERSON))?.success, true);
        assert.deepEqual(sent, ['ls\n']);
    });

    it('tell what became of a terminal that ended while they waited for what was sent', async () => {
        terminal.isPersonTyping = false;
        terminal.commands.expectMarks();
        terminal.commands.waitForLine({ kind: 'prompt', number: 1, status: 0 });
        onSent = () => {
            terminal.isDisposed = true;
            terminal.commands.dispose();
        };
        const { id, title, lines } = { id: 'terminal-1', title: 'kettle', lines: [] };
        ended = { id, title, lines, ending: 'has exited with code 3', exited: true, exitCode: 3 };
        const { output, ...exit } = (await send(AGENT, { waitMs: 60_000 })) ?? {};
        assert.equal(output, 'Sent to terminal "kettle". Terminal "kettle" has exited with code 3.');
        assert.deepEqual(exit, { success: true, terminalId: id, title, state: 'exited', exitCode: 3 });
        ended = { id, title, lines, ending: 'was closed', exited: false };
        assert.equal((await send(AGENT, { waitMs: 60_000 }))?.['state'], 'closed');
    });

    it('end their wait when the person says stop, and tell what still runs and where', async () => {
        terminal.isPersonTyping = false;
        terminal.commands.expectMarks();
        terminal.commands.waitForLine({ kind: 'prompt', number: 1, status: 0 });
        const stop = new AbortController();
        onSent = () => {
            terminal.commands.begin('sleep 1000');
            setImmediate(() => stop.abort());
        };
        const remark =
            'The person said stop, so terminal "kettle" (terminal-1) was waited for no longer. Nothing in it was ended. "sleep 1000" still runs.';
        const told = await send({ ...AGENT, stopped: stop.signal }, { waitMs: 60_000 });
        assert.deepEqual([told?.output, told?.remark, told?.['state']], [`Sent to terminal "kettle". ${remark}`, remark, 'running']);
    });

    it('type nothing when the person says stop before the shell has come up', async () => {
        terminal.isPersonTyping = false;
        terminal.commands.expectMarks();
        const stop = new AbortController();
        const sending = send({ ...AGENT, stopped: stop.signal });
        stop.abort();
        await assert.rejects(sending, { name: 'CommandRefusal', code: 'stopped' });
        assert.deepEqual(sent, []);
    });

    it('read the last hundred lines unless told otherwise', async () => {
        const lines = Array.from({ length: 250 }, (_, index) => `line ${index + 1}`);
        ended = { id: 'terminal-1', title: 'kettle', lines, ending: 'has exited with code 0', exited: true, exitCode: 0 };
        const read = (more: { lines?: number; skip?: number }): Promise<CommandSuccess | undefined> =>
            commands.executeCommand<CommandSuccess>('openspace.terminal.read_output', { terminalId: 'kettle', ...more }, AGENT);
        const all = await read({});
        assert.deepEqual([all?.output, all?.['firstLine'], all?.['totalLines']], [lines.slice(150), 151, 250]);
        assert.deepEqual((await read({ lines: 2, skip: 10 }))?.output, lines.slice(238, 240));
    });

    it('offer a person to run a line that has no end, and ask nothing about one that has', async () => {
        for (const [text, answer] of [
            ['ls', 0],
            ['ls', 1],
            ['ls', 2],
            ['pwd\n', 2]
        ] as const) {
            [typed, decided] = [text, answer];
            await commands.executeCommand('openspace.terminal.send');
        }
        assert.deepEqual(sent, ['ls\n', 'ls', 'pwd\n']);
    });
});
