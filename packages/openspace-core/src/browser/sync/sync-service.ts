import type { CommandCall } from '@openspace/protocol';
import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { FrontendApplicationStateService } from '@theia/core/lib/browser/frontend-application-state';
import { CommandRegistry, ILogger, type RpcProxy } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import { CommandError, CommandRefusal, outsideNamespace, SyncServer, type CommandExecution, type SyncClient } from '../../common';
import { agentCommands } from '../command/agent-commands';
import { evidenceOf, summaryOf, type CommandOrigin, type CommandSuccess } from '../command/openspace-command';
import { AgentSessions } from '../session/agent-sessions';
import { TabIdentityProvider } from '../tab/tab-identity-provider';

/** Executes the agent's commands in this tab, through the same registry that the person's palette uses. */
@injectable()
export class SyncService implements SyncClient, FrontendApplicationContribution {
    @inject(CommandRegistry) protected readonly commands: CommandRegistry;
    @inject(SyncServer) protected readonly server: RpcProxy<SyncServer>;
    @inject(TabIdentityProvider) protected readonly tab: TabIdentityProvider;
    @inject(AgentSessions) protected readonly sessions: AgentSessions;
    @inject(FrontendApplicationStateService) protected readonly state: FrontendApplicationStateService;
    @inject(ILogger) @named('openspace:SyncService') protected readonly logger: ILogger;

    /** Stops what a command that runs now waits for, by call id. */
    protected readonly running = new Map<string, AbortController>();

    onStart(): void {
        // The backend forgets a tab with its connection, so every new connection begins with a hello. Not awaited: the IDE must
        // come up even when the backend is slow.
        this.server.onDidOpenConnection(() => void this.sayHello());
        void this.sayHello();
    }

    protected async sayHello(): Promise<void> {
        await this.server.hello(await this.tab.identity());
    }

    onAgentCommand(call: CommandCall): void {
        const stop = new AbortController();
        this.running.set(call.callId, stop);
        void this.run(call, stop.signal).then(execution => {
            this.running.delete(call.callId);
            this.server.onCommandFinished(call.callId, execution);
        });
    }

    onCommandStopped(callId: string): void {
        this.running.get(callId)?.abort();
    }

    onSessionEnded(sessionId: string): void {
        // A page that has just been loaded first has to have back what is to go.
        void this.state.reachedState('initialized_layout').then(() => this.sessions.end(sessionId));
    }

    /** Executes one command. Never rejects: whatever happens is told in the answer. */
    protected async run(call: CommandCall, stopped: AbortSignal): Promise<CommandExecution> {
        const startedAt = performance.now();
        try {
            const success = await this.execute(call, stopped);
            const [output, data] = [summaryOf(success), evidenceOf(success)];
            return { outcome: 'done', result: { success: true, output, data, executionTime: elapsed(startedAt) } };
        } catch (error) {
            if (!(error instanceof CommandError)) {
                this.logger.error(`${call.commandId} failed`, error);
            }
            return {
                outcome: error instanceof CommandRefusal ? 'refused' : 'failed',
                result: {
                    success: false,
                    error: error instanceof Error ? error.message : String(error),
                    code: error instanceof CommandError ? error.code : 'internal',
                    executionTime: elapsed(startedAt)
                },
                ...(error instanceof CommandError ? { advice: error.advice } : {})
            };
        }
    }

    protected async execute(call: CommandCall, stopped: AbortSignal): Promise<CommandSuccess> {
        const refusal = outsideNamespace(call.commandId);
        if (refusal) {
            throw refusal;
        }
        // The registry looks ids up in a plain object, so one that agents are not told of must not even be asked for.
        const known = agentCommands(this.commands).map(({ id }) => id);
        if (!known.includes(call.commandId)) {
            throw new CommandRefusal('unknown-command', `There is no command "${call.commandId}". Available: ${known.join(', ')}.`);
        }
        const origin: CommandOrigin = { by: 'agent', sessionId: call.sessionId, callId: call.callId, stopped };
        const success = await this.commands.executeCommand<CommandSuccess>(call.commandId, call.args, origin);
        if (!success) {
            throw new CommandError('no-result', `${call.commandId} gave no result.`, 'Look at the state of the IDE before you try again.');
        }
        return success;
    }
}

function elapsed(startedAt: number): number {
    return Math.round(performance.now() - startedAt);
}
