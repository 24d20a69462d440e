import type { BlockProblem } from '@openspace/block-parser';
import { CHAT_CLIENT, LIMITS, type CommandCall, type RiskClass } from '@openspace/protocol';
import { Emitter, ILogger } from '@theia/core/lib/common';
import { generateUuid } from '@theia/core/lib/common/uuid';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import { outsideNamespace, type CommandExecution, type FollowReason } from '../../common';
import { AgentConsent } from '../approval/agent-consent';
import { notDone } from '../approval/not-done';
import { PersonQuestions } from '../approval/person-questions';
import { HubClient } from '../hub/hub-client';
import { AgentLimits } from '../settings/agent-limits';
import { TabRegistry, type ConnectedTab } from '../tab/tab-registry';
import { IN_CODE, readBlock, unreadableBlock } from './agent-block';
import { CommandAudit } from './command-audit';
import { CommandDelivery } from './command-delivery';
import type { CommandProgress, FinishedCommand } from './command-progress';
import { refused, refusedBy, type DeliveredCommand } from './delivered-command';
import { DoorSessions } from './door-sessions';
import { isConversationName, sessionBeside, type OutsideCaller } from './outside-caller';
import { PausedTabs } from './paused-tabs';
import { QueueDrain, type WaitingCaller } from './queue-drain';
import { isReportFull } from './result-report';
import type { SessionQueue } from './session-queue';
import { SessionQueues } from './session-queues';
import { toldResult } from './told-result';
import { UntoldEnds } from './untold-ends';

/** So many commands of one message have a result each; the last one stands for all that follow. */
const MOST_TOLD = LIMITS.queuedCommands;

/** A command in the hands of a tab. */
export interface RunningCommand {
    readonly command: DeliveredCommand;
    readonly sessionId: string;
    readonly caller?: OutsideCaller;
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
    protected readonly sessions = new SessionQueues();
    protected delivery: CommandDelivery;
    protected queues: QueueDrain;
    /** Who called from outside the conversations and waits for the result, by call id. */
    protected readonly callers = new Map<string, WaitingCaller & { readonly answer: (finished: FinishedCommand) => void }>();
    protected readonly onDidChangeOwnersEmitter = new Emitter<void>();
    /** A conversation has another owner, or is over. */
    readonly onDidChangeOwners = this.onDidChangeOwnersEmitter.event;
    protected readonly untold = new UntoldEnds();
    protected readonly doors = new DoorSessions();
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
        this.questions.moveSession(sessionId, tabId);
        this.queues.tellChange(this.sessions.own(sessionId, tabId));
        this.sessions.deleteOldest(tabId).forEach(forgotten => this.hub.forgetSession(forgotten));
        this.tabs.markActive(tabId);
        this.onDidChangeOwnersEmitter.fire();
    }

    /**
     * Makes a tab the one that executes the session's commands when the one that has done so is not there now; false when it is. What the
     * person holds there is held here as well. A tab that merely has its connection back waits for the other one, which may be back soon.
     */
    takeOver(sessionId: string, tabId: string, why: FollowReason): boolean {
        const session = this.sessions.get(sessionId);
        const isFree = !session || (why === 'opened' ? !this.tabs.get(session.ownerTabId) : this.tabs.isGone(session.ownerTabId));
        if (isFree) {
            if (session && this.paused.has(session.ownerTabId)) {
                this.paused.set(tabId, true);
            }
            this.setOwner(sessionId, tabId);
        }
        return isFree;
    }

    /** The conversations whose commands a tab executes. */
    sessionsOf(tabId: string): string[] {
        return this.sessions.conversationsOf(tabId);
    }

    /** The conversations that have a tab which executes their commands. */
    conversations(): string[] {
        return this.sessions.conversations();
    }

    /** Whether a session has a tab that executes its commands, and is not over. */
    hasSession(sessionId: string): boolean {
        return this.sessions.get(sessionId) !== undefined;
    }

    /**
     * Executes a command for a caller outside the conversations and answers with its one result. The call waits in the queue of
     * its session like any other; a session that no conversation has is the caller's own, in the given tab.
     */
    execute(asked: CommandCall, tabId: string, caller: OutsideCaller): Promise<FinishedCommand> {
        const call = caller.isConversation ? asked : this.besideConversation(asked);
        return new Promise(answer => {
            this.callers.set(call.callId, { caller, askedAt: performance.now(), answer });
            const session = this.sessions.obtain(call.sessionId, tabId);
            if (session.isTransient) {
                this.doors.note(call.sessionId, session.ownerTabId, caller.connection);
            }
            this.enqueue(session, call);
            this.queues.tellChange(session);
        });
    }

    /** Anybody may name a conversation, which must neither wait for the call nor be told its result: it gets a session of its own. */
    protected besideConversation(call: CommandCall): CommandCall {
        // One that has not been used since the IDE was started is known by its name alone.
        const isConversation = isConversationName(call.sessionId) || this.sessions.find(call.sessionId)?.isTransient === false;
        return isConversation ? { ...call, sessionId: sessionBeside(call.sessionId) } : call;
    }

    /** A person has to decide before the call can go on: whoever waits for it learns why. */
    waitForPerson(callId: string): void {
        this.onDidWaitForPersonEmitter.fire(callId);
    }

    /**
     * Takes a parsed block of the agent's message; answers at once, the command runs when its turn comes.
     * @returns the id of the call that waits now, or undefined when it was refused
     */
    submit(sessionId: string, messageId: string, block: unknown, callId = generateUuid()): string | undefined {
        const read = readBlock(sessionId, block, callId);
        if ('code' in read) {
            this.refuseBlock(messageId, read.call, read.code, read.reason);
            return undefined;
        }
        const { call } = read;
        const count = this.sessions.find(sessionId)?.count(messageId) ?? 0;
        if (count > this.limits.commandsPerMessage) {
            this.refuseExcess(messageId, call, count);
            return undefined;
        }
        const session = this.sessions.get(sessionId);
        if (!session) {
            this.finish(call, refused('no-session', 'No browser tab owns this session, so there is nowhere to run the command.'));
            return undefined;
        }
        // Before anybody is asked for consent: it would not run in any case.
        const refusal = outsideNamespace(call.commandId);
        if (refusal) {
            this.finish(call, refusedBy(refusal));
            return undefined;
        }
        return this.enqueue(session, call) ? call.callId : undefined;
    }

    /** Whether there was room for the call; else it is refused. */
    protected enqueue(session: SessionQueue, call: CommandCall): boolean {
        if (session.waiting.length >= LIMITS.queuedCommands) {
            this.finish(call, refused('queue-full', `${LIMITS.queuedCommands} commands are waiting already. Send this one again later.`));
            return false;
        }
        session.waiting.push(call);
        if (session.waiting.length === LIMITS.queuedCommands) {
            this.logger.warn(`${call.sessionId} has ${LIMITS.queuedCommands} commands that wait: more are refused`);
        }
        this.logger.debug(`${call.sessionId} queued ${call.commandId} ${call.callId}`);
        this.tellProgress(call, 'waiting');
        this.queues.start(session);
        return true;
    }

    /** Records that a block of the agent could not be read, so that the agent learns of it and which one it was. */
    reject(sessionId: string, messageId: string, problem: BlockProblem, callId = generateUuid()): void {
        const { call, code, reason } = unreadableBlock(sessionId, problem, callId);
        this.refuseBlock(messageId, call, code, reason);
    }

    /** The person said stop: what waits is refused. What a tab has already waits for nothing any longer, and ends in a moment. */
    cancel(sessionId: string): void {
        this.delivery.stop(sessionId);
        this.clear(sessionId, 'stopped');
    }

    protected clear(sessionId: string, why: 'stopped' | 'gone' | 'no-tab'): void {
        const session = this.sessions.get(sessionId);
        for (const call of session?.waiting.splice(0) ?? []) {
            this.finish(call, refusedBy(notDone(why, why)));
        }
        this.tellExcess(sessionId);
        this.questions.endSession(sessionId, why);
        if (session) {
            this.queues.tellChange(session);
        }
    }

    /** The person said stop to everything in this tab, but for sessions that were set to work since. */
    cancelTab(tabId: string, except: readonly string[] = []): void {
        const stopped = this.sessions.of(tabId).filter(({ sessionId }) => !except.includes(sessionId));
        stopped.forEach(({ sessionId }) => this.cancel(sessionId));
        this.paused.stop(tabId);
    }

    /** How many commands of a tab's sessions and calls through doors wait, and whether any command waits or runs. */
    loadOf(tabId: string): { queued: number; busy: boolean } {
        const queues = this.sessions.of(tabId);
        return {
            queued: queues.reduce((sum, { waiting }) => sum + waiting.length, this.paused.heldIn(tabId)),
            busy: queues.some(({ draining }) => draining !== undefined)
        };
    }

    /** How many commands of all sessions and calls through doors wait. */
    get queued(): number {
        return this.sessions.waiting + this.paused.held;
    }

    /** Of the programs at the doors only those with these connections are still there. The sessions of the others are over. */
    keepConnections(connections: readonly string[]): void {
        for (const { sessionId, tabIds } of this.doors.keepConnections(connections)) {
            // A program may have named a session that is a conversation by now, and goes on without it.
            if (this.sessions.find(sessionId)?.isTransient !== false) {
                tabIds.filter(tabId => !this.tabs.get(tabId)).forEach(tabId => this.untold.add(tabId, sessionId));
                this.endSession(sessionId);
            }
        }
    }

    /**
     * The session is over: its conversation was deleted, or its tab or its program is gone. What waits is refused, and every tab is told,
     * so that what the agent opened can go; its own tab also when that comes back only later. The agent of a conversation whose tab is
     * gone may still answer: what became of its commands is kept for it.
     */
    endSession(sessionId: string, why: 'gone' | 'no-tab' = 'gone'): void {
        const session = this.sessions.get(sessionId);
        if (session && !session.isTransient && !this.tabs.get(session.ownerTabId)) {
            this.untold.add(session.ownerTabId, sessionId);
        }
        this.clear(sessionId, why);
        if (why === 'no-tab') {
            this.sessions.abandon(sessionId);
        } else {
            this.sessions.delete(sessionId);
        }
        this.hub.forgetSession(sessionId);
        this.onDidChangeOwnersEmitter.fire();
        this.tabs.all().forEach(tab => tab.client.onSessionEnded(sessionId));
    }

    @postConstruct()
    protected init(): void {
        this.delivery = new CommandDelivery(this.tabs, this.logger);
        this.queues = new QueueDrain(this.tabs, this.consent, this.limits, this.paused, {
            ownerWaitMs: () => this.ownerWaitMs,
            callerOf: callId => this.callers.get(callId),
            run: (call, tab) => this.run(call, tab),
            refuse: (call, refusal) => this.finish(call, refusal),
            onDidDrain: queue => this.sessions.deleteTransient(queue)
        });
        this.questions.onDidAsk(({ callId }) => this.waitForPerson(callId));
        this.tabs.onDidGo(tabId => {
            this.paused.forget(tabId);
            this.sessions.of(tabId).forEach(({ sessionId }) => this.endSession(sessionId, 'no-tab'));
            // A program goes on in other tabs, but what it made in this one is not waited for.
            this.doors.leaveTab(tabId).forEach(sessionId => this.untold.add(tabId, sessionId));
        });
        this.tabs.onDidChange(tabId => this.catchUp(tabId));
    }

    /** Tells a tab that is back what ended while it was away, unless it goes on again by now. */
    protected catchUp(tabId: string): void {
        const tab = this.tabs.get(tabId);
        if (tab) {
            const ended = this.untold.take(tabId).filter(sessionId => !this.sessions.get(sessionId));
            ended.forEach(sessionId => tab.client.onSessionEnded(sessionId));
        }
    }

    /** Resolves when no command of the session waits or runs. */
    async settle(sessionId: string): Promise<void> {
        await this.sessions.find(sessionId)?.draining;
    }

    /** The commands that have ended since the last time; counts anew. What still runs is told the next time. */
    takeFinished(sessionId: string): FinishedCommand[] {
        this.tellExcess(sessionId);
        return this.sessions.find(sessionId)?.takeFinished() ?? [];
    }

    /** Takes commands back whose results could not be sent to the agent: they are the first to be taken the next time. */
    keepFinished(sessionId: string, finished: readonly FinishedCommand[]): void {
        this.sessions.find(sessionId)?.keepFinished(finished);
    }

    /** A tab says how a command ended. */
    commandFinished(tabId: string, callId: string, execution: CommandExecution): void {
        this.delivery.end(tabId, callId, execution);
    }

    /** A command that a tab has now, and who asked for it if not a conversation. */
    runningCommand(callId: string): RunningCommand | undefined {
        const command = this.delivery.get(callId);
        const caller = this.callers.get(callId)?.caller;
        return command && { command, sessionId: command.sessionId, ...(caller === undefined ? {} : { caller }) };
    }

    protected async run(call: CommandCall, tab: ConnectedTab | undefined): Promise<void> {
        if (!tab) {
            this.finish(call, refusedBy(notDone('no-tab', 'no-tab')));
            return;
        }
        const risk = this.tabs.commandOf(tab, call.commandId)?.risk;
        if (risk === 'read' && !this.callers.has(call.callId) && isReportFull(this.sessions.find(call.sessionId)?.finished ?? [])) {
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
        const execution = await this.delivery.deliver(call, tab, this.limits.commandTimeoutMs);
        this.finish(call, execution, risk, performance.now() - startedAt);
        if (!this.hasSession(call.sessionId)) {
            // It was over before this command was, which may have made something since.
            tab.client.onSessionEnded(call.sessionId);
        }
    }

    protected clientOf(call: CommandCall): string {
        return this.callers.get(call.callId)?.caller.client ?? CHAT_CLIENT;
    }

    /** Who acts, for the person: a conversation that uses a tool is still that conversation. */
    protected actorOf(call: CommandCall): string {
        return this.callers.get(call.callId)?.caller.isConversation === true ? CHAT_CLIENT : this.clientOf(call);
    }

    protected tellProgress(
        call: CommandCall,
        state: CommandProgress['state'],
        risk?: RiskClass,
        end: Pick<CommandProgress, 'execution' | 'durationMs'> = {}
    ): void {
        const tabId = this.sessions.get(call.sessionId)?.ownerTabId;
        this.onDidProgressEmitter.fire({ call, client: this.actorOf(call), tabId, risk, state, ...end });
    }

    /**
     * Refuses a block that is no command. A message full of them must not push other results out of sight: the first one of those
     * beyond the limit is told for all that follow.
     */
    protected refuseBlock(messageId: string, call: CommandCall, code: string, reason: string): void {
        const session = this.sessions.find(call.sessionId);
        const { commandsPerMessage } = this.limits;
        // What stands in code is shown and nobody waits for it: it takes no place of a command.
        const count = session ? session.count(code === IN_CODE ? `${messageId} in code` : messageId) : 0;
        if (count <= commandsPerMessage) {
            this.finish(call, refused(code, reason));
        } else if (code !== IN_CODE && session?.noteOverfull(messageId) === true) {
            const rest = `The message has more than ${commandsPerMessage} blocks. This one and those that follow could not be read, or were refused.`;
            this.finish(call, refused('too-many-commands', `${rest} Correct them and send them in your next message.`));
        }
    }

    /** Refuses a command beyond those that a message may run. Of very many, one is told for all, once it is known how many they are. */
    protected refuseExcess(messageId: string, call: CommandCall, count: number): void {
        const { commandsPerMessage } = this.limits;
        if (count === commandsPerMessage + 1) {
            this.logger.warn(`${call.sessionId} asks for more than ${commandsPerMessage} commands in one message: the rest is refused`);
        }
        if (count < MOST_TOLD) {
            const reason = `A message may run ${commandsPerMessage} commands. Send the rest in your next message.`;
            this.finish(call, refused('too-many-commands', reason));
        } else {
            this.sessions.find(call.sessionId)?.addExcess(messageId, call);
        }
    }

    /** Tells how many commands were refused that have no result of their own. */
    protected tellExcess(sessionId: string): void {
        for (const { first, count } of this.sessions.find(sessionId)?.takeExcess() ?? []) {
            const reason = `A message may run ${this.limits.commandsPerMessage} commands. This one was refused with all that followed, ${count} in all.`;
            this.finish(first, refused('too-many-commands', `${reason} Send a few at a time.`));
        }
    }

    protected finish(call: CommandCall, execution: CommandExecution, risk?: RiskClass, durationMs = 0): void {
        const { sessionId, commandId, callId } = call;
        const { outcome } = execution;
        this.audit.end(call, this.clientOf(call), risk, execution, durationMs);
        this.tellProgress(call, 'ended', risk, { execution, durationMs });
        const finished = { call, execution, ...(risk ? { risk } : {}) };
        const caller = this.callers.get(callId);
        if (caller) {
            this.callers.delete(callId);
            caller.answer(finished);
        } else {
            this.sessions.find(sessionId)?.addFinished(finished);
        }
        this.logger.debug(`${sessionId} ${commandId} ${callId} ${outcome}`);
        this.hub.postResult({ sessionId, commandId, callId, outcome, result: toldResult(execution), timestamp: new Date().toISOString() });
    }
}
