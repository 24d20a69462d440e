import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { Emitter, ILogger, type RpcProxy } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import { AgentControlServer, type AgentControlClient, type AgentState } from '../../common';

const DISCONNECTED: AgentState = { phase: 'disconnected', paused: false, busy: false, queued: 0, approved: false };

/** How the agent of this tab stands, and the person's hand on it. */
@injectable()
export class AgentControl implements AgentControlClient, FrontendApplicationContribution {
    @inject(AgentControlServer) protected readonly server: RpcProxy<AgentControlServer>;
    @inject(ILogger) @named('openspace:AgentControl') protected readonly logger: ILogger;

    protected current = DISCONNECTED;
    protected readonly onDidChangeEmitter = new Emitter<AgentState>();
    readonly onDidChange = this.onDidChangeEmitter.event;

    onStart(): void {
        this.server.onDidCloseConnection(() => this.onAgentState(DISCONNECTED));
        this.server.onDidOpenConnection(() => void this.follow());
        void this.follow();
    }

    /** What the agent of this tab does now. */
    get state(): AgentState {
        return this.current;
    }

    onAgentState(state: AgentState): void {
        this.current = state;
        this.onDidChangeEmitter.fire(state);
    }

    /** Holds the agent's commands in their queue. */
    pause(): Promise<void> {
        return this.server.setPaused(true);
    }

    /** Lets the commands go on that `pause` holds. */
    resume(): Promise<void> {
        return this.server.setPaused(false);
    }

    /** Ends what the agent does, drops what it still wanted to do, and holds it no longer. */
    stop(): Promise<void> {
        return this.server.stopAgent();
    }

    /** Has the person asked again before the agent acts in this workspace, and about what was approved for longer. */
    askAgain(): Promise<void> {
        return this.server.askAgain();
    }

    protected async follow(): Promise<void> {
        try {
            this.onAgentState(await this.server.followAgent());
        } catch (error) {
            // Lost again: the next connection asks anew.
            this.logger.debug('The state of the agent is not known', error);
        }
    }
}
