import '../testing/browser-environment';
import assert from 'node:assert/strict';
import { FrontendApplicationStateService } from '@theia/core/lib/browser/frontend-application-state';
import { CommandContribution, CommandRegistry, ILogger, type Command, type ContributionProvider } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { CommandError, OpenSpacePreferences, SyncServer, type CommandExecution } from '../../common';
import { AgentSessions } from '../session/agent-sessions';
import { TabIdentityProvider } from '../tab/tab-identity-provider';
import { operationIdOf, stopOf, type CommandOrigin, type OpenSpaceCommand } from '../command/openspace-command';
import { SyncService } from './sync-service';

const ECHO: OpenSpaceCommand = {
    id: 'openspace.test.echo',
    label: 'Echo',
    category: 'Test',
    description: 'Answers its arguments.',
    argumentsSchema: { type: 'object', properties: {}, additionalProperties: false },
    example: {},
    risk: 'read'
};

/** The backend's end: hands out calls, and knows how they ended. */
class RecordingServer {
    protected readonly waiting = new Map<string, (execution: CommandExecution) => void>();

    onCommandFinished(callId: string, execution: CommandExecution): void {
        this.waiting.get(callId)?.(execution);
    }

    execution(callId: string): Promise<CommandExecution> {
        return new Promise(resolve => this.waiting.set(callId, resolve));
    }
}

let server: RecordingServer;

type CleanUp = Pick<OpenSpacePreferences, 'openspace.agent.cleanUp'>;

function createService(preferences: CleanUp = { 'openspace.agent.cleanUp': 'close' }): {
    service: SyncService;
    commands: CommandRegistry;
    sessions: AgentSessions;
    state: FrontendApplicationStateService;
} {
    const container = new Container();
    const noContributions: ContributionProvider<CommandContribution> = { getContributions: () => [] };
    const commands = new CommandRegistry(noContributions);
    container.bind(CommandRegistry).toConstantValue(commands);
    container.bind(ILogger).toConstantValue(new MockLogger());
    server = new RecordingServer();
    container.bind(SyncServer).toConstantValue(server);
    container.bind(TabIdentityProvider).toConstantValue({} as TabIdentityProvider);
    container.bind<CleanUp>(OpenSpacePreferences).toConstantValue(preferences);
    container.bind(AgentSessions).toSelf().inSingletonScope();
    container.bind(FrontendApplicationStateService).toSelf().inSingletonScope();
    container.bind(SyncService).toSelf();
    return {
        service: container.get(SyncService),
        commands,
        sessions: container.get(AgentSessions),
        state: container.get(FrontendApplicationStateService)
    };
}

function call(service: SyncService, commandId: string, args: Record<string, unknown> = {}, callId = 'call'): Promise<CommandExecution> {
    const execution = server.execution(callId);
    service.onAgentCommand({ callId, sessionId: 'session', commandId, args });
    return execution;
}

describe('SyncService', () => {
    it('executes a command through the registry and answers with its evidence', async () => {
        const { service, commands } = createService();
        commands.registerCommand(ECHO, { execute: (args: object) => ({ success: true, output: 'Echoed.', ...args }) });

        const { outcome, result } = await call(service, ECHO.id, { word: 'tea' });

        assert.equal(outcome, 'done');
        assert.equal(result.success, true);
        assert.equal(result.output, 'Echoed.');
        assert.deepEqual(result.data, { word: 'tea' });
        assert.equal(typeof result.executionTime, 'number');
    });

    it('tells the code and the message of a failure', async () => {
        const { service, commands } = createService();
        commands.registerCommand(ECHO, {
            execute: () => {
                throw new CommandError('not-found', 'There is no such tea.', 'Look at the list.');
            }
        });

        const { outcome, result, advice } = await call(service, ECHO.id);

        assert.equal(outcome, 'failed');
        assert.deepEqual([result.success, result.code, result.error], [false, 'not-found', 'There is no such tea.']);
        assert.equal(advice, 'Look at the list.');
    });

    it('survives a handler that throws something unexpected', async () => {
        const { service, commands } = createService();
        commands.registerCommand(ECHO, { execute: () => Promise.reject(new Error('boom')) });

        const { outcome, result } = await call(service, ECHO.id);

        assert.deepEqual([outcome, result.code, result.error], ['failed', 'internal', 'boom']);
    });

    it('tells the command that the person stopped, and no other, and answers with what that tells', async () => {
        const { service, commands } = createService();
        const waits = new Map<string, AbortSignal | undefined>();
        commands.registerCommand(ECHO, {
            execute: (_args: object, origin: CommandOrigin) =>
                new Promise(resolve => {
                    const stopped = stopOf(origin);
                    waits.set(operationIdOf(origin), stopped);
                    stopped?.addEventListener('abort', () => resolve({ success: true, output: 'Waited no longer.' }));
                })
        });
        const ends = ['first', 'second'].map(callId => call(service, ECHO.id, {}, callId));
        await new Promise(resolve => setImmediate(resolve));
        service.onCommandStopped('nobody knows');
        service.onCommandStopped('second');
        assert.deepEqual(
            [...waits].map(([callId, stopped]) => [callId, stopped?.aborted]),
            [
                ['first', false],
                ['second', true]
            ]
        );
        assert.deepEqual([(await ends[1]).outcome, (await ends[1]).result.output], ['done', 'Waited no longer.']);
        service.onCommandStopped('first');
        assert.equal((await ends[0]).outcome, 'done');
    });

    it('refuses a command of Theia, even one that exists', async () => {
        const { service, commands } = createService();
        let ran = false;
        commands.registerCommand({ id: 'core.save' }, { execute: () => (ran = true) });

        const { outcome, result } = await call(service, 'core.save');

        assert.deepEqual([outcome, result.code], ['refused', 'not-allowed']);
        assert.equal(ran, false);
    });

    for (const id of ['openspace.test.missing', 'openspace.toString', 'openspace.__proto__', 'toString']) {
        it(`refuses "${id}"`, async () => {
            const { service, commands } = createService();
            commands.registerCommand(ECHO, { execute: () => undefined });
            assert.equal((await call(service, id)).outcome, 'refused');
        });
    }

    it('names the available commands when there is no such command', async () => {
        const { service, commands } = createService();
        commands.registerCommand(ECHO, { execute: () => undefined });
        const { result } = await call(service, 'openspace.test.missing');
        assert.match(result.error ?? '', /Available: openspace\.test\.echo/);
    });

    it('refuses a command of our namespace that was not declared with a schema and a risk', async () => {
        const { service, commands } = createService();
        commands.registerCommand({ id: 'openspace.sneaky' }, { execute: () => ({ success: true, output: '' }) });
        assert.equal((await call(service, 'openspace.sneaky')).outcome, 'refused');
    });

    for (const [what, changes] of [
        ['an id that no agent could be told', { id: 'openspace.test.echoMore' }],
        ['arguments that are not closed', { argumentsSchema: { ...ECHO.argumentsSchema, additionalProperties: true } }],
        ['a risk that there is not', { risk: 'none' }]
    ] as const) {
        it(`refuses a command that is not in the manifest, for ${what}`, async () => {
            const { service, commands } = createService();
            let ran = false;
            const wrong: Command = { ...ECHO, ...changes };
            commands.registerCommand(wrong, { execute: () => (ran = true) });
            const { outcome, result } = await call(service, wrong.id);
            assert.deepEqual([outcome, result.code, ran], ['refused', 'unknown-command', false]);
            assert.match(result.error ?? '', /Available: \.$/);
        });
    }

    it('tells that a session ended only when the page has back what it had before it was loaded', async () => {
        const { service, sessions, state } = createService();
        const ended: string[] = [];
        sessions.onDidEnd(sessionId => ended.push(sessionId));
        service.onSessionEnded('session');
        state.state = 'attached_shell';
        await state.reachedState('attached_shell');
        assert.deepEqual(ended, []);
        state.state = 'initialized_layout';
        await state.reachedState('initialized_layout');
        assert.deepEqual(ended, ['session']);
    });

    it('tells nobody that a session ended while the person keeps what agents open', async () => {
        const { service, sessions, state } = createService({ 'openspace.agent.cleanUp': 'keep' });
        const ended: string[] = [];
        sessions.onDidEnd(sessionId => ended.push(sessionId));
        service.onSessionEnded('session');
        state.state = 'initialized_layout';
        await state.reachedState('initialized_layout');
        assert.deepEqual(ended, []);
    });
});
