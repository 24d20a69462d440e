import assert from 'node:assert/strict';
import type { CommandCall } from '@openspace/protocol';
import { Emitter } from '@theia/core/lib/common';
import { Container, injectable } from '@theia/core/shared/inversify';
import type { CommandExecution } from '../../common';
import { CommandLedger } from '../ledger/command-ledger';
import type { CommandProgress } from '../ledger/command-progress';
import { TabRegistry } from '../tab/tab-registry';
import { ActivityLog } from './activity-log';

@injectable()
class SmallLog extends ActivityLog {
    protected override mostEntries = 3;
}

const DONE: CommandExecution = { outcome: 'done', result: { success: true, output: 'Opened\n a.ts.', data: { path: 'a.ts', line: 4 } } };

function callOf(callId: string): CommandCall {
    return { callId, sessionId: 's1', commandId: 'openspace.editor.open', args: { path: 'a.ts' } };
}

function setUp() {
    const progress = new Emitter<CommandProgress>();
    const container = new Container();
    container.bind<Pick<CommandLedger, 'onDidProgress'>>(CommandLedger).toConstantValue({ onDidProgress: progress.event });
    container.bind(TabRegistry).toSelf().inSingletonScope();
    container.bind(ActivityLog).to(SmallLog).inSingletonScope();
    const client = { onAgentCommand: () => undefined, onCommandStopped: () => undefined, onSessionEnded: () => undefined };
    container.get(TabRegistry).connect({ tabId: 'tab-1', workspaceUri: 'file:///one', client });
    const log = container.get(ActivityLog);
    const told: string[] = [];
    log.onDidChange(({ entry }) => told.push(`${entry.callId} ${entry.state}`));
    const tell = (callId: string, state: CommandProgress['state'], rest: Partial<CommandProgress> = {}): void => {
        progress.fire({ call: callOf(callId), client: 'chat', tabId: 'tab-1', risk: 'view', state, ...rest });
    };
    return { log, told, tell };
}

describe('ActivityLog', () => {
    it('follows a command from the queue to its end, as one entry', () => {
        const { log, told, tell } = setUp();
        tell('c1', 'waiting');
        const [{ askedAt }] = log.entriesOf('file:///one', 'tab-1');
        tell('c1', 'running');
        tell('c1', 'ended', { execution: DONE, durationMs: 12.4 });
        assert.deepEqual(told, ['c1 waiting', 'c1 running', 'c1 done']);
        assert.deepEqual(log.entriesOf('file:///one', 'tab-1'), [
            {
                callId: 'c1',
                revision: 3,
                sessionId: 's1',
                commandId: 'openspace.editor.open',
                client: 'chat',
                risk: 'view',
                state: 'done',
                severity: 'info',
                askedAt,
                durationMs: 12,
                target: { kind: 'file', path: 'a.ts', line: 4 },
                detail: 'Opened a.ts.'
            }
        ]);
    });

    it('keeps the last ones, in the order in which they were asked for', () => {
        const { log, tell } = setUp();
        ['c1', 'c2', 'c3', 'c4'].forEach(callId => tell(callId, 'waiting'));
        tell('c2', 'ended', { execution: DONE });
        assert.deepEqual(
            log.entriesOf('file:///one', 'tab-1').map(({ callId }) => callId),
            ['c2', 'c3', 'c4']
        );
    });

    it('knows the title of a terminal also while something runs there, and when it failed', () => {
        const { log, tell } = setUp();
        const call = { ...callOf('c1'), args: { terminalId: 'terminal-1', text: 'npm test\n' } };
        tell('c1', 'ended', {
            call,
            execution: { ...DONE, result: { success: true, data: { terminalId: 'terminal-1', title: 'tests' } } }
        });
        tell('c2', 'running', { call: { ...call, callId: 'c2', args: { terminalId: 'terminal-1', text: 'rm a\n' } } });
        tell('c3', 'running', { call: { ...call, callId: 'c3', args: { terminalId: 'terminal-1' } } });
        tell('c4', 'running', { call: { ...call, callId: 'c4', args: { terminalId: 'terminal-2' } } });
        assert.deepEqual(
            log.entriesOf('file:///one', 'tab-1').map(({ target }) => target?.kind === 'terminal' && [target.title, target.typed]),
            [
                ['tests', 'rm a'],
                ['tests', undefined],
                [undefined, undefined]
            ]
        );
    });

    it('shows a workspace its own actions alone', () => {
        const { log, tell } = setUp();
        tell('c1', 'waiting');
        tell('c2', 'ended', {
            tabId: undefined,
            execution: { outcome: 'refused', result: { success: false, error: 'No tab.' }, advice: 'Ask.' }
        });
        assert.deepEqual(
            log.entriesOf('file:///two', 'tab-2').map(({ callId, detail }) => [callId, detail]),
            [['c2', 'No tab.']]
        );
    });

    it('tells what happened in another window of the same workspace', () => {
        const { log, tell } = setUp();
        tell('c1', 'running');
        tell('c1', 'ended', { execution: DONE });
        tell('c2', 'ended', { tabId: undefined, execution: DONE });
        const seenIn = (tabId: string): unknown[] => log.entriesOf('file:///one', tabId).map(({ elsewhere }) => elsewhere);
        assert.deepEqual(
            [seenIn('tab-1'), seenIn('tab-3')],
            [
                [undefined, undefined],
                [true, undefined]
            ]
        );
    });

    it('says in words why a program at a door was refused', () => {
        const { log } = setUp();
        log.noteDoor({
            ...{ type: 'activity', callId: 'd1', workspace: '/one', sessionId: 's2', client: 'tools', command: 'tools.write' },
            ...{ operation: 'write', risk: 'write', args: { path: '.envrc' } },
            end: { outcome: 'refused', code: 'needs-consent', message: 'The person refused this.', durationMs: 3 }
        });
        const [{ detail, severity, target }] = log.entriesOf('file:///one', 'tab-1');
        assert.deepEqual([detail, severity, target], ['The person refused this.', 'info', { kind: 'file', path: '.envrc' }]);
    });

    it('says of a command of a program that was done with which exit code it ended, as the Hub tells it', () => {
        const { log } = setUp();
        log.noteDoor({
            ...{ type: 'activity', callId: 'd1', workspace: '/one', sessionId: 's2', client: 'tools', command: 'tools.bash' },
            ...{ operation: 'exec', risk: 'execute', args: { command: 'false' } },
            end: { outcome: 'done', message: 'Exit code 1', durationMs: 3 }
        });
        const [{ state, detail, severity }] = log.entriesOf('file:///one', 'tab-1');
        assert.deepEqual([state, detail, severity], ['done', 'Exit code 1', 'info']);
    });

    it('takes a program at a door that names a conversation for another, and the conversation itself for what it is', () => {
        const { log } = setUp();
        const read = { type: 'activity', workspace: '/one', sessionId: 'ses_1', operation: 'read', risk: 'read', args: {} } as const;
        log.noteDoor({ ...read, callId: 'd1', client: 'tools', command: 'tools.read' });
        log.noteDoor({ ...read, callId: 'd2', client: 'chat', command: 'mcp.read_file' });
        assert.deepEqual(
            log.entriesOf('file:///one', 'tab-1').map(({ sessionId, client }) => [sessionId, client]),
            [
                ['door ses_1', 'tools'],
                ['ses_1', 'chat']
            ]
        );
    });

    it('leaves out a block that the agent showed as code, and shortens long results', () => {
        const { log, tell } = setUp();
        tell('c1', 'ended', { execution: { outcome: 'refused', result: { success: false, code: 'in-code', error: 'Code.' } } });
        tell('c2', 'ended', { execution: { outcome: 'failed', result: { success: false, error: 'x'.repeat(9_000) } } });
        assert.deepEqual(
            log.entriesOf('file:///one', 'tab-1').map(({ callId, detail }) => [callId, detail?.length]),
            [['c2', 300]]
        );
    });
});
