import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { Emitter, ILogger, type RpcProxy } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import { AgentControlServer, type AgentControlClient, type AgentState } from '../../common';
import { ResumableConnectionSource } from '../connection/resumable-connection-source';

const DISCONNECTED: AgentState = { phase: 'disconnected', paused: false, busy: false, queued: 0, approved: false };

/** How the agent of this tab stands, and the person's hand on it. */
@injectable()
export class AgentControl implements AgentControlClient, FrontendApplicationContribution {
    @inject(AgentControlServer) protected readonly server: RpcProxy<AgentControlServer>;
    @inject(ResumableConnectionSource) protected readonly connection: ResumableConnectionSource;
    @inject(ILogger) @named('openspace:AgentControl') protected readonly logger: ILogger;

    protected current = DISCONNECTED;
    /** What the backend told last. It may forget, while the tab is away, that the person holds its agents. */
    protected told = DISCONNECTED;
    protected readonly onDidChangeEmitter = new Emitter<AgentState>();
    readonly onDidChange = this.onDidChangeEmitter.event;

    onStart(): void {
        // Only when it is back does a lost connection turn out to be one that has to begin anew.
        this.connection.onSocketDidClose(() => this.showLost());
        this.connection.onDidGoOn(() => this.show(this.told));
        this.server.onDidCloseConnection(() => this.showLost());
        this.server.onDidOpenConnection(() => void this.follow());
        void this.follow();
    }

    /** What the agent of this tab does now. */
    get state(): AgentState {
        return this.current;
    }

    onAgentState(state: AgentState): void {
        this.told = state;
        this.show(state);
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

    protected showLost(): void {
        this.show({ ...DISCONNECTED, paused: this.told.paused });
    }

    protected show(state: AgentState): void {
        this.current = state;
        this.onDidChangeEmitter.fire(state);
    }

    protected async follow(): Promise<void> {
        try {
            if (this.told.paused) {
                await this.pause();
            }
            this.onAgentState(await this.server.followAgent());
        } catch (error) {
            // Lost again: the next connection asks anew.
            this.logger.debug('The state of the agent is not known', error);
        }
    }
}
