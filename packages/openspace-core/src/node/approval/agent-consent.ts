import type { CommandCall } from '@openspace/protocol';
import { Emitter } from '@theia/core/lib/common';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { inject, injectable, postConstruct } from '@theia/core/shared/inversify';
import type { CommandExecution, TabIdentity, WantedAction } from '../../common';
import { activityTarget } from '../activity/activity-target';
import { refused, refusedBy } from '../ledger/delivered-command';
import type { OutsideCaller } from '../ledger/outside-caller';
import { AgentLimits } from '../settings/agent-limits';
import { CONSENT } from '../settings/policy-settings';
import { UserSettings } from '../settings/user-settings';
import { ApprovalStore } from './approval-store';
import { notDone } from './not-done';
import { PersonQuestions, type QuestionEnd } from './person-questions';

/** A call that needs the person's consent. */
export interface ConsentCall extends CommandCall {
    /** What is to be done to the workspace through a door of the Hub; absent for commands of the IDE. */
    readonly operation?: string;
}

/** Who acts: a conversation, or a program behind a door of the Hub. */
interface Actor {
    /** What a refusal holds for. */
    readonly key: string;
    readonly client?: string;
}

/**
 * Decides whether an agent may act in a workspace at all, and asks the person before its first action there. What the person says of
 * the chat holds for all its conversations and for no program, and what is said of a program for that alone.
 */
@injectable()
export class AgentConsent {
    @inject(UserSettings) protected readonly settings: UserSettings;
    @inject(AgentLimits) protected readonly limits: AgentLimits;
    @inject(ApprovalStore) protected readonly store: ApprovalStore;
    @inject(PersonQuestions) protected readonly questions: PersonQuestions;

    /** Who was allowed to act where until the IDE ends. */
    protected readonly allowed = new Set<string>();
    /** Who was refused: a conversation until the person's next message in it, a program until the IDE ends. */
    protected readonly refusals = new Set<string>();
    protected readonly asking = new Map<string, { readonly workspace: string; readonly actor: Actor }>();
    protected readonly onDidChangeEmitter = new Emitter<void>();
    /** What holds without a question may be another now. */
    readonly onDidChange = this.onDidChangeEmitter.event;

    @postConstruct()
    protected init(): void {
        this.settings.onDidChange(name => {
            if (name === CONSENT) {
                // Whoever changes the setting wants to be asked anew, or no more: earlier answers are void.
                this.allowed.clear();
                this.refusals.clear();
                this.store.forgetConsents();
                this.questions.unmute();
                this.closeDecided();
                this.onDidChangeEmitter.fire();
            }
        });
    }

    /**
     * Answers with nothing when the agent may act in the tab's workspace, else with the refusal for the agent. Waits for the person
     * if need be; a program behind a door waits for as long as a command may take, the chat for as long as it takes.
     */
    async obtain(call: ConsentCall, tab: TabIdentity, caller?: OutsideCaller): Promise<CommandExecution | undefined> {
        const { sessionId, callId } = call;
        await this.settings.ready;
        const workspace = workspaceOf(tab);
        const client = caller?.isConversation === false ? caller.client : undefined;
        const actor = client === undefined ? { key: sessionId } : { key: `door ${client}`, client };
        for (let decision = this.decide(workspace, actor); decision !== 'allow'; decision = this.decide(workspace, actor)) {
            if (decision === 'refuse') {
                return refused('no-consent', client === undefined && this.standing(tab) === 'refuse' ? REFUSED_FOR_GOOD : REFUSED, ADVICE);
            }
            const { questionId, ended } = this.questions.ask(
                { kind: 'consent', workspace, ...(client === undefined ? {} : { client, wants: wantedBy(call) }) },
                {
                    ...{ tabId: tab.tabId, sessionId, callId },
                    ...(caller ? { timeoutMs: this.limits.commandTimeoutMs } : {}),
                    ...(caller?.gone ? { gone: caller.gone } : {})
                }
            );
            this.asking.set(questionId, { workspace, actor });
            const end = await ended;
            this.asking.delete(questionId);
            const refusal = this.take(end, workspace, actor);
            if (refusal) {
                return refusal;
            }
        }
        return undefined;
    }

    /** The person writes to the agent again: a refusal of before does not stand any more. */
    reconsider(sessionId: string): void {
        this.refusals.delete(sessionId);
    }

    /** What holds for the chat in the tab's workspace without a question, until the person takes it back; undefined while it asks. */
    standing(tab: TabIdentity): 'allow' | 'refuse' | undefined {
        const setting = this.settings.get(CONSENT);
        return setting === 'allow' || setting === 'refuse' ? setting : this.store.consentOf(workspaceOf(tab), undefined);
    }

    /** The person takes back what was to hold for the chat in the tab's workspace without a question. */
    askAgain(tab: TabIdentity): void {
        this.store.forgetConsent(workspaceOf(tab));
        this.allowed.clear();
        this.refusals.clear();
        this.onDidChangeEmitter.fire();
    }

    protected decide(workspace: string, { key, client }: Actor): 'allow' | 'refuse' | 'ask' {
        const setting = this.settings.get(CONSENT);
        if (setting === 'allow' || setting === 'refuse') {
            return setting;
        }
        const remembered = this.store.consentOf(workspace, client);
        return this.allowed.has(placeOf(workspace, client)) ? 'allow' : (remembered ?? (this.refusals.has(key) ? 'refuse' : 'ask'));
    }

    /** Acts on how a question ended. Without a refusal, what was decided meanwhile counts. */
    protected take(end: QuestionEnd, workspace: string, actor: Actor): CommandExecution | undefined {
        if ('without' in end) {
            return end.without === 'closed' ? undefined : refusedBy(notDone(end.without, 'no-consent'));
        }
        const { allowed } = end.answer;
        if ('remember' in end.answer && end.answer.remember) {
            this.store.setConsent(workspace, actor.client, allowed ? 'allow' : 'refuse');
        }
        if (allowed) {
            this.allowed.add(placeOf(workspace, actor.client));
        } else {
            this.refusals.add(actor.key);
        }
        this.closeDecided();
        this.onDidChangeEmitter.fire();
        return undefined;
    }

    /** One answer may settle what others ask. */
    protected closeDecided(): void {
        for (const [questionId, { workspace, actor }] of this.asking) {
            if (this.decide(workspace, actor) !== 'ask') {
                this.questions.close(questionId);
            }
        }
    }
}

/** What a person reads of a call. */
function wantedBy({ commandId, operation, args }: ConsentCall): WantedAction {
    const target = activityTarget(args, undefined);
    return { commandId, ...(operation === undefined ? {} : { operation }), ...(target === undefined ? {} : { target }) };
}

/** Where the chat, or a program, may act. */
function placeOf(workspace: string, client: string | undefined): string {
    return JSON.stringify([workspace, client]);
}

function workspaceOf({ workspaceUri }: TabIdentity): string {
    return workspaceUri === undefined ? '' : FileUri.fsPath(workspaceUri);
}

const ADVICE = 'Answer in words alone, and do not try again unless the person asks for it.';
const REFUSED = 'The person does not let the agent control the IDE, so nothing was done.';
const REFUSED_FOR_GOOD =
    'The agent may not control the IDE in this workspace, so nothing was done. To be asked again, choose "Ask Me Again Before Agent Acts" ' +
    `in the menu of "Agent" in the status bar, or change the setting ${CONSENT}.`;
