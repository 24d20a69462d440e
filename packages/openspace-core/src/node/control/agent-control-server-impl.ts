import { Disposable } from '@theia/core/lib/common';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { AgentControlClient, AgentControlServer, AgentState } from '../../common';
import { ActionConfirmation } from '../approval/action-confirmation';
import { AgentConsent } from '../approval/agent-consent';
import { CommandLedger } from '../ledger/command-ledger';
import { OpenCodeProxy } from '../opencode/opencode-proxy';
import { RunningTurns } from '../opencode/running-turns';
import { TabConnection } from '../tab/tab-connection';
import { AgentStates } from './agent-states';

/** One for each connection: the person's hand on the agent of this tab. */
@injectable()
export class AgentControlServerImpl implements AgentControlServer {
    @inject(TabConnection) protected readonly tab: TabConnection;
    @inject(AgentStates) protected readonly states: AgentStates;
    @inject(CommandLedger) protected readonly ledger: CommandLedger;
    @inject(AgentConsent) protected readonly consent: AgentConsent;
    @inject(ActionConfirmation) protected readonly confirmation: ActionConfirmation;
    @inject(RunningTurns) protected readonly turns: RunningTurns;
    @inject(OpenCodeProxy) protected readonly proxy: OpenCodeProxy;

    protected client?: AgentControlClient;
    protected following: Disposable = Disposable.NULL;

    /** Whom to tell at the other end of the connection; said once, before anything else. */
    setClient(client: AgentControlClient): void {
        this.client = client;
    }

    /** The connection is gone. */
    close(): void {
        this.following.dispose();
        this.client = undefined;
    }

    async followAgent(): Promise<AgentState> {
        const { tabId } = await this.tab.identity();
        this.following.dispose();
        let told = this.states.stateOf(tabId);
        this.following = this.states.onDidChange(() => {
            const state = this.states.stateOf(tabId);
            if (JSON.stringify(state) !== JSON.stringify(told)) {
                told = state;
                this.client?.onAgentState(state);
            }
        });
        return told;
    }

    async setPaused(paused: boolean): Promise<void> {
        const { tabId } = await this.tab.identity();
        this.ledger.paused.set(tabId, paused);
    }

    async stopAgent(): Promise<void> {
        const { tabId } = await this.tab.identity();
        const { paused } = this.ledger;
        const pausedSince = paused.since(tabId);
        this.ledger.cancelTab(tabId);
        await this.proxy.abortTab(tabId);
        if (paused.since(tabId) === pausedSince) {
            // What came before OpenCode had heard of the stop is not done, either. Nothing is left to hold, and the next message works.
            const begun = this.turns.ofTab(tabId).filter(({ isEnding }) => !isEnding);
            this.ledger.cancelTab(
                tabId,
                begun.map(({ conversation }) => conversation.sessionId)
            );
            paused.set(tabId, false);
        }
    }

    async askAgain(): Promise<void> {
        const tab = await this.tab.identity();
        this.consent.askAgain(tab);
        if (tab.workspaceUri !== undefined) {
            this.confirmation.askAgain(FileUri.fsPath(tab.workspaceUri));
        }
    }
}
