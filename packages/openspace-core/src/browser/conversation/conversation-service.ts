import { Emitter, type CancellationToken, type RpcProxy } from '@theia/core/lib/common';
import { generateUuid } from '@theia/core/lib/common/uuid';
import { inject, injectable } from '@theia/core/shared/inversify';
import {
    ConversationServer,
    type ConversationClient,
    type ConversationEvent,
    type ConversationHistory,
    type ConversationSummary
} from '../../common';
import { FollowedTurn, type TurnListener } from './followed-turn';

/** Talks with the agent. Called by the chat. */
@injectable()
export class ConversationService implements ConversationClient {
    @inject(ConversationServer) protected readonly server: RpcProxy<ConversationServer>;

    protected readonly onDidReceiveEventEmitter = new Emitter<ConversationEvent>();

    onConversationEvent(event: ConversationEvent): void {
        this.onDidReceiveEventEmitter.fire(event);
    }

    /**
     * Sends a message and hands on what happens until the turn is over; resolves then. Rejects when the turn failed,
     * with a message for the person. Cancelling ends the agent's turn and resolves at once.
     */
    async converse(conversationId: string, text: string, token: CancellationToken, listener: TurnListener): Promise<void> {
        const turnId = generateUuid();
        await this.follow(conversationId, turnId, token, listener, async turn => {
            try {
                await this.server.prompt({ conversationId, turnId, text });
            } catch (error) {
                if (!turn.isLost) {
                    throw error;
                }
            }
        });
    }

    /** Takes up a turn that runs already, from its beginning; for the rest it is like `converse`. */
    async resume(conversationId: string, turnId: string, token: CancellationToken, listener: TurnListener): Promise<void> {
        await this.follow(conversationId, turnId, token, listener, turn => turn.join('opened'));
    }

    /** Answers a request of the agent: the chosen values for each question, or undefined to dismiss it. */
    async answerRequest(requestId: string, answers: string[][] | undefined): Promise<void> {
        await this.server.answerRequest(requestId, answers);
    }

    /** The conversations about this workspace, the latest first. */
    list(): Promise<ConversationSummary[]> {
        return this.server.listConversations();
    }

    /** Undefined when there is no such conversation. */
    read(conversationId: string): Promise<ConversationHistory | undefined> {
        return this.server.readConversation(conversationId);
    }

    /** Gives a conversation another title. */
    rename(conversationId: string, title: string): Promise<void> {
        return this.server.renameConversation(conversationId, title);
    }

    /** Deletes a conversation for good, with whatever still runs in it. */
    delete(conversationId: string): Promise<void> {
        return this.server.deleteConversation(conversationId);
    }

    protected async follow(
        conversationId: string,
        turnId: string,
        token: CancellationToken,
        listener: TurnListener,
        start: (turn: FollowedTurn) => Promise<void>
    ): Promise<void> {
        const turn = new FollowedTurn(turnId, this.server, listener);
        const subscriptions = [
            this.onDidReceiveEventEmitter.event(event => turn.take(event)),
            token.onCancellationRequested(() => {
                void this.server.abort(conversationId);
                turn.leave();
            }),
            turn
        ];
        try {
            await Promise.race([start(turn).then(() => turn.finished), turn.finished]);
        } finally {
            subscriptions.forEach(subscription => subscription.dispose());
        }
    }
}
