import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import type { Message, Part, SessionStatus } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import type { ConversationEvent, ConversationHistory, ConversationPrompt, ConversationSummary, FollowReason } from '../../common';
import { CommandLedger } from '../ledger/command-ledger';
import { errorMessage } from '../process/error-message';
import { AgentRequests } from './agent-requests';
import type { Conversation, ConversationPartner, TurnFollower } from './agent-turn';
import { rebuildHistory } from './conversation-history';
import { Conversations } from './conversations';
import { LostSessions } from './lost-sessions';
import { reasonToGiveUp, retryNotice, type TurnError } from './model-trouble';
import { inTime, OpenCodeClientProvider } from './opencode-client';
import { OpenCodeEvents, type OpenCodeEvent } from './opencode-events';
import { RunningTurns } from './running-turns';
import { StartingTurns, type StartingTurn } from './starting-turns';
import { TurnRunner } from './turn-runner';

const WAITING_FOR_STOPPED =
    "OpenCode, the agent's server, has not answered yet to the message that you stopped. This one is sent as soon as it has.";

/** Speaks with OpenCode for the chat: messages go there, the answer comes back as text for the chat and commands for the ledger. */
@injectable()
export class OpenCodeProxy {
    @inject(OpenCodeClientProvider) protected readonly clients: OpenCodeClientProvider;
    @inject(OpenCodeEvents) protected readonly events: OpenCodeEvents;
    @inject(Conversations) protected readonly conversations: Conversations;
    @inject(RunningTurns) protected readonly turns: RunningTurns;
    @inject(TurnRunner) protected readonly runner: TurnRunner;
    @inject(LostSessions) protected readonly lostSessions: LostSessions;
    @inject(AgentRequests) protected readonly requests: AgentRequests;
    @inject(CommandLedger) protected readonly ledger: CommandLedger;
    @inject(ILogger) @named('openspace:OpenCodeProxy') protected readonly logger: ILogger;

    protected readonly starting = new StartingTurns();

    /** Sessions that we delete, until OpenCode tells that they are gone. */
    protected readonly deleting = new Set<string>();

    @postConstruct()
    protected init(): void {
        this.events.onDidReceive(event => this.onEvent(event));
        this.events.onDidListen(() => void this.lostSessions.end());
    }

    /** Sends the person's message; resolves when OpenCode has it. The answer goes to the partner as events. */
    async prompt(prompt: ConversationPrompt, partner: ConversationPartner): Promise<void> {
        const { conversationId, turnId } = prompt;
        const onWait = (): void => partner.send({ turnId, kind: 'notice', message: WAITING_FOR_STOPPED });
        const { tabId } = partner;
        await this.starting.start({ conversationId, turnId, tabId }, onWait, start => this.begin(prompt, partner, start));
    }

    protected async begin(prompt: ConversationPrompt, partner: ConversationPartner, start: StartingTurn): Promise<void> {
        const { conversationId, turnId, text } = prompt;
        await this.whenServerAnswers(turnId, partner);
        // A conversation that was deleted meanwhile would be made anew.
        const conversation = start.aborted ? undefined : await this.conversations.open(conversationId, partner.workspace, text);
        if (conversation) {
            await this.runner.whenEnded(conversation.sessionId);
        }
        if (start.aborted || !conversation) {
            partner.send({ turnId, kind: 'end' });
            return;
        }
        let isTaken = false;
        try {
            await this.runner.begin(prompt, conversation, partner);
            isTaken = !start.aborted;
        } finally {
            if (!isTaken) {
                // OpenCode may have the message without our knowledge. The next turn must not take it for its own.
                this.conversations.forget(conversation.sessionId);
            }
        }
    }

    /**
     * Tells a tab every event of a turn, from the first on; false when the turn is not known. One that is about to begin is waited for.
     * A tab that follows a running turn may take it over.
     */
    async follow(turnId: string, { tabId, send }: TurnFollower, why: FollowReason): Promise<boolean> {
        const start = this.starting.find(turnId);
        if (start && !this.turns.find(turnId)) {
            await start.started.promise;
        }
        const turn = this.turns.find(turnId);
        if (turn && this.turns.has(turn)) {
            this.runner.takeOver(turn, tabId, why);
        }
        turn?.log.follow(send);
        return turn !== undefined;
    }

    /** Nobody listens there any more. The turns go on. */
    unfollow(send: (event: ConversationEvent) => void): void {
        this.turns.all().forEach(turn => turn.log.unfollow(send));
    }

    /** Ends the running turn of a conversation, if there is one. What the agent asked for and has not run yet will not run. */
    async abort(conversationId: string): Promise<void> {
        this.starting.stop(conversationId);
        const turn = this.turns.all().find(each => each.prompt.conversationId === conversationId);
        if (turn) {
            await this.runner.stop(turn);
        }
    }

    /** The same for all turns of a tab, those included whose message is still on its way. */
    async abortTab(tabId: string): Promise<void> {
        this.starting.stopTab(tabId);
        await Promise.all(this.turns.ofTab(tabId).map(turn => this.runner.stop(turn)));
    }

    /** The conversations of a workspace, the one changed last first. Rejects, with the reason for a person, when OpenCode is not there. */
    async list(workspace: string): Promise<ConversationSummary[]> {
        await this.events.whenConnected();
        return this.conversations.list(workspace);
    }

    /** The conversation as OpenCode keeps it, up to the message that is being answered now. */
    async read(conversationId: string, workspace: string): Promise<ConversationHistory | undefined> {
        await this.events.whenConnected();
        const conversation = await this.conversations.find(conversationId, workspace);
        if (!conversation) {
            return undefined;
        }
        const { summary, stopped } = await this.conversations.describe(conversation, conversationId);
        // Last, and nothing is waited for after it: whether a turn runs must be known for exactly these messages.
        const messages = await this.messages(conversation);
        const turn = this.turns.get(conversation.sessionId);
        const isPast = ({ id }: Message): boolean => conversation.userMessages.has(id) && !turn?.ownMessages.has(id);
        const present = turn ? messages.findIndex(({ info }) => info.role === 'user' && !isPast(info)) : -1;
        const past = present < 0 ? messages : messages.slice(0, present);
        this.logger.debug(`${conversation.sessionId} read: ${past.length} of ${messages.length} messages${turn ? ', a turn runs' : ''}`);
        return {
            ...summary,
            exchanges: rebuildHistory(past, stopped),
            ...(turn ? { running: { turnId: turn.turnId, text: turn.prompt.text } } : {})
        };
    }

    /** Gives a conversation another title; does nothing when it is not there any more. */
    async rename(conversationId: string, workspace: string, title: string): Promise<void> {
        const conversation = await this.conversations.find(conversationId, workspace);
        if (conversation) {
            await this.conversations.rename(conversation, title);
        }
    }

    /** Deletes a conversation for good. What runs in it ends, and what the agent opened in it may go. */
    async delete(conversationId: string, workspace: string): Promise<void> {
        this.starting.stop(conversationId);
        await this.events.whenConnected();
        const conversation = await this.conversations.find(conversationId, workspace);
        if (!conversation) {
            return;
        }
        const turn = this.turns.get(conversation.sessionId);
        if (turn) {
            turn.aborted = true;
            this.runner.close(turn);
        }
        this.ledger.cancel(conversation.sessionId);
        this.deleting.add(conversation.sessionId);
        try {
            // Without its session OpenCode would still do what it is about to do.
            await this.runner.abort(conversation);
            await this.conversations.delete(conversation);
        } catch (error) {
            this.deleting.delete(conversation.sessionId);
            throw error;
        }
        this.ledger.endSession(conversation.sessionId);
    }

    /** Waits for a server that is still starting; the person is told why it takes a while. */
    protected async whenServerAnswers(turnId: string, partner: ConversationPartner): Promise<void> {
        try {
            await this.clients.client();
        } catch (error) {
            partner.send({ turnId, kind: 'notice', message: errorMessage(error) });
        }
        await this.events.whenConnected();
    }

    /** All messages, read once more when a turn ended meanwhile: its answer would be cut. */
    protected async messages(conversation: Conversation): Promise<{ info: Message; parts: Part[] }[]> {
        const { sessionId, directory } = conversation;
        const client = await this.clients.client();
        const before = this.turns.get(sessionId);
        const { data } = await client.session.messages({ sessionID: sessionId, directory }, inTime());
        return this.turns.get(sessionId) === before ? data : this.messages(conversation);
    }

    protected onEvent(event: OpenCodeEvent): void {
        switch (event.type) {
            case 'message.updated':
                return this.onMessage(event.properties.info);
            case 'message.part.updated':
                return this.onPart(event.properties.part);
            case 'message.part.delta':
                if (event.properties.field === 'text') {
                    this.turns.get(event.properties.sessionID)?.takeDelta(event.properties.partID, event.properties.delta);
                }
                return;
            case 'session.created':
                if (event.properties.info.parentID !== undefined) {
                    this.turns.addChild(event.properties.info.id, event.properties.info.parentID);
                }
                return;
            case 'session.deleted':
                return this.onDeleted(event.properties.info.id);
            case 'session.status':
                return this.onStatus(event.properties.sessionID, event.properties.status);
            case 'session.error':
                return this.onError(event.properties.sessionID, event.properties.error);
            case 'session.idle':
                return this.onIdle(event.properties.sessionID);
            case 'permission.asked':
                return this.requests.askPermission(event.properties);
            case 'question.asked':
                return this.requests.askQuestions(event.properties);
            case 'permission.replied':
            case 'question.replied':
            case 'question.rejected':
                return this.requests.close(event.properties.requestID);
        }
    }

    protected onDeleted(sessionId: string): void {
        if (this.deleting.delete(sessionId)) {
            this.conversations.forget(sessionId);
        } else {
            this.runner.endDeleted(sessionId);
        }
    }

    protected onMessage(info: Message): void {
        const turn = this.turns.get(info.sessionID);
        if (!turn) {
            return;
        }
        this.logger.debug(`${info.sessionID} ${info.id} message of ${info.role}`);
        const reason = turn.takeMessage(info);
        if (reason !== undefined) {
            this.runner.giveUp(turn, reason);
        }
    }

    protected onPart(part: Part): void {
        const turn = this.turns.get(part.sessionID);
        if (turn) {
            this.logger.debug(`${part.sessionID} ${part.messageID} ${part.id} ${describePart(part)}`);
            turn.takePart(part);
        }
    }

    protected onError(sessionId: string | undefined, error: TurnError | undefined): void {
        this.logger.debug(`${sessionId ?? 'OpenCode'} tells an error${error ? `: ${error.name}` : ''}`);
        // That of a sub-agent is told to the agent that started it, which goes on.
        const turn = sessionId === undefined ? undefined : this.turns.get(sessionId);
        if (turn) {
            turn.takeError(error);
            this.runner.checkSoon(turn);
        }
    }

    protected onStatus(sessionId: string, status: SessionStatus): void {
        const turn = this.turns.get(sessionId);
        if (status.type !== 'retry' || !turn || turn.isEnding) {
            return;
        }
        this.logger.debug(`${sessionId} asks the model again, attempt ${status.attempt}: ${status.message}`);
        const reason = reasonToGiveUp(status, turn.answeredInStep);
        if (reason === undefined) {
            turn.send({ kind: 'notice', message: retryNotice(status) });
        } else {
            this.runner.giveUp(turn, reason);
        }
    }

    protected onIdle(sessionId: string): void {
        const turn = this.turns.get(sessionId);
        if (turn?.mayRest) {
            this.logger.debug(`${sessionId} rests${turn.isTorn ? ', with a text that lacks pieces' : ''}`);
            void (turn.isTorn ? this.runner.catchUp(turn) : this.runner.finish(turn));
        } else if (turn) {
            // An answer of which nothing was heard, since the stream broke, may be what has ended.
            this.runner.checkSoon(turn);
        }
    }
}

function describePart(part: Part): string {
    switch (part.type) {
        case 'text':
        case 'reasoning':
            return part.time?.end === undefined ? part.type : `${part.type} ended, ${part.text.length} characters`;
        case 'tool':
            return `tool ${part.tool} ${part.state.status}`;
        default:
            return part.type;
    }
}
