import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import type { Message, Part, SessionStatus } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import type { ConversationEvent, ConversationPrompt } from '../../common';
import { HubClient } from '../hub/hub-client';
import { CommandLedger } from '../ledger/command-ledger';
import { describeTrouble, type TurnError } from './model-trouble';
import { OpenCodeClientProvider } from './opencode-client';
import { OpenCodeEvents, type OpenCodeEvent } from './opencode-events';
import { PartInterceptor } from './part-interceptor';

const CONNECT_TIMEOUT_MS = 10_000;

/** Who asks, and where the answer goes. */
export interface ConversationPartner {
    readonly tabId: string;
    /** Folder that the agent works in. */
    readonly directory: string;
    send(event: ConversationEvent): void;
}

/** A chat session and the OpenCode session behind it. */
interface Conversation {
    readonly sessionId: string;
    readonly directory: string;
    /** Every message of the person so far: a new one tells that a turn has begun. */
    readonly userMessages: Set<string>;
}

/** One message of the person and the agent's answer to it. */
interface Turn {
    readonly turnId: string;
    readonly conversation: Conversation;
    readonly partner: ConversationPartner;
    /** The person's messages that began in this turn; OpenCode may add some of its own. */
    readonly userMessages: Set<string>;
    /** The agent's answers to them; nothing else is intercepted. */
    readonly assistantMessages: Set<string>;
    readonly parts: Map<string, PartInterceptor>;
    /** The part that spoke last: the next one begins a new paragraph. */
    speaking?: string;
    aborted: boolean;
    error?: TurnError;
    /** Whether the agent said or did anything at all. */
    answered: boolean;
}

/**
 * Speaks with OpenCode for the chat. Takes the blocks out of the agent's text as it streams by: text goes on to the chat,
 * blocks become commands. Only text parts of the agent's own messages are looked at.
 */
@injectable()
export class OpenCodeProxy {
    @inject(OpenCodeClientProvider) protected readonly clients: OpenCodeClientProvider;
    @inject(OpenCodeEvents) protected readonly events: OpenCodeEvents;
    @inject(HubClient) protected readonly hub: HubClient;
    @inject(CommandLedger) protected readonly ledger: CommandLedger;
    @inject(ILogger) @named('openspace:OpenCodeProxy') protected readonly logger: ILogger;

    protected readonly conversations = new Map<string, Conversation>();
    /** The running turns by OpenCode session. */
    protected readonly turns = new Map<string, Turn>();

    @postConstruct()
    protected init(): void {
        this.events.onDidReceive(event => this.onEvent(event));
        this.events.onDidConnect(() => void this.catchUpAfterGap());
    }

    /** Sends the person's message; resolves when OpenCode has it. The answer goes to the partner as events. */
    async prompt({ conversationId, turnId, text }: ConversationPrompt, partner: ConversationPartner): Promise<void> {
        await this.events.whenConnected(CONNECT_TIMEOUT_MS);
        const client = await this.clients.client();
        const conversation = await this.conversation(conversationId, partner.directory);
        const { sessionId, directory } = conversation;
        if (this.turns.has(sessionId)) {
            throw new Error('The agent is still answering. Stop it, or wait until it has finished.');
        }
        this.ledger.setOwner(sessionId, partner.tabId);
        this.turns.set(sessionId, {
            turnId,
            conversation,
            partner,
            userMessages: new Set(),
            assistantMessages: new Set(),
            parts: new Map(),
            aborted: false,
            answered: false
        });
        try {
            const system = await this.hub.instructions(sessionId, partner.tabId);
            await client.session.promptAsync(
                { sessionID: sessionId, directory, parts: [{ type: 'text', text }], ...(system === undefined ? {} : { system }) },
                { throwOnError: true }
            );
        } catch (error) {
            this.turns.delete(sessionId);
            throw new Error(`The message did not reach OpenCode, the agent's server: ${errorMessage(error)}. Send it again.`, {
                cause: error
            });
        }
    }

    /** Ends the running turn of a conversation, if there is one. */
    async abort(conversationId: string): Promise<void> {
        const conversation = this.conversations.get(conversationId);
        const turn = conversation && this.turns.get(conversation.sessionId);
        if (!conversation || !turn) {
            return;
        }
        turn.aborted = true;
        const { sessionId, directory } = conversation;
        try {
            const client = await this.clients.client();
            await client.session.abort({ sessionID: sessionId, directory }, { throwOnError: true });
        } catch (error) {
            this.logger.warn(`${sessionId} could not be aborted: ${errorMessage(error)}`);
            await this.finishTurn(sessionId);
        }
    }

    protected async conversation(conversationId: string, directory: string): Promise<Conversation> {
        const known = this.conversations.get(conversationId);
        if (known) {
            return known;
        }
        const client = await this.clients.client();
        const { data } = await client.session.create({ directory }, { throwOnError: true });
        const conversation = { sessionId: data.id, directory, userMessages: new Set<string>() };
        this.conversations.set(conversationId, conversation);
        this.logger.debug(`conversation ${conversationId} is session ${data.id}`);
        return conversation;
    }

    protected onEvent(event: OpenCodeEvent): void {
        switch (event.type) {
            case 'message.updated':
                return this.onMessage(event.properties.info);
            case 'message.part.updated':
                return this.onPart(event.properties.part);
            case 'message.part.delta': {
                const { sessionID, partID, field, delta } = event.properties;
                if (field === 'text') {
                    this.turns.get(sessionID)?.parts.get(partID)?.feed(delta);
                }
                return;
            }
            case 'session.status':
                return this.onStatus(event.properties.sessionID, event.properties.status);
            case 'session.error':
                return this.onError(event.properties.sessionID, event.properties.error);
            case 'session.idle':
                return this.onIdle(event.properties.sessionID);
        }
    }

    protected onMessage(info: Message): void {
        const turn = this.turns.get(info.sessionID);
        if (!turn) {
            return;
        }
        if (info.role === 'user') {
            if (!turn.conversation.userMessages.has(info.id)) {
                turn.conversation.userMessages.add(info.id);
                turn.userMessages.add(info.id);
            }
        } else if (turn.userMessages.has(info.parentID)) {
            turn.assistantMessages.add(info.id);
            turn.error = info.error ?? turn.error;
        }
    }

    protected onError(sessionId: string | undefined, error: TurnError | undefined): void {
        const turn = sessionId === undefined ? undefined : this.turns.get(sessionId);
        // An aborted turn may still speak up after the next one has begun.
        if (turn && error && (turn.aborted || error.name !== 'MessageAbortedError')) {
            turn.error = error;
        }
    }

    /** The session rests; but what rests may still be the turn before, which was aborted. */
    protected onIdle(sessionId: string): void {
        const turn = this.turns.get(sessionId);
        if (turn && (turn.aborted || turn.error || turn.assistantMessages.size > 0)) {
            void this.finishTurn(sessionId);
        }
    }

    protected onPart(part: Part): void {
        const turn = this.turns.get(part.sessionID);
        if (!turn || part.type !== 'text' || part.synthetic || !turn.assistantMessages.has(part.messageID)) {
            return;
        }
        let interceptor = turn.parts.get(part.id);
        if (!interceptor) {
            interceptor = this.intercept(turn, part.sessionID, part.messageID, part.id);
            turn.parts.set(part.id, interceptor);
        }
        interceptor.catchUp(part.text);
        if (part.time?.end !== undefined) {
            interceptor.finish();
        }
    }

    protected intercept(turn: Turn, sessionId: string, messageId: string, partId: string): PartInterceptor {
        const where = `${sessionId} ${messageId} ${partId}`;
        this.logger.debug(`${where} begins`);
        return new PartInterceptor({
            onText: text => {
                const separator = turn.speaking === undefined || turn.speaking === partId ? '' : '\n\n';
                turn.speaking = partId;
                turn.answered = true;
                turn.partner.send({ turnId: turn.turnId, kind: 'text', text: separator + text });
            },
            onBlock: block => {
                this.logger.debug(`${where} block of ${block.text.length} characters`);
                turn.answered = true;
                this.ledger.submit(sessionId, messageId, block.value);
            },
            onProblem: problem => {
                this.logger.warn(`${where} ${problem.code}: ${problem.message}`);
                turn.answered = true;
                this.ledger.reject(sessionId, problem.code, problem.message);
            }
        });
    }

    protected onStatus(sessionId: string, status: SessionStatus): void {
        const turn = this.turns.get(sessionId);
        if (turn && status.type === 'retry') {
            const message = `The model does not answer (${status.message}). Trying again, attempt ${status.attempt}. Stop to give up.`;
            turn.partner.send({ turnId: turn.turnId, kind: 'notice', message });
        }
    }

    /** Closes the turn once its commands have run, so that the agent's next instructions know their results. */
    protected async finishTurn(sessionId: string): Promise<void> {
        const turn = this.turns.get(sessionId);
        if (!turn) {
            return;
        }
        turn.parts.forEach(part => part.finish());
        await this.ledger.settle(sessionId);
        if (this.turns.get(sessionId) !== turn) {
            return;
        }
        this.turns.delete(sessionId);
        const { turnId } = turn;
        if (turn.error && !turn.aborted) {
            turn.partner.send({ turnId, kind: 'error', message: describeTrouble(turn.error) });
        } else if (!turn.answered && !turn.aborted) {
            const message =
                'The model sent an empty answer. Check that its endpoint speaks the OpenAI chat format, then send the message again.';
            turn.partner.send({ turnId, kind: 'error', message });
        } else {
            turn.partner.send({ turnId, kind: 'end' });
        }
    }

    /** The stream was away: asks what was said meanwhile. Text that was received before is not taken again. */
    protected async catchUpAfterGap(): Promise<void> {
        for (const [sessionId, turn] of [...this.turns]) {
            try {
                const client = await this.clients.client();
                const { directory } = turn.partner;
                const [messages, statuses] = await Promise.all([
                    client.session.messages({ sessionID: sessionId, directory }, { throwOnError: true }),
                    client.session.status({ directory }, { throwOnError: true })
                ]);
                for (const { info, parts } of messages.data) {
                    if (info.role === 'assistant' && turn.assistantMessages.has(info.id)) {
                        turn.error = info.error ?? turn.error;
                        parts.forEach(part => this.onPart(part));
                    }
                }
                // A session that the server does not list is idle.
                const isBusy = Object.hasOwn(statuses.data, sessionId) && statuses.data[sessionId].type !== 'idle';
                if (!isBusy) {
                    turn.error ??= { name: 'UnknownError', data: { message: 'OpenCode was restarted while it answered' } };
                    await this.finishTurn(sessionId);
                }
            } catch (error) {
                this.logger.warn(`${sessionId} could not be read again: ${errorMessage(error)}`);
            }
        }
    }
}

function errorMessage(error: unknown): string {
    return error instanceof Error ? error.message : JSON.stringify(error);
}
