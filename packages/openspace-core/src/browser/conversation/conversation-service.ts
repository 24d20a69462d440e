import { Emitter, type CancellationToken, type RpcProxy } from '@theia/core/lib/common';
import { generateUuid } from '@theia/core/lib/common/uuid';
import { inject, injectable } from '@theia/core/shared/inversify';
import { ConversationServer, OpenSpacePreferences, type ConversationClient, type ConversationEvent } from '../../common';

/** Talks with the agent. Called by the chat. */
@injectable()
export class ConversationService implements ConversationClient {
    @inject(ConversationServer) protected readonly server: RpcProxy<ConversationServer>;
    @inject(OpenSpacePreferences) protected readonly preferences: OpenSpacePreferences;

    protected readonly onDidReceiveEventEmitter = new Emitter<ConversationEvent>();

    onConversationEvent(event: ConversationEvent): void {
        this.onDidReceiveEventEmitter.fire(event);
    }

    /**
     * Sends a message and hands on what happens until the turn is over; resolves then. Rejects when the turn failed,
     * with a message for the person. Cancelling ends the agent's turn.
     */
    async converse(
        conversationId: string,
        text: string,
        token: CancellationToken,
        listener: (event: ConversationEvent) => void
    ): Promise<void> {
        const turnId = generateUuid();
        const followUpRounds = this.preferences['openspace.agent.followUpRounds'];
        const turn = this.followTurn(turnId, listener);
        const cancelled = token.onCancellationRequested(() => void this.server.abort(conversationId));
        try {
            await this.server.prompt({ conversationId, turnId, text, followUpRounds });
            await turn.finished;
        } finally {
            cancelled.dispose();
            turn.dispose();
        }
    }

    /** Answers a request of the agent: the chosen values for each question, or undefined to dismiss it. */
    async answerRequest(requestId: string, answers: string[][] | undefined): Promise<void> {
        await this.server.answerRequest(requestId, answers);
    }

    protected followTurn(turnId: string, listener: (event: ConversationEvent) => void): { finished: Promise<void>; dispose(): void } {
        let dispose = (): void => undefined;
        const finished = new Promise<void>((resolve, reject) => {
            const subscription = this.onDidReceiveEventEmitter.event(event => {
                if (event.turnId !== turnId) {
                    return;
                }
                if (event.kind === 'end') {
                    resolve();
                } else if (event.kind === 'error') {
                    reject(new Error(event.message));
                } else {
                    listener(event);
                }
            });
            // The events of a turn go to the connection that began it.
            const closed = this.server.onDidCloseConnection(() =>
                reject(
                    new Error(
                        'The connection to the IDE was lost while the agent answered. Look at what it did, then send the message again.'
                    )
                )
            );
            dispose = () => {
                subscription.dispose();
                closed.dispose();
            };
        });
        // A prompt that is not accepted rejects first; nobody waits for the turn then.
        finished.catch(() => undefined);
        return { finished, dispose: () => dispose() };
    }
}
