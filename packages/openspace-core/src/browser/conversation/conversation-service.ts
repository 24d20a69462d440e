import { Emitter, type CancellationToken } from '@theia/core/lib/common';
import { generateUuid } from '@theia/core/lib/common/uuid';
import { inject, injectable } from '@theia/core/shared/inversify';
import { ConversationServer, type ConversationClient, type ConversationEvent } from '../../common';

/** Who listens to a turn of the agent. */
export interface TurnListener {
    /** A piece of the answer, blocks already taken out. */
    onText(text: string): void;
    /** Something that the person should know while waiting. */
    onNotice(message: string): void;
}

/** Talks with the agent. Called by the chat. */
@injectable()
export class ConversationService implements ConversationClient {
    @inject(ConversationServer) protected readonly server: ConversationServer;

    protected readonly onDidReceiveEventEmitter = new Emitter<ConversationEvent>();

    onConversationEvent(event: ConversationEvent): void {
        this.onDidReceiveEventEmitter.fire(event);
    }

    /**
     * Sends a message and hands on what happens until the turn is over; resolves then. Rejects when the turn failed,
     * with a message for the person. Cancelling ends the agent's turn.
     */
    async converse(conversationId: string, text: string, token: CancellationToken, listener: TurnListener): Promise<void> {
        const turnId = generateUuid();
        const turn = this.followTurn(turnId, listener);
        const cancelled = token.onCancellationRequested(() => void this.server.abort(conversationId));
        try {
            await this.server.prompt({ conversationId, turnId, text });
            await turn.finished;
        } finally {
            cancelled.dispose();
            turn.dispose();
        }
    }

    protected followTurn(turnId: string, listener: TurnListener): { finished: Promise<void>; dispose(): void } {
        let dispose = (): void => undefined;
        const finished = new Promise<void>((resolve, reject) => {
            const subscription = this.onDidReceiveEventEmitter.event(event => {
                if (event.turnId !== turnId) {
                    return;
                }
                switch (event.kind) {
                    case 'text': {
                        listener.onText(event.text);
                        return;
                    }
                    case 'notice': {
                        listener.onNotice(event.message);
                        return;
                    }
                    case 'end': {
                        resolve();
                        return;
                    }
                    case 'error': {
                        reject(new Error(event.message));
                        return;
                    }
                }
            });
            dispose = () => subscription.dispose();
        });
        // A prompt that is not accepted rejects first; nobody waits for the turn then.
        finished.catch(() => undefined);
        return { finished, dispose: () => dispose() };
    }
}
