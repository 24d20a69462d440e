import { answerMessageSchema, type AskMessage, type HubMessage, type IdeMessage } from '@openspace/protocol';
import { visibleText, WorkspaceError } from '@openspace/workspace-tools';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { inject, injectable } from '@theia/core/shared/inversify';
import { join } from 'node:path';
import { CommandRefusal } from '../../common';
import { ActionConfirmation, type JudgedAction } from '../approval/action-confirmation';
import { AgentConsent } from '../approval/agent-consent';
import { coversCommand, exactPattern } from '../approval/command-pattern';
import { notDone } from '../approval/not-done';
import { CommandLedger } from '../ledger/command-ledger';
import type { OutsideCaller } from '../ledger/outside-caller';
import { AgentLimits } from '../settings/agent-limits';
import { TabRegistry, type ConnectedTab } from '../tab/tab-registry';
import { previewWrite } from '../workspace/change-preview';
import { judgedWrite } from '../workspace/judged-write';
import { WorkspaceKernels } from '../workspace/workspace-kernels';
import { ConversationPass } from './conversation-pass';
import { cutToSchema } from './cut-to-schema';

type Question = AskMessage['question'];
type ConsentMessage = Extract<HubMessage, { type: 'consent' }>;
export type AnswerMessage = Extract<IdeMessage, { type: 'answer' }>;

/** Who calls through a door, as the Hub tells it. */
type DoorCall = Pick<AskMessage, 'callId' | 'sessionId' | 'client' | 'connection' | 'pass'>;

/** Asks the person for programs at the Hub's doors to the workspace, like for every other action of an agent. */
@injectable()
export class DoorQuestions {
    @inject(TabRegistry) protected readonly tabs: TabRegistry;
    @inject(AgentConsent) protected readonly consent: AgentConsent;
    @inject(ActionConfirmation) protected readonly confirmation: ActionConfirmation;
    @inject(WorkspaceKernels) protected readonly kernels: WorkspaceKernels;
    @inject(ConversationPass) protected readonly pass: ConversationPass;
    @inject(CommandLedger) protected readonly ledger: CommandLedger;
    @inject(AgentLimits) protected readonly limits: AgentLimits;

    /** The questions that wait for an answer, and the calls that wait for the end of a pause. */
    protected readonly open = new Map<string, AbortController>();

    /** Resolves with what the person says. Never rejects. */
    ask(message: AskMessage): Promise<AnswerMessage> {
        return this.answer(message.callId, gone => this.confirm(message, gone));
    }

    /** Resolves with whether the person lets agents act in the workspace at all. Never rejects. */
    consentTo(message: ConsentMessage): Promise<AnswerMessage> {
        return this.answer(message.callId, gone => this.obtainConsent(message, message.wants, this.openTab(message.tabId), gone));
    }

    /** Resolves when the person lets agents go on who are paused in a tab, or has not for too long. Never rejects. */
    hold({ callId, tabId }: Extract<HubMessage, { type: 'hold' }>): Promise<AnswerMessage> {
        return this.answer(callId, async gone => {
            const end = await this.ledger.paused.hold(tabId, this.limits.commandTimeoutMs, gone);
            if (end !== 'resumed') {
                throw notDone(end === 'timeout' ? 'paused' : end, 'paused');
            }
        });
    }

    /** Whoever asked is gone: the question goes too. */
    withdraw(callId: string): void {
        this.open.get(callId)?.abort();
    }

    /** The link is lost: nobody gets the answers any more. */
    withdrawAll(): void {
        this.open.forEach(question => question.abort());
    }

    /** @throws CommandRefusal when the person does not let agents act in the tab's workspace */
    async obtainConsent(call: DoorCall, wants: ConsentMessage['wants'], tab: ConnectedTab, gone?: AbortSignal): Promise<void> {
        const { callId, sessionId } = call;
        const asked = { callId, sessionId, commandId: 'door', args: {}, ...wants };
        const refusal = await this.consent.obtain(asked, tab, this.callerOf(call, gone));
        if (refusal) {
            const { code = 'no-consent', error = 'The person does not allow it.' } = refusal.result;
            throw new CommandRefusal(code, error, refusal.advice);
        }
    }

    /** Answers yes unless there is a refusal. */
    protected async answer(callId: string, obtain: (gone: AbortSignal) => Promise<void>): Promise<AnswerMessage> {
        const withdrawn = new AbortController();
        this.open.set(callId, withdrawn);
        try {
            await obtain(withdrawn.signal);
            return { type: 'answer', callId, allowed: true };
        } catch (error) {
            const { message, advice } = sayable(error);
            const reason = cutToSchema(message, answerMessageSchema.properties.reason);
            const next = advice === undefined ? {} : { advice: cutToSchema(advice, answerMessageSchema.properties.advice) };
            return { type: 'answer', callId, allowed: false, reason, ...next };
        } finally {
            this.open.delete(callId);
        }
    }

    protected async confirm(message: AskMessage, gone: AbortSignal): Promise<void> {
        const { callId: operationId, sessionId, tabId, question } = message;
        const tab = this.openTab(tabId);
        await this.obtainConsent(message, wantedBy(question), tab, gone);
        const workspace = FileUri.fsPath(tab.workspaceUri);
        const outside = { sessionId, caller: this.callerOf(message, gone) };
        await this.confirmation.confirm(await this.judge(question, workspace), { tabId, workspace, operationId, outside });
    }

    protected openTab(tabId: string): ConnectedTab & { readonly workspaceUri: string } {
        const tab = this.tabs.get(tabId);
        if (tab?.workspaceUri === undefined) {
            throw notDone('no-tab', 'no-tab');
        }
        return { ...tab, workspaceUri: tab.workspaceUri };
    }

    protected callerOf({ client, connection, pass }: DoorCall, gone: AbortSignal | undefined): OutsideCaller {
        return {
            client,
            isConversation: this.pass.isShown(pass),
            ...(connection === undefined ? {} : { connection }),
            ...(gone ? { gone } : {})
        };
    }

    protected async judge(question: Question, workspace: string): Promise<JudgedAction> {
        const kernel = await this.kernels.open(workspace);
        if (question.action === 'write') {
            const { path, reason, rule, text } = question;
            // The person reads where the file really is, and nobody is asked about what nobody may change.
            const { relativePath } = await kernel.locate(path, 'write-file', { confirmed: true });
            const asked = await kernel.locate(path, 'write-file').then(
                () => new WorkspaceError('protected-path', reason, { rule }),
                (error: unknown) => (error instanceof WorkspaceError ? error : undefined)
            );
            return {
                ...judgedWrite(relativePath, workspace, asked),
                decision: 'ask',
                ...(text === undefined ? {} : { findChange: () => previewWrite(kernel, relativePath, text) })
            };
        }
        const { command, cwd, environment = {}, reason, subCommand } = question;
        const variables = Object.entries(environment).map(([name, value]) => visibleText(`${name}=${value}`));
        const trimmed = command.trim();
        const { shown } = kernel.guard.policy.judgeTerminalText(command, { cwd });
        return {
            decision: 'ask',
            action: 'run',
            text: [...variables, shown].join('\n'),
            reason: sentenceOf(reason, subCommand.trim() === trimmed ? undefined : subCommand),
            place: join(workspace, cwd),
            // Each line is a command of its own, and a pattern is read as one. It says nothing of variables, which may run something else.
            ...(trimmed.includes('\n') || variables.length > 0 ? {} : { pattern: exactPattern(trimmed) }),
            isCoveredBy: patterns => variables.length === 0 && patterns.some(pattern => coversCommand(pattern, trimmed))
        };
    }
}

/** What a program wants that asks about one action, before it has the person's consent to act at all. */
function wantedBy(question: Question): NonNullable<ConsentMessage['wants']> {
    return question.action === 'write'
        ? { operation: 'write', args: { path: question.path } }
        : { operation: 'exec', args: { command: question.command } };
}

/** What a caller may read of an error: the words of others are for the log. */
function sayable(error: unknown): { readonly message: string; readonly advice?: string | undefined } {
    return error instanceof CommandRefusal || error instanceof WorkspaceError
        ? error
        : { message: 'The IDE failed to ask the person.', advice: 'Try again later.' };
}

function sentenceOf(reason: string, about: string | undefined): string {
    const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`;
    return about === undefined ? `${sentence}.` : `${sentence}: ${about}`;
}
