import { ILogger } from '@theia/core/lib/common';
import { generateUuid } from '@theia/core/lib/common/uuid';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import type { TextPartInput } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import type { ConversationPrompt, FollowReason } from '../../common';
import { AgentConsent } from '../approval/agent-consent';
import { errorMessage } from '../process/error-message';
import { CommandLedger } from '../ledger/command-ledger';
import type { FinishedCommand } from '../ledger/command-progress';
import { needsAnswer, reportResults } from '../ledger/result-report';
import { AgentLimits } from '../settings/agent-limits';
import { AgentRequests } from './agent-requests';
import { AgentTurn, type Conversation, type ConversationPartner } from './agent-turn';
import { Conversations } from './conversations';
import { MessageSender } from './message-sender';
import { CONVERSATION_DELETED, OPENCODE_AWAY, OPENCODE_RESTARTED } from './model-trouble';
import { inTime, OpenCodeClientProvider } from './opencode-client';
import { OpenCodeEvents } from './opencode-events';
import { resultsPart } from './results-part';
import { RunningTurns } from './running-turns';
import { TurnReader, type TurnStanding } from './turn-reader';

/** A turn ends when OpenCode stays away for this long. */
const AWAY_TIMEOUT_MS = 20_000;
/** Told to the agent with the results of the last round. */
const LAST_ROUND =
    "You get no more results before the person's next message: what you ask for now is sent to you together with that. Say what you know, and what you still need.";

export const STILL_ANSWERING = 'The agent is still answering. Stop it, or wait until it has finished.';

/** Takes a turn from the person's message to its end: rounds with results, stops, and what OpenCode forgets to tell. */
@injectable()
export class TurnRunner {
    @inject(OpenCodeClientProvider) protected readonly clients: OpenCodeClientProvider;
    @inject(OpenCodeEvents) protected readonly events: OpenCodeEvents;
    @inject(Conversations) protected readonly conversations: Conversations;
    @inject(RunningTurns) protected readonly turns: RunningTurns;
    @inject(TurnReader) protected readonly reader: TurnReader;
    @inject(AgentRequests) protected readonly requests: AgentRequests;
    @inject(MessageSender) protected readonly sender: MessageSender;
    @inject(CommandLedger) protected readonly ledger: CommandLedger;
    @inject(AgentConsent) protected readonly consent: AgentConsent;
    @inject(AgentLimits) protected readonly limits: AgentLimits;
    @inject(ILogger) @named('openspace:TurnRunner') protected readonly logger: ILogger;

    /** How long OpenCode may take to say that it stops, and to rest, before the turn ends without it. */
    protected stopTimeoutMs = 3_000;
    protected restTimeoutMs = 10_000;
    /** OpenCode tells the end of a turn at once; when it does not, it is asked after this time. */
    protected checkAfterMs = 1_000;
    /** The turns that ran when the stream was opened, and their rounds: they may have missed what happened before it listened. */
    protected met: { readonly turn: AgentTurn; readonly round: number }[] = [];

    @postConstruct()
    protected init(): void {
        this.ledger.onDidProgress(({ call, execution }) => {
            if (execution) {
                this.turns.get(call.sessionId)?.actions.end(call.callId, execution.outcome);
            }
        });
        this.events.onDidBreak(() => void this.endTurnsWithoutServer());
        this.events.onDidConnect(() => {
            this.met = this.turns.all().map(turn => ({ turn, round: turn.round }));
            this.met.forEach(({ turn }) => void this.catchUp(turn));
        });
        this.events.onDidListen(() => {
            const present = this.met.filter(({ turn, round }) => this.turns.has(turn) && turn.round === round);
            this.met = [];
            present.forEach(({ turn }) => void this.catchUp(turn));
        });
    }

    /** Resolves when no turn of a session is about to end any more. */
    async whenEnded(sessionId: string): Promise<void> {
        const turn = this.turns.get(sessionId);
        if (turn?.isEnding) {
            await turn.closed.promise;
        }
    }

    /** Begins a turn; resolves when OpenCode has the message. */
    async begin(prompt: ConversationPrompt, conversation: Conversation, partner: ConversationPartner): Promise<void> {
        const { sessionId } = conversation;
        if (this.turns.get(sessionId)) {
            throw new Error(STILL_ANSWERING);
        }
        const turn = this.createTurn(prompt, conversation, partner);
        const held = this.ledger.takeFinished(sessionId);
        this.turns.add(turn);
        this.ledger.setOwner(sessionId, partner.tabId);
        this.consent.reconsider(sessionId);
        this.logger.debug(`${sessionId} turn ${turn.turnId} of tab ${partner.tabId} begins`);
        try {
            await this.send(turn, [{ type: 'text', text: prompt.text }, ...this.reportHeld(turn, held)], held);
        } catch (error) {
            const message = `The message did not reach OpenCode, the agent's server: ${errorMessage(error)}. Send it again.`;
            turn.failure ??= message;
            this.close(turn);
            throw new Error(message, { cause: error });
        }
    }

    /** Lets a tab that follows the turn execute its commands, those that wait included, when the tab that has done so is not there. */
    takeOver(turn: AgentTurn, tabId: string, why: FollowReason): void {
        const { sessionId } = turn.conversation;
        if (this.ledger.takeOver(sessionId, tabId, why)) {
            turn.tabId = tabId;
            this.logger.debug(`${sessionId} turn ${turn.turnId} is taken over by tab ${tabId}`);
        }
    }

    /** The person said stop. What the agent asked for and has not run yet will not run. */
    async stop(turn: AgentTurn): Promise<void> {
        turn.aborted = true;
        this.logger.debug(`${turn.conversation.sessionId} turn ${turn.turnId} is stopped`);
        this.endInTime(turn);
        // What runs still ends, and the tally of the end is the one that the person reads.
        void turn.closed.promise.then(() => this.noteStopped(turn));
        await Promise.all([this.interrupt(turn), this.noteStopped(turn)]);
    }

    /** Ends the turn for a reason that the person reads. */
    giveUp(turn: AgentTurn, reason: string): void {
        if (!turn.isEnding) {
            this.logger.debug(`${turn.conversation.sessionId} turn ${turn.turnId} is given up: ${reason}`);
            turn.failure = reason;
            this.endInTime(turn);
            void this.interrupt(turn);
        }
    }

    /**
     * The agent rests. Its commands run to their end, which a stop brings about; then it gets the results that it waits for, or the
     * turn is closed. A turn that was told to end before does not wait for what still runs.
     */
    async finish(turn: AgentTurn): Promise<void> {
        const isNew = turn.rest();
        turn.finishParts();
        if (turn.isEnding) {
            this.close(turn);
            return;
        }
        if (!isNew) {
            return;
        }
        const { sessionId } = turn.conversation;
        if (turn.actions.hasBlocks) {
            await this.ledger.settle(sessionId);
        }
        // What OpenCode is told because of a stop must not reach it after the next message.
        await turn.interrupted;
        if (!this.turns.has(turn)) {
            return;
        }
        const finished = this.ledger.takeFinished(sessionId);
        if (!finished.some(needsAnswer)) {
            this.close(turn);
        } else if (this.mayFollowUp(turn)) {
            await this.followUp(turn, finished);
        } else {
            this.ledger.keepFinished(sessionId, finished);
            turn.send({ kind: 'results', text: reportResults(finished), waits: true });
            this.close(turn);
        }
    }

    /** Asks soon how the turn stands, should OpenCode not tell by itself. */
    checkSoon(turn: AgentTurn): void {
        setTimeout(() => {
            if (this.turns.has(turn)) {
                void this.catchUp(turn);
            }
        }, this.checkAfterMs).unref();
    }

    /** Ends the turn now, whatever OpenCode does. */
    close(turn: AgentTurn): void {
        const { sessionId } = turn.conversation;
        if (!this.turns.has(turn)) {
            return;
        }
        this.turns.remove(turn);
        this.requests.closeSession(sessionId).forEach(requestId => turn.send({ kind: 'request-closed', requestId }));
        const { tally } = turn.actions;
        if (tally.count > 0) {
            turn.send({ kind: 'actions', ...tally, sessionId });
        }
        const { trouble } = turn;
        if (turn.aborted) {
            turn.send({ kind: 'stopped' });
        }
        turn.send(trouble === undefined ? { kind: 'end' } : { kind: 'error', message: trouble });
        turn.closed.resolve();
        this.logger.debug(`${sessionId} turn ${turn.turnId} is over: ${trouble ?? 'well'}`);
    }

    /** OpenCode does not have the session any more, though nobody deleted it here: all that belongs to it ends here as well. */
    endDeleted(sessionId: string): void {
        this.conversations.forget(sessionId);
        const turn = this.turns.get(sessionId);
        if (turn) {
            turn.failure = CONVERSATION_DELETED;
            this.close(turn);
        }
        this.ledger.endSession(sessionId);
    }

    protected createTurn(prompt: ConversationPrompt, conversation: Conversation, partner: ConversationPartner): AgentTurn {
        const { sessionId } = conversation;
        return new AgentTurn(prompt, conversation, partner, {
            onBlock: ({ messageId, partId }, block) => {
                const callId = generateUuid();
                this.logger.debug(`${sessionId} ${messageId} ${partId} block of ${block.text.length} characters, call ${callId}`);
                return this.ledger.submit(sessionId, messageId, block.value, callId);
            },
            onProblem: ({ messageId, partId }, problem) => {
                const callId = generateUuid();
                this.logger.warn(`${sessionId} ${messageId} ${partId} ${problem.code}, call ${callId}: ${problem.message}`);
                this.ledger.reject(sessionId, messageId, problem, callId);
            }
        });
    }

    /** A turn that is to end does so, even when OpenCode never rests. */
    protected endInTime(turn: AgentTurn): void {
        setTimeout(() => {
            if (this.turns.has(turn)) {
                this.logger.warn(`${turn.conversation.sessionId} does not rest: its turn ends without it`);
                void this.finish(turn);
            }
        }, this.restTimeoutMs).unref();
    }

    /** A page that is loaded later shows it too. */
    protected async noteStopped({ conversation, ownMessages, actions }: AgentTurn): Promise<void> {
        const messageId = [...ownMessages].at(0);
        try {
            if (messageId !== undefined) {
                await this.conversations.noteStopped(conversation, messageId, actions.tally);
            }
        } catch (error) {
            this.logger.warn(`${conversation.sessionId} does not keep that it was stopped: ${errorMessage(error)}`);
        }
    }

    protected async interrupt(turn: AgentTurn): Promise<void> {
        const { sessionId } = turn.conversation;
        if (this.turns.has(turn)) {
            this.turns.sessionsOf(turn).forEach(each => this.ledger.cancel(each));
        }
        try {
            const abort = this.abort(turn.conversation);
            turn.interrupted = abort.catch(() => undefined);
            await abort;
            this.checkSoon(turn);
        } catch (error) {
            this.logger.warn(`${sessionId} could not be aborted: ${errorMessage(error)}`);
            await this.finish(turn);
        }
    }

    /** OpenCode is to work no longer on what the session was asked for. */
    async abort({ sessionId, directory }: Conversation): Promise<void> {
        const client = await this.clients.client();
        await client.session.abort({ sessionID: sessionId, directory }, inTime(this.stopTimeoutMs));
    }

    /** Sends a message that reports these commands. They are kept for the next one when it cannot be sent, or the person said stop. */
    protected async send(turn: AgentTurn, parts: TextPartInput[], reported: readonly FinishedCommand[]): Promise<void> {
        try {
            await this.sender.send(turn, parts);
            if (!turn.isSent) {
                this.close(turn);
            } else if (turn.isEnding) {
                // What was on its way when the person said stop was not there to be stopped yet.
                await this.interrupt(turn);
            }
        } finally {
            if (!turn.isSent) {
                this.ledger.keepFinished(turn.conversation.sessionId, reported);
            }
        }
    }

    protected mayFollowUp(turn: AgentTurn): boolean {
        return !turn.isEnding && !turn.error && turn.round < this.limits.followUpRounds;
    }

    /** What the agent could not be sent before goes with the person's message. */
    protected reportHeld(turn: AgentTurn, held: readonly FinishedCommand[]): TextPartInput[] {
        if (!held.some(needsAnswer)) {
            return [];
        }
        const text = reportResults(held);
        turn.send({ kind: 'results', text });
        return [resultsPart(text)];
    }

    protected async followUp(turn: AgentTurn, finished: FinishedCommand[]): Promise<void> {
        turn.beginRound();
        const isLast = turn.round >= this.limits.followUpRounds;
        const text = [reportResults(finished), ...(isLast ? [LAST_ROUND] : [])].join('\n\n');
        turn.send({ kind: 'results', text });
        try {
            await this.send(turn, [resultsPart(text, turn.actions.blocks)], finished);
        } catch (error) {
            turn.error = { name: 'UnknownError', data: { message: `The results did not reach OpenCode: ${errorMessage(error)}` } };
            this.close(turn);
        }
    }

    /** Asks how the turn stands, until OpenCode says so. */
    async catchUp(turn: AgentTurn): Promise<void> {
        try {
            await this.actOn(turn, await this.reader.read(turn));
        } catch (error) {
            this.logger.warn(`${turn.conversation.sessionId} could not be read again: ${errorMessage(error)}`);
            this.checkSoon(turn);
        }
    }

    protected async actOn(turn: AgentTurn, standing: TurnStanding): Promise<void> {
        if (standing === 'deleted') {
            this.endDeleted(turn.conversation.sessionId);
        } else if (standing === 'busy') {
            if (turn.isEnding) {
                await this.interrupt(turn);
            }
        } else if (standing === 'unsent' || turn.mayStillBegin()) {
            this.checkSoon(turn);
        } else if (standing === 'resting') {
            if (!turn.isEnding && !turn.error && !turn.isWhole) {
                turn.failure = OPENCODE_RESTARTED;
            }
            await this.finish(turn);
        }
    }

    /** The stream of events broke: the turns wait a while for the server to come back. */
    protected async endTurnsWithoutServer(): Promise<void> {
        this.turns.all().forEach(turn => turn.missEvents());
        try {
            await this.events.whenConnected(AWAY_TIMEOUT_MS);
        } catch (error) {
            this.logger.warn(errorMessage(error));
            for (const turn of this.turns.all()) {
                turn.failure ??= OPENCODE_AWAY;
                void this.finish(turn);
            }
        }
    }
}
