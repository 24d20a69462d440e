import { visibleText } from '@openspace/workspace-tools';
import { Emitter } from '@theia/core/lib/common';
import { inject, injectable, postConstruct } from '@theia/core/shared/inversify';
import { CommandRefusal, type ChangePreview, type ConfirmationAnswer, type ConfirmationQuestion } from '../../common';
import { CommandLedger, type RunningCommand } from '../ledger/command-ledger';
import { approvalHolder, type OutsideCaller } from '../ledger/outside-caller';
import { AgentLimits } from '../settings/agent-limits';
import { CONFIRMATION, PolicySettings } from '../settings/policy-settings';
import { UserSettings } from '../settings/user-settings';
import { ApprovalStore, type PlacedPattern } from './approval-store';
import { notDone } from './not-done';
import { PersonQuestions, type QuestionEnd } from './person-questions';

/** Something that the policy lets happen, or asks a person about. */
export interface JudgedAction {
    readonly decision: 'allow' | 'ask';
    readonly action: 'run' | 'write';
    /** What a person reads: the whole command, or the path. */
    readonly text: string;
    readonly reason: string;
    /** The folder that the command runs in, or the workspace of the file: what is approved holds there alone. */
    readonly place: string;
    /** The pattern that covers this alone; absent when it can be allowed only once. */
    readonly pattern?: string;
    /** Whether these patterns, approved for this place, cover it. */
    readonly isCoveredBy: (patterns: readonly string[]) => boolean;
    /** What a write would make of the file, for the person to look at. Asked only when the person is. */
    readonly findChange?: () => Promise<ChangePreview>;
    /** Why something else may happen than was judged, if that is so. Asked only of what would happen without a question. */
    readonly findDoubt?: () => Promise<string | undefined>;
}

/** Where the action is to happen, and for whom. */
export interface ActionContext {
    readonly tabId: string;
    readonly workspace: string;
    /** The id of the agent's call, or one that was made for a person's own command. */
    readonly operationId: string;
    /** Who asks for something that no tab executes: a program at one of the Hub's doors to the workspace. */
    readonly outside?: ActionAsker;
}

/** A session of an agent, and the program that acts in it if that is not the chat. */
interface ActionAsker {
    readonly sessionId: string;
    readonly caller?: OutsideCaller;
}

/** Operations that were agreed to and may still have a second step; the oldest are forgotten first. */
const REMEMBERED_OPERATIONS = 100;

/** Asks the person before something happens that the policy, or the person's settings, want to be asked about. */
@injectable()
export class ActionConfirmation {
    @inject(PolicySettings) protected readonly settings: PolicySettings;
    @inject(UserSettings) protected readonly userSettings: UserSettings;
    @inject(AgentLimits) protected readonly limits: AgentLimits;
    @inject(ApprovalStore) protected readonly store: ApprovalStore;
    @inject(PersonQuestions) protected readonly questions: PersonQuestions;
    @inject(CommandLedger) protected readonly ledger: CommandLedger;

    protected readonly agreed = new Set<string>();
    /** What holds for a session, by whose session it is and the action. */
    protected readonly sessionPatterns = new Map<string, (PlacedPattern & { readonly workspace: string })[]>();
    protected readonly onDidChangeEmitter = new Emitter<void>();
    /** What needs no question may be another now. */
    readonly onDidChange = this.onDidChangeEmitter.event;

    @postConstruct()
    protected init(): void {
        this.userSettings.onDidChange(name => {
            if (name === CONFIRMATION) {
                this.questions.unmute();
            }
        });
    }

    /**
     * Resolves when the action may happen. Waits for the person if need be: as long as it takes for the chat, as long as a command
     * may take for a program behind a door.
     * @throws CommandRefusal with the person's answer
     */
    async confirm(judged: JudgedAction, context: ActionContext): Promise<void> {
        const running = this.ledger.runningCommand(context.operationId);
        await unlessStopped(this.obtain(judged, context, running), running?.command.stopped);
    }

    protected async obtain(judged: JudgedAction, context: ActionContext, running: RunningCommand | undefined): Promise<void> {
        const level = await this.settings.confirmation();
        const operation = JSON.stringify([context.operationId, judged.action, judged.text]);
        if (level === 'never' || this.agreed.has(operation)) {
            return;
        }
        const asker: ActionAsker | undefined = context.outside ?? running;
        const holder = asker ? approvalHolder(asker.sessionId, asker.caller) : context.tabId;
        const sessionKey = holder === undefined ? undefined : JSON.stringify([holder, judged.action]);
        const approved = [
            ...(this.store.get(context.workspace)[judged.action] ?? []),
            ...((sessionKey === undefined ? undefined : this.sessionPatterns.get(sessionKey)) ?? [])
        ];
        const patterns = approved.filter(({ place }) => place === judged.place).map(({ pattern }) => pattern);
        const isFine = (level !== 'always' && judged.decision === 'allow') || judged.isCoveredBy(patterns);
        const doubt = isFine ? await judged.findDoubt?.() : undefined;
        if (isFine && doubt === undefined) {
            return;
        }
        const asked = doubt === undefined ? readable(judged) : { ...onlyOnce(judged), reason: doubt };
        const scopes = sessionKey === undefined ? (['workspace'] as const) : (['session', 'workspace'] as const);
        const answer = await this.ask(asked, asked.pattern === undefined ? [] : scopes, context, running);
        this.agreed.add(operation);
        [...this.agreed].slice(0, -REMEMBERED_OPERATIONS).forEach(old => this.agreed.delete(old));
        if (answer.scope !== 'once' && answer.pattern !== '') {
            const approval = { pattern: answer.pattern, place: judged.place };
            this.remember(answer.scope, approval, judged.action, sessionKey, context.workspace);
        }
    }

    /** Whether something needs no question in a workspace, because the person approved it for longer. */
    hasApproved(workspace: string): boolean {
        const { run = [], write = [] } = this.store.get(workspace);
        const inSessions = [...this.sessionPatterns.values()].flat().some(approval => approval.workspace === workspace);
        return run.length + write.length > 0 || inSessions;
    }

    /** The person takes back what was approved for longer, in a workspace and in sessions. */
    askAgain(workspace: string): void {
        this.store.forgetPatterns(workspace);
        this.sessionPatterns.clear();
        this.onDidChangeEmitter.fire();
    }

    protected async ask(
        { action, text, reason, place, pattern, findChange }: JudgedAction,
        scopes: ConfirmationQuestion['scopes'],
        { tabId, operationId, outside }: ActionContext,
        running: RunningCommand | undefined
    ): Promise<Extract<ConfirmationAnswer, { allowed: true }>> {
        const asker: ActionAsker | undefined = outside ?? running;
        const { sessionId = operationId, caller }: Partial<ActionAsker> = asker ?? {};
        // What cannot be compared can still be asked about.
        const change = await findChange?.().catch(() => undefined);
        if (running?.command.stopped.aborted) {
            throw notDone('stopped', 'stopped');
        }
        const client = caller?.isConversation === false ? caller.client : undefined;
        const { questionId, ended } = this.questions.ask(
            {
                kind: 'confirmation',
                ...{ action, text, reason, place, scopes },
                ...(change === undefined ? {} : { change }),
                ...(pattern === undefined ? {} : { pattern }),
                ...(asker ? {} : { isOwn: true as const }),
                ...(client === undefined ? {} : { client })
            },
            {
                tabId,
                sessionId,
                callId: operationId,
                ...(caller ? { timeoutMs: this.limits.commandTimeoutMs } : {}),
                ...(caller?.gone ? { gone: caller.gone } : {})
            }
        );
        // A command that is given up meanwhile, because its page is loaded anew for instance, must not happen later.
        void running?.command.ended.then(() => this.questions.close(questionId));
        const end = await (running ? running.command.whileAsking(ended) : ended);
        if (!asker && 'answer' in end && !end.answer.allowed) {
            throw new CommandRefusal('not-confirmed', 'You refused this, so nothing was done.');
        }
        return allowedAnswer(end);
    }

    protected remember(
        scope: 'session' | 'workspace',
        approval: PlacedPattern,
        action: 'run' | 'write',
        sessionKey: string | undefined,
        workspace: string
    ): void {
        const before = this.store.get(workspace);
        const isKept = scope === 'workspace' && this.store.set(workspace, { ...before, [action]: [...(before[action] ?? []), approval] });
        if (!isKept && sessionKey !== undefined) {
            this.sessionPatterns.set(sessionKey, [...(this.sessionPatterns.get(sessionKey) ?? []), { ...approval, workspace }]);
        }
        this.onDidChangeEmitter.fire();
    }
}

/** Looking into something may take a while, in which the person may say stop: then it must not happen, whatever comes of the look. */
function unlessStopped(consent: Promise<void>, stopped: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
        const refuse = (): void => reject(notDone('stopped', 'stopped'));
        stopped?.addEventListener('abort', refuse, { once: true });
        if (stopped?.aborted) {
            refuse();
        }
        consent.then(resolve, reject).finally(() => stopped?.removeEventListener('abort', refuse));
    });
}

/** A person allows for longer only what can be read as it is: what a pattern hides would be approved unseen. */
function readable(judged: JudgedAction): JudgedAction {
    const { pattern = '' } = judged;
    return visibleText(pattern) === pattern ? judged : onlyOnce(judged);
}

/** Without the pattern, because nobody can say what it will be the next time. */
function onlyOnce({ pattern: _pattern, ...judged }: JudgedAction): JudgedAction {
    return judged;
}

/** @throws CommandRefusal for everything but a clear yes */
function allowedAnswer(end: QuestionEnd): Extract<ConfirmationAnswer, { allowed: true }> {
    if ('without' in end) {
        // What is closed was given up, and nobody reads of it.
        throw notDone(end.without === 'closed' ? 'gone' : end.without, 'not-confirmed');
    }
    const { answer } = end;
    if (answer.allowed && 'scope' in answer) {
        return answer;
    }
    const said = 'message' in answer && answer.message ? answer.message : undefined;
    const message = said === undefined ? '' : ` The person says: ${JSON.stringify(said)}${/[.!?…]$/.test(said) ? '' : '.'}`;
    throw new CommandRefusal(
        'not-confirmed',
        `The person refused this, so nothing was done.${message}`,
        'Do not try the same in another way; ask the person how to go on.'
    );
}
