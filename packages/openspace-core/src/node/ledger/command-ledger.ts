import type { BlockProblem, BlockProblemCode } from '@openspace/block-parser';
import { agentCommandSchema, LIMITS, type ArgumentsOf, type CommandCall, type RiskClass } from '@openspace/protocol';
import { Emitter, ILogger } from '@theia/core/lib/common';
import { generateUuid } from '@theia/core/lib/common/uuid';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import Ajv from 'ajv';
import { outsideNamespace, type CommandExecution } from '../../common';
import { AgentConsent } from '../approval/agent-consent';
import { PersonQuestions } from '../approval/person-questions';
import { HubClient } from '../hub/hub-client';
import { AgentLimits } from '../settings/agent-limits';
import { TabRegistry, type ConnectedTab } from '../tab/tab-registry';
import { withBoundedWait } from './bounded-wait';
import { CommandAudit } from './command-audit';
import type { CommandProgress, FinishedCommand } from './command-progress';
import { DeliveredCommand, refused, unknown } from './delivered-command';
import type { OutsideCaller } from './outside-caller';
import { HELD_TOO_LONG, PausedTabs } from './paused-tabs';
import { isReportFull } from './result-report';
import { withoutTerminalSecrets } from './terminal-secrets';
import { UntoldEnds } from './untold-ends';

const isAgentCommand = new Ajv().compile<ArgumentsOf<typeof agentCommandSchema>>(agentCommandSchema);

/** Stands for the command of a block that names none. */
const UNREADABLE = '(unreadable block)';

/** Characters of such a block that the agent is told, so that it knows which one is meant. */
const MAX_EXCERPT_LENGTH = 120;

/** The code of a block that a reader sees as code. */
const IN_CODE: BlockProblemCode = 'in-code';

/** A command in the hands of a tab. */
export interface RunningCommand {
    readonly command: DeliveredCommand;
    readonly sessionId: string;
    readonly caller?: OutsideCaller;
}

/** The commands of one session: first in, first out, one at a time. */
interface SessionQueue {
    ownerTabId: string;
    readonly waiting: CommandCall[];
    /** Blocks that each message of the agent has held. */
    readonly perMessage: Map<string, number>;
    /** What has ended since it was taken last. */
    finished: FinishedCommand[];
    /** Made by a call through a door, and gone with its last one: no conversation belongs to it. */
    isTransient: boolean;
    /** The next command keeps its distance from the last one, also when the queue was empty in between. In `performance.now()`. */
    restsUntil: number;
    draining?: Promise<void>;
}

/**
 * Every command of the agent passes through here on its way to the tab that owns the session. A command runs at most once and
 * ends in exactly one result.
 */
@injectable()
export class CommandLedger {
    @inject(TabRegistry) protected readonly tabs: TabRegistry;
    @inject(HubClient) protected readonly hub: HubClient;
    @inject(CommandAudit) protected readonly audit: CommandAudit;
    @inject(AgentConsent) protected readonly consent: AgentConsent;
    @inject(AgentLimits) protected readonly limits: AgentLimits;
    @inject(PersonQuestions) protected readonly questions: PersonQuestions;
    @inject(ILogger) @named('openspace:CommandLedger') protected readonly logger: ILogger;

    /** How long a command waits for its owner to come back. */
    protected ownerWaitMs: number = LIMITS.tabGoneMs;
    protected readonly sessions = new Map<string, SessionQueue>();
    /** The commands that a tab has now, by call id. */
    protected readonly delivered = new Map<string, DeliveredCommand>();
    protected readonly onDidChangeQueueEmitter = new Emitter<SessionQueue>();
    /** Who called from outside the conversations and waits for the result, by call id. */
    protected readonly callers = new Map<
        string,
        { readonly caller: OutsideCaller; readonly askedAt: number; readonly answer: (finished: FinishedCommand) => void }
    >();
    protected readonly onDidChangeOwnersEmitter = new Emitter<void>();
    /** A conversation has another owner, or is over. */
    readonly onDidChangeOwners = this.onDidChangeOwnersEmitter.event;
    protected readonly untold = new UntoldEnds();
    readonly paused = new PausedTabs();
    protected readonly onDidProgressEmitter = new Emitter<CommandProgress>();
    /** Told for every command: at least once, with its end. */
    readonly onDidProgress = this.onDidProgressEmitter.event;

    protected readonly onDidWaitForPersonEmitter = new Emitter<string>();
    /** The call with this id waits for a person's decision, which may take a while. */
    readonly onDidWaitForPerson = this.onDidWaitForPersonEmitter.event;

    /** Makes a tab the one that executes the session's commands, those that wait included. */
    setOwner(sessionId: string, tabId: string): void {
        this.hub.setOwner(sessionId, tabId);
        this.consent.reconsider(sessionId);
        const session = this.sessions.get(sessionId);
        if (session) {
            session.ownerTabId = tabId;
            session.isTransient = false;
            this.onDidChangeQueueEmitter.fire(session);
        } else {
            this.addSession(sessionId, tabId, false);
        }
        this.tabs.markActive(tabId);
        this.onDidChangeOwnersEmitter.fire();
    }

    /** The conversations whose commands a tab executes. */
    sessionsOf(tabId: string): string[] {
        return [...this.sessions].flatMap(([id, session]) => (session.ownerTabId === tabId && !session.isTransient ? [id] : []));
    }

    /** Whether a session has a tab that executes its commands, and is not over. */
    hasSession(sessionId: string): boolean {
        return this.sessions.has(sessionId);
    }

    /**
     * Executes a command for a caller outside the conversations and answers with its one result. The call waits in the queue of
     * its session like any other; a session that no conversation has is the caller's own, in the given tab.
     */
    execute(call: CommandCall, tabId: string, caller: OutsideCaller): Promise<FinishedCommand> {
        return new Promise(answer => {
            this.callers.set(call.callId, { caller, askedAt: performance.now(), answer });
            const session = this.sessions.get(call.sessionId) ?? this.addSession(call.sessionId, tabId, true);
            this.enqueue(session, call);
            this.onDidChangeQueueEmitter.fire(session);
        });
    }

    /** A person has to decide before the call can go on: whoever waits for it learns why. */
    waitForPerson(callId: string): void {
        this.onDidWaitForPersonEmitter.fire(callId);
    }

    protected addSession(sessionId: string, ownerTabId: string, isTransient: boolean): SessionQueue {
        const session: SessionQueue = { ownerTabId, waiting: [], perMessage: new Map(), finished: [], isTransient, restsUntil: 0 };
        this.sessions.set(sessionId, session);
        return session;
    }

    /** Takes a parsed block of the agent's message; answers at once, the command runs when its turn comes. */
    submit(sessionId: string, messageId: string, block: unknown): void {
        const callId = generateUuid();
        if (!isAgentCommand(block)) {
            const text = JSON.stringify(block).slice(0, MAX_EXCERPT_LENGTH);
            const call = { callId, sessionId, commandId: commandIdOf(block), args: { block: text } };
            this.refuseBlock(messageId, call, 'invalid-block', 'A block must be {"cmd": "<command id>", "args": {…}} and nothing else.');
            return;
        }
        const call: CommandCall = { callId, sessionId, commandId: block.cmd, args: block.args ?? {} };
        const session = this.sessions.get(sessionId);
        if (!session) {
            this.finish(call, refused('no-session', 'No browser tab owns this session, so there is nowhere to run the command.'));
            return;
        }
        const count = this.count(session, messageId);
        const { commandsPerMessage } = this.limits;
        if (count > commandsPerMessage) {
            const reason = `A message may run ${commandsPerMessage} commands. Send the rest in your next message.`;
            this.finish(call, refused('too-many-commands', reason));
            return;
        }
        // Before anybody is asked for consent: it would not run in any case.
        const refusal = outsideNamespace(call.commandId);
        if (refusal) {
            this.finish(call, refused(refusal.code, refusal.message));
        } else {
            this.enqueue(session, call);
        }
    }

    protected enqueue(session: SessionQueue, call: CommandCall): void {
        if (session.waiting.length >= LIMITS.queuedCommands) {
            this.finish(call, refused('queue-full', `${LIMITS.queuedCommands} commands are waiting already. Send this one again later.`));
        } else {
            session.waiting.push(call);
            this.logger.debug(`${call.sessionId} queued ${call.commandId} ${call.callId}`);
            this.tellProgress(call, 'waiting');
            session.draining ??= this.drain(session, call.sessionId);
        }
    }

    /** Records that a block of the agent could not be read, so that the agent learns of it and which one it was. */
    reject(sessionId: string, messageId: string, { code, message, excerpt }: BlockProblem): void {
        const call = { callId: generateUuid(), sessionId, commandId: UNREADABLE, args: { block: excerpt } };
        this.refuseBlock(messageId, call, code, message);
    }

    /** The person said stop: what waits is refused. What a tab has already runs to its end. */
    cancel(sessionId: string): void {
        const session = this.sessions.get(sessionId);
        for (const call of session?.waiting.splice(0) ?? []) {
            this.finish(call, refused('stopped', 'The person stopped you before this command ran.'));
        }
        this.questions.stopSession(sessionId);
        if (session) {
            this.onDidChangeQueueEmitter.fire(session);
        }
    }

    /** The person said stop to everything in this tab. */
    cancelTab(tabId: string): void {
        this.queuesOf(tabId).forEach(([sessionId]) => this.cancel(sessionId));
        this.paused.stop(tabId);
    }

    /** How many commands of a tab's sessions and calls through doors wait, and whether any command waits or runs. */
    loadOf(tabId: string): { queued: number; busy: boolean } {
        const queues = this.queuesOf(tabId).map(([, session]) => session);
        return {
            queued: queues.reduce((sum, { waiting }) => sum + waiting.length, this.paused.heldIn(tabId)),
            busy: queues.some(({ draining }) => draining !== undefined)
        };
    }

    /** How many commands of all sessions and calls through doors wait. */
    get queued(): number {
        return [...this.sessions.values()].reduce((sum, { waiting }) => sum + waiting.length, this.paused.held);
    }

    protected queuesOf(tabId: string): [string, SessionQueue][] {
        return [...this.sessions].filter(([, session]) => session.ownerTabId === tabId);
    }

    /**
     * The session is over for good: its conversation was deleted, or its tab is gone. What waits is refused, and every tab is told,
     * so that what the agent opened can go; its own tab also when that comes back only later.
     */
    endSession(sessionId: string): void {
        const session = this.sessions.get(sessionId);
        if (session && !session.isTransient && !this.tabs.get(session.ownerTabId)) {
            this.untold.add(session.ownerTabId, sessionId);
        }
        this.cancel(sessionId);
        this.sessions.delete(sessionId);
        this.hub.forgetSession(sessionId);
        this.onDidChangeOwnersEmitter.fire();
        this.tabs.all().forEach(tab => tab.client.onSessionEnded(sessionId));
    }

    @postConstruct()
    protected init(): void {
        this.questions.onDidAsk(({ callId }) => this.waitForPerson(callId));
        this.tabs.onDidGo(tabId => {
            this.paused.forget(tabId);
            this.queuesOf(tabId).forEach(([sessionId]) => this.endSession(sessionId));
        });
        this.tabs.onDidChange(tabId => this.catchUp(tabId));
    }

    /** Tells a tab that is back what ended while it was away, unless it goes on again by now. */
    protected catchUp(tabId: string): void {
        const tab = this.tabs.get(tabId);
        if (tab) {
            const ended = this.untold.take(tabId).filter(sessionId => !this.sessions.has(sessionId));
            ended.forEach(sessionId => tab.client.onSessionEnded(sessionId));
        }
    }

    /** Resolves when no command of the session waits or runs. */
    async settle(sessionId: string): Promise<void> {
        await this.sessions.get(sessionId)?.draining;
    }

    /** The commands that have ended since the last time; counts anew. What still runs is told the next time. */
    takeFinished(sessionId: string): FinishedCommand[] {
        const session = this.sessions.get(sessionId);
        const finished = session?.finished ?? [];
        if (session) {
            session.finished = [];
            session.perMessage.clear();
        }
        return finished;
    }

    /** Takes commands back whose results could not be sent to the agent: they are the first to be taken the next time. */
    keepFinished(sessionId: string, finished: readonly FinishedCommand[]): void {
        this.sessions.get(sessionId)?.finished.unshift(...finished);
    }

    /** A tab says how a command ended. What comes late, or from another tab, changes nothing: the result is known by then. */
    commandFinished(tabId: string, callId: string, execution: CommandExecution): void {
        const command = this.delivered.get(callId);
        if (command?.tab.tabId === tabId) {
            command.end(execution);
        } else {
            this.logger.warn(`Tab ${tabId} reported ${callId}, which it does not have`);
        }
    }

    /** A command that a tab has now, and who asked for it if not a conversation. */
    runningCommand(callId: string): RunningCommand | undefined {
        const command = this.delivered.get(callId);
        const caller = this.callers.get(callId)?.caller;
        return command && { command, sessionId: command.sessionId, ...(caller === undefined ? {} : { caller }) };
    }

    protected async drain(session: SessionQueue, sessionId: string): Promise<void> {
        while (session.waiting.length > 0) {
            const pausedAt = this.paused.since(session.ownerTabId);
            if (pausedAt !== undefined) {
                await this.hold(session, pausedAt);
                continue;
            }
            // Whatever is waited for, the command stays in the queue: the person may say stop or hold it meanwhile.
            const restMs = session.restsUntil - performance.now();
            if (restMs > 0) {
                await pause(restMs);
                continue;
            }
            const [next] = session.waiting;
            const owner = await this.ownerOf(session);
            const refusal = owner && (await this.consent.obtain(next, owner, this.callers.get(next.callId)?.caller));
            // The person may have taken a while to agree, and the page may have been loaded anew since.
            const tab = refusal ? undefined : await this.ownerOf(session);
            if (session.waiting[0] !== next) {
                continue;
            }
            if (refusal) {
                session.waiting.shift();
                this.finish(next, refusal);
            } else if (!this.paused.has(session.ownerTabId)) {
                session.waiting.shift();
                await this.run(next, tab);
                session.restsUntil = performance.now() + LIMITS.commandPauseMs;
            }
        }
        // In the same step in which the queue was found empty: what is submitted from now on starts a new drain.
        session.draining = undefined;
        if (session.isTransient && this.sessions.get(sessionId) === session) {
            this.sessions.delete(sessionId);
        }
    }

    /** Waits for a change of what is paused. The chat waits for as long as it takes, a program at a door as long as for an answer. */
    protected async hold(session: SessionQueue, pausedAt: number): Promise<void> {
        const endOf = ({ callId }: CommandCall): number =>
            Math.max(pausedAt, this.callers.get(callId)?.askedAt ?? Infinity) + this.limits.commandTimeoutMs;
        const now = performance.now();
        const due = session.waiting.filter(call => endOf(call) <= now);
        if (due.length > 0) {
            due.forEach(call => {
                session.waiting.splice(session.waiting.indexOf(call), 1);
                this.finish(call, refused('paused', HELD_TOO_LONG));
            });
            return;
        }
        const next = Math.min(...session.waiting.map(endOf));
        await this.nextChange(next === Infinity ? undefined : next - now);
    }

    protected async run(call: CommandCall, tab: ConnectedTab | undefined): Promise<void> {
        if (!tab) {
            const reason = 'The browser tab of this session is closed. Ask the person to open it and to send the message again.';
            this.finish(call, refused('no-tab', reason));
            return;
        }
        const risk = this.tabs.commandOf(tab, call.commandId)?.risk;
        if (risk === 'read' && !this.callers.has(call.callId) && isReportFull(this.sessions.get(call.sessionId)?.finished ?? [])) {
            this.finish(call, refused('report-full', 'The results of this message are long enough. Read this in your next message.'), risk);
            return;
        }
        const trouble = this.audit.begin(call, this.clientOf(call), risk);
        if (trouble !== undefined) {
            this.finish(call, refused('no-audit', trouble), risk);
            return;
        }
        this.tellProgress(call, 'running', risk);
        const startedAt = performance.now();
        const { commandTimeoutMs } = this.limits;
        const command = new DeliveredCommand(tab, this.tabs, call.sessionId, commandTimeoutMs);
        this.delivered.set(call.callId, command);
        try {
            tab.client.onAgentCommand(withBoundedWait(call, commandTimeoutMs));
        } catch (error) {
            this.logger.warn(`${call.commandId} ${call.callId} could not be handed over`, error);
            command.end(unknown('connection-lost', 'The browser tab could not be reached. Look at the IDE before you try again.'));
        }
        const execution = withoutTerminalSecrets(call.commandId, await command.ended);
        this.delivered.delete(call.callId);
        this.finish(call, execution, risk, performance.now() - startedAt);
    }

    protected clientOf(call: CommandCall): string {
        return this.callers.get(call.callId)?.caller.client ?? 'chat';
    }

    protected tellProgress(
        call: CommandCall,
        state: CommandProgress['state'],
        risk?: RiskClass,
        end: Pick<CommandProgress, 'execution' | 'durationMs'> = {}
    ): void {
        const tabId = this.sessions.get(call.sessionId)?.ownerTabId;
        this.onDidProgressEmitter.fire({ call, client: this.clientOf(call), tabId, risk, state, ...end });
    }

    /** The owner, if it is there or comes back in time for what waits: a reload or a short loss of the network does not end a session. */
    protected async ownerOf(session: SessionQueue): Promise<ConnectedTab | undefined> {
        const deadline = Date.now() + this.ownerWaitMs;
        let tab = this.tabs.get(session.ownerTabId);
        for (let left = this.ownerWaitMs; !tab && left > 0 && session.waiting.length > 0; left = deadline - Date.now()) {
            await this.nextChange(left);
            tab = this.tabs.get(session.ownerTabId);
        }
        return tab;
    }

    /** Resolves when a tab comes or goes, a queue changes or goes on, at the latest after the given time. */
    protected nextChange(timeoutMs?: number): Promise<void> {
        return new Promise(resolve => {
            const done = (): void => {
                clearTimeout(timer);
                subscriptions.forEach(subscription => subscription.dispose());
                resolve();
            };
            const timer = timeoutMs === undefined ? undefined : setTimeout(done, timeoutMs);
            const events = [this.tabs.onDidChange, this.onDidChangeQueueEmitter.event, this.paused.onDidChange];
            const subscriptions = events.map(event => event(done));
        });
    }

    /**
     * Refuses a block that is no command. A message full of them must not push other results out of sight: the first one too many
     * is told for all that follow.
     */
    protected refuseBlock(messageId: string, call: CommandCall, code: string, reason: string): void {
        const session = this.sessions.get(call.sessionId);
        const { commandsPerMessage } = this.limits;
        // What stands in code is shown and nobody waits for it: it takes no place of a command.
        const count = session ? this.count(session, code === IN_CODE ? `${messageId} in code` : messageId) : 0;
        if (count <= commandsPerMessage) {
            this.finish(call, refused(code, reason));
        } else if (count === commandsPerMessage + 1 && code !== IN_CODE) {
            const rest = `The message has more than ${commandsPerMessage} blocks. This one and those that follow could not be read, or were refused.`;
            this.finish(call, refused('too-many-commands', `${rest} Correct them and send them in your next message.`));
        }
    }

    protected count(session: SessionQueue, messageId: string): number {
        const count = (session.perMessage.get(messageId) ?? 0) + 1;
        session.perMessage.set(messageId, count);
        return count;
    }

    protected finish(call: CommandCall, execution: CommandExecution, risk?: RiskClass, durationMs = 0): void {
        const { sessionId, commandId, callId } = call;
        const { outcome, result } = execution;
        this.audit.end(call, this.clientOf(call), risk, execution, durationMs);
        this.tellProgress(call, 'ended', risk, { execution, durationMs });
        const finished = { call, execution, ...(risk ? { risk } : {}) };
        const caller = this.callers.get(callId);
        if (caller) {
            this.callers.delete(callId);
            caller.answer(finished);
        } else {
            this.sessions.get(sessionId)?.finished.push(finished);
        }
        this.logger.debug(`${sessionId} ${commandId} ${callId} ${outcome}`);
        this.hub.postResult({ sessionId, commandId, callId, outcome, result, timestamp: new Date().toISOString() });
    }
}

function commandIdOf(block: unknown): string {
    const cmd = typeof block === 'object' && block !== null && 'cmd' in block ? block.cmd : undefined;
    return typeof cmd === 'string' && cmd !== '' ? cmd.slice(0, 200) : UNREADABLE;
}

function pause(ms: number): Promise<void> {
    return new Promise(resolve => setTimeout(resolve, ms));
}
