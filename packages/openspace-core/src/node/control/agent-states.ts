import { Emitter } from '@theia/core/lib/common';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { inject, injectable, postConstruct } from '@theia/core/shared/inversify';
import type { AgentPhase, AgentState } from '../../common';
import { ActionConfirmation } from '../approval/action-confirmation';
import { AgentConsent } from '../approval/agent-consent';
import { PersonQuestions } from '../approval/person-questions';
import { CommandLedger } from '../ledger/command-ledger';
import { AgentRequests } from '../opencode/agent-requests';
import { OpenCodeEvents } from '../opencode/opencode-events';
import { OpenCodeServer } from '../opencode/opencode-server';
import { RunningTurns } from '../opencode/running-turns';
import { TabRegistry } from '../tab/tab-registry';

/** Nobody sees the agent work for so short a time: drawing it would only hold up what the agent does. */
const UNSEEN_MS = 50;

/** Knows how the agent of each tab stands: from its turns, its questions, its queue and its server. */
@injectable()
export class AgentStates {
    @inject(CommandLedger) protected readonly ledger: CommandLedger;
    @inject(AgentConsent) protected readonly consent: AgentConsent;
    @inject(ActionConfirmation) protected readonly confirmation: ActionConfirmation;
    @inject(TabRegistry) protected readonly tabs: TabRegistry;
    @inject(PersonQuestions) protected readonly questions: PersonQuestions;
    @inject(RunningTurns) protected readonly turns: RunningTurns;
    @inject(AgentRequests) protected readonly requests: AgentRequests;
    @inject(OpenCodeServer) protected readonly server: OpenCodeServer;
    @inject(OpenCodeEvents) protected readonly events: OpenCodeEvents;

    protected readonly onDidChangeEmitter = new Emitter<void>();
    /** The state of some tab may be another now; told once for changes of one moment. */
    readonly onDidChange = this.onDidChangeEmitter.event;
    protected telling?: NodeJS.Immediate | undefined;
    protected tellingProgress?: NodeJS.Timeout | undefined;

    @postConstruct()
    protected init(): void {
        // Later, since a queue knows only after its last command that it is empty.
        const tellSoon = (): void => {
            this.telling ??= setImmediate(() => {
                this.telling = undefined;
                this.onDidChangeEmitter.fire();
            });
        };
        this.ledger.onDidProgress(() => {
            this.tellingProgress ??= setTimeout(() => {
                this.tellingProgress = undefined;
                this.onDidChangeEmitter.fire();
            }, UNSEEN_MS).unref();
        });
        this.ledger.paused.onDidChange(tellSoon);
        this.ledger.onDidChangeOwners(tellSoon);
        this.turns.onDidChange(tellSoon);
        this.requests.onDidChange(tellSoon);
        this.questions.onDidChange(tellSoon);
        this.consent.onDidChange(tellSoon);
        this.confirmation.onDidChange(tellSoon);
        this.events.onDidConnect(tellSoon);
        this.events.onDidBreak(tellSoon);
        this.server.onDidChange(tellSoon);
    }

    /** What the agents of a tab do now, as its page shows it. */
    stateOf(tabId: string): AgentState {
        const { queued, busy: isRunning } = this.ledger.loadOf(tabId);
        const isWaiting = this.isWaiting(tabId);
        const isWorking = isRunning || this.turns.ofTab(tabId).length > 0;
        const paused = this.ledger.paused.has(tabId);
        const { answering, wrongSetting, missingSetting } = this.server;
        const tab = this.tabs.get(tabId);
        const standing = tab && this.consent.standing(tab);
        const approved = tab?.workspaceUri !== undefined && this.confirmation.hasApproved(FileUri.fsPath(tab.workspaceUri));
        return {
            approved,
            ...{ phase: this.phaseOf(paused, isWaiting, isWorking), paused, busy: isWorking || isWaiting || queued > 0, queued },
            ...(standing === undefined ? {} : { standing }),
            ...(answering === undefined ? {} : { answering }),
            ...(wrongSetting === undefined ? {} : { wrongSetting }),
            ...(missingSetting === undefined ? {} : { missingSetting })
        };
    }

    protected phaseOf(paused: boolean, isWaiting: boolean, isWorking: boolean): AgentPhase {
        if (!this.events.isConnected) {
            return 'disconnected';
        }
        if (paused) {
            return 'paused';
        }
        return isWaiting ? 'waiting' : isWorking ? 'working' : 'idle';
    }

    /** Whether an agent of the tab has asked the person something. */
    protected isWaiting(tabId: string): boolean {
        const isAsked = this.questions.openIn(tabId).some(question => question.kind === 'consent' || !question.isOwn);
        return isAsked || this.turns.ofTab(tabId).some(({ conversation }) => this.requests.isWaiting(conversation.sessionId));
    }
}
