import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import type { Message, SessionStatus } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import type { AgentRequest, ConversationPrompt } from '../../common';
import { HubClient } from '../hub/hub-client';
import { CommandLedger, type FinishedCommand } from '../ledger/command-ledger';
import { needsAnswer, reportResults } from '../ledger/result-report';
import { AgentRequests } from './agent-requests';
import { AgentTurn, type Conversation, type ConversationPartner } from './agent-turn';
import { OPENCODE_AWAY, OPENCODE_RESTARTED, reasonToGiveUp, retryNotice, type TurnError } from './model-trouble';
import { OpenCodeClientProvider } from './opencode-client';
import { OpenCodeEvents, type OpenCodeEvent } from './opencode-events';
import { OpenCodeServer } from './opencode-server';

/** A turn ends when OpenCode stays away for this long. */
const AWAY_TIMEOUT_MS = 20_000;
/** OpenCode tells the end of a turn at once; when it does not, it is asked after this time. */
const CHECK_AFTER_MS = 1_000;
const STILL_ANSWERING = 'The agent is still answering. Stop it, or wait until it has finished.';

/** Speaks with OpenCode for the chat: messages go there, the answer comes back as text for the chat and commands for the ledger. */
@injectable()
export class OpenCodeProxy {
    @inject(OpenCodeClientProvider) protected readonly clients: OpenCodeClientProvider;
    @inject(OpenCodeServer) protected readonly server: OpenCodeServer;
    @inject(OpenCodeEvents) protected readonly events: OpenCodeEvents;
    @inject(AgentRequests) protected readonly requests: AgentRequests;
    @inject(HubClient) protected readonly hub: HubClient;
    @inject(CommandLedger) protected readonly ledger: CommandLedger;
    @inject(ILogger) @named('openspace:OpenCodeProxy') protected readonly logger: ILogger;

    protected readonly conversations = new Map<string, Promise<Conversation>>();
    /** Messages on their way to a session that may not exist yet, by conversation. */
    protected readonly starting = new Map<string, { aborted: boolean }>();
    /** The running turns by OpenCode session. */
    protected readonly turns = new Map<string, AgentTurn>();
    /** The session that a sub-agent's session belongs to. */
    protected readonly parents = new Map<string, string>();

    @postConstruct()
    protected init(): void {
        this.events.onDidReceive(event => this.onEvent(event));
        this.events.onDidBreak(() => void this.endTurnsWithoutServer());
        this.events.onDidConnect(() => this.turns.forEach(turn => void this.catchUp(turn)));
    }

    /** Sends the person's message; resolves when OpenCode has it. The answer goes to the partner as events. */
    async prompt(prompt: ConversationPrompt, partner: ConversationPartner): Promise<void> {
        const { conversationId, turnId } = prompt;
        if (this.starting.has(conversationId)) {
            throw new Error(STILL_ANSWERING);
        }
        const start = { aborted: false };
        this.starting.set(conversationId, start);
        try {
            await this.whenServerAnswers(turnId, partner);
            const conversation = await this.conversation(conversationId, partner.workspace);
            if (start.aborted) {
                partner.send({ turnId, kind: 'end' });
            } else {
                await this.begin(this.createTurn(prompt, conversation, partner), prompt.text);
            }
        } finally {
            this.starting.delete(conversationId);
        }
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

    /** Ends the running turn of a conversation, if there is one. What the agent asked for and has not run yet will not run. */
    async abort(conversationId: string): Promise<void> {
        const start = this.starting.get(conversationId);
        if (start) {
            start.aborted = true;
        }
        const { sessionId } = (await this.conversations.get(conversationId)) ?? {};
        const turn = sessionId === undefined ? undefined : this.turns.get(sessionId);
        if (turn) {
            turn.aborted = true;
            await this.interrupt(turn);
        }
    }

    /** Ends the turn for a reason that the person reads. */
    protected giveUp(turn: AgentTurn, reason: string): void {
        if (!turn.isEnding) {
            turn.failure = reason;
            void this.interrupt(turn);
        }
    }

    protected async interrupt(turn: AgentTurn): Promise<void> {
        const { sessionId, directory } = turn.conversation;
        this.ledger.cancel(sessionId);
        try {
            const client = await this.clients.client();
            await client.session.abort({ sessionID: sessionId, directory }, { throwOnError: true });
            this.checkSoon(turn);
        } catch (error) {
            this.logger.warn(`${sessionId} could not be aborted: ${errorMessage(error)}`);
            await this.finishTurn(sessionId);
        }
    }

    protected createTurn(prompt: ConversationPrompt, conversation: Conversation, partner: ConversationPartner): AgentTurn {
        const { sessionId } = conversation;
        return new AgentTurn(prompt.turnId, conversation, partner, prompt.followUpRounds, {
            onBlock: (messageId, block) => {
                this.logger.debug(`${sessionId} ${messageId} block of ${block.text.length} characters`);
                this.ledger.submit(sessionId, messageId, block.value);
            },
            onProblem: (messageId, problem) => {
                this.logger.warn(`${sessionId} ${messageId} ${problem.code}: ${problem.message}`);
                this.ledger.reject(sessionId, messageId, problem.code, problem.message);
            }
        });
    }

    protected async begin(turn: AgentTurn, text: string): Promise<void> {
        const { sessionId } = turn.conversation;
        const before = this.turns.get(sessionId);
        if (before?.isEnding) {
            await before.closed.promise;
        }
        if (this.turns.has(sessionId)) {
            throw new Error(STILL_ANSWERING);
        }
        this.turns.set(sessionId, turn);
        this.ledger.setOwner(sessionId, turn.partner.tabId);
        try {
            await this.send(turn, { text });
        } catch (error) {
            this.turns.delete(sessionId);
            throw new Error(`The message did not reach OpenCode, the agent's server: ${errorMessage(error)}. Send it again.`, {
                cause: error
            });
        }
    }

    protected conversation(conversationId: string, workspace: string): Promise<Conversation> {
        let conversation = this.conversations.get(conversationId);
        if (!conversation) {
            conversation = this.createConversation(conversationId, workspace);
            this.conversations.set(conversationId, conversation);
            // The next message tries again.
            conversation.catch(() => this.conversations.delete(conversationId));
        }
        return conversation;
    }

    protected async createConversation(conversationId: string, workspace: string): Promise<Conversation> {
        const directory = await this.server.sessionDirectory(workspace);
        const client = await this.clients.client();
        const { data } = await client.session.create({ directory }, { throwOnError: true });
        this.logger.debug(`conversation ${conversationId} is session ${data.id}`);
        return { sessionId: data.id, directory, userMessages: new Set() };
    }

    /** Sends a message with fresh instructions, unless the person said stop meanwhile. A synthetic one comes from the IDE, not from the person. */
    protected async send(turn: AgentTurn, part: { text: string; synthetic?: boolean }): Promise<void> {
        const { sessionId, directory } = turn.conversation;
        const client = await this.clients.client();
        const system = await this.hub.instructions(sessionId, turn.partner.tabId);
        if (turn.aborted) {
            this.closeTurn(turn);
            return;
        }
        await client.session.promptAsync(
            { sessionID: sessionId, directory, parts: [{ type: 'text', ...part }], ...(system === undefined ? {} : { system }) },
            { throwOnError: true }
        );
    }

    protected onEvent(event: OpenCodeEvent): void {
        switch (event.type) {
            case 'message.updated':
                return this.onMessage(event.properties.info);
            case 'message.part.updated':
                return this.turns.get(event.properties.part.sessionID)?.takePart(event.properties.part);
            case 'message.part.delta':
                if (event.properties.field === 'text') {
                    this.turns.get(event.properties.sessionID)?.takeDelta(event.properties.partID, event.properties.delta);
                }
                return;
            case 'session.created':
                if (event.properties.info.parentID !== undefined) {
                    this.parents.set(event.properties.info.id, event.properties.info.parentID);
                }
                return;
            case 'session.status':
                return this.onStatus(event.properties.sessionID, event.properties.status);
            case 'session.error':
                return this.onError(event.properties.sessionID, event.properties.error);
            case 'session.idle':
                if (this.turns.get(event.properties.sessionID)?.mayRest) {
                    void this.finishTurn(event.properties.sessionID);
                }
                return;
            case 'permission.asked':
                return this.ask(event.properties.sessionID, directory => this.requests.takePermission(event.properties, directory));
            case 'question.asked':
                return this.ask(event.properties.sessionID, directory => this.requests.takeQuestions(event.properties, directory));
            case 'permission.replied':
            case 'question.replied':
            case 'question.rejected':
                return this.closeRequest(event.properties.sessionID, event.properties.requestID);
        }
    }

    protected onMessage(info: Message): void {
        const turn = this.turns.get(info.sessionID);
        const reason = turn?.takeMessage(info);
        if (turn && reason !== undefined) {
            this.giveUp(turn, reason);
        }
    }

    protected onError(sessionId: string | undefined, error: TurnError | undefined): void {
        const turn = this.turnOf(sessionId);
        if (turn) {
            turn.takeError(error);
            this.checkSoon(turn);
        }
    }

    protected onStatus(sessionId: string, status: SessionStatus): void {
        const turn = this.turns.get(sessionId);
        if (status.type !== 'retry' || !turn || turn.isEnding) {
            return;
        }
        const reason = reasonToGiveUp(status, turn.answeredInStep);
        if (reason === undefined) {
            turn.send({ kind: 'notice', message: retryNotice(status) });
        } else {
            this.giveUp(turn, reason);
        }
    }

    /** Shows a request in the turn that it belongs to, a sub-agent's in the turn that started the sub-agent. */
    protected ask(sessionId: string, take: (directory: string) => AgentRequest | undefined): void {
        const turn = this.turnOf(sessionId);
        const request = turn && take(turn.conversation.directory);
        if (request) {
            turn.send({ kind: 'request', request });
        }
    }

    protected closeRequest(sessionId: string, requestId: string): void {
        if (this.requests.close(requestId)) {
            this.turnOf(sessionId)?.send({ kind: 'request-closed', requestId });
        }
    }

    protected turnOf(sessionId: string | undefined): AgentTurn | undefined {
        let current = sessionId;
        while (current !== undefined && !this.turns.has(current)) {
            current = this.parents.get(current);
        }
        return current === undefined ? undefined : this.turns.get(current);
    }

    /** The agent rests. Its commands run to their end; then it gets the results that it waits for, or the turn is closed. */
    protected async finishTurn(sessionId: string): Promise<void> {
        const turn = this.turns.get(sessionId);
        if (!turn) {
            return;
        }
        turn.finishParts();
        const finished = await this.ledger.settle(sessionId);
        if (this.turns.get(sessionId) !== turn) {
            return;
        }
        if (!turn.isEnding && !turn.error && turn.round < turn.followUpRounds && finished.some(needsAnswer)) {
            await this.followUp(turn, finished);
        } else {
            this.closeTurn(turn);
        }
    }

    protected async followUp(turn: AgentTurn, finished: FinishedCommand[]): Promise<void> {
        const text = reportResults(finished);
        turn.beginRound();
        turn.send({ kind: 'results', round: turn.round, text });
        try {
            await this.send(turn, { text, synthetic: true });
        } catch (error) {
            turn.error = { name: 'UnknownError', data: { message: `The results did not reach OpenCode: ${errorMessage(error)}` } };
            this.closeTurn(turn);
        }
    }

    protected closeTurn(turn: AgentTurn): void {
        this.turns.delete(turn.conversation.sessionId);
        this.requests.closeSession(turn.conversation.sessionId).forEach(requestId => turn.send({ kind: 'request-closed', requestId }));
        const { trouble } = turn;
        turn.send(trouble === undefined ? { kind: 'end' } : { kind: 'error', message: trouble });
        turn.closed.resolve();
    }

    /** Asks soon how the turn stands, should OpenCode not tell by itself. */
    protected checkSoon(turn: AgentTurn): void {
        setTimeout(() => {
            if (this.turns.get(turn.conversation.sessionId) === turn) {
                void this.catchUp(turn);
            }
        }, CHECK_AFTER_MS).unref();
    }

    protected async catchUp(turn: AgentTurn): Promise<void> {
        try {
            await this.readAgain(turn);
        } catch (error) {
            this.logger.warn(`${turn.conversation.sessionId} could not be read again: ${errorMessage(error)}`);
        }
    }

    /** Asks what was said while nobody listened, and whether the turn is over. What was received before is not taken again. */
    protected async readAgain(turn: AgentTurn): Promise<void> {
        const client = await this.clients.client();
        const { sessionId, directory } = turn.conversation;
        const [messages, statuses, permissions, questions] = await Promise.all([
            client.session.messages({ sessionID: sessionId, directory }, { throwOnError: true }),
            client.session.status({ directory }, { throwOnError: true }),
            client.permission.list({ directory }, { throwOnError: true }),
            client.question.list({ directory }, { throwOnError: true })
        ]);
        for (const { info, parts } of messages.data) {
            turn.takeMessage(info);
            parts.forEach(part => turn.takePart(part));
        }
        turn.hasGap = false;
        permissions.data.forEach(asked => this.ask(asked.sessionID, () => this.requests.takePermission(asked, directory)));
        questions.data.forEach(asked => this.ask(asked.sessionID, () => this.requests.takeQuestions(asked, directory)));
        // A session that the server does not list is idle.
        const isBusy = Object.hasOwn(statuses.data, sessionId) && statuses.data[sessionId].type !== 'idle';
        if (!isBusy) {
            const last = messages.data.at(-1)?.info;
            const isComplete = last?.role === 'assistant' && last.time.completed !== undefined;
            if (!turn.isEnding && !turn.error && !isComplete) {
                turn.failure = OPENCODE_RESTARTED;
            }
            await this.finishTurn(sessionId);
        } else if (turn.isEnding) {
            await this.interrupt(turn);
        }
    }

    /** The stream of events broke: the turns wait a while for the server to come back. */
    protected async endTurnsWithoutServer(): Promise<void> {
        this.turns.forEach(turn => (turn.hasGap = true));
        try {
            await this.events.whenConnected(AWAY_TIMEOUT_MS);
        } catch (error) {
            this.logger.warn(errorMessage(error));
            for (const [sessionId, turn] of this.turns) {
                turn.failure ??= OPENCODE_AWAY;
                void this.finishTurn(sessionId);
            }
        }
    }
}

function errorMessage(error: unknown): string {
    return error instanceof Error ? error.message : JSON.stringify(error);
}
