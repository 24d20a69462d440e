import { ChatService, isActiveSessionChangedEvent, isSessionCreatedEvent, MutableChatRequestModel } from '@theia/ai-chat/lib/common';
import { FrontendApplicationContribution } from '@theia/core/lib/browser';
import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import { OpenSpaceChatAgent } from '../openspace-chat-agent';
import { OpenCodeSessionStore } from './opencode-session-store';

/** Kept for this browser tab: another one begins with an empty chat. */
const STORAGE_KEY = 'openspace.conversation';

/** Brings the conversation back after a reload, and goes on with the answer that was under way. */
@injectable()
export class ChatResumption implements FrontendApplicationContribution {
    @inject(ChatService) protected readonly chats: ChatService;
    @inject(OpenCodeSessionStore) protected readonly store: OpenCodeSessionStore;
    @inject(OpenSpaceChatAgent) protected readonly agent: OpenSpaceChatAgent;
    @inject(ILogger) @named('openspace:ChatResumption') protected readonly logger: ILogger;

    /** The chat view begins with an empty chat; until the former one is back, that must not be taken for the person's choice. */
    protected resuming = true;

    onStart(): void {
        this.chats.onSessionEvent(event => {
            if (isSessionCreatedEvent(event)) {
                this.goOn(event.sessionId);
            } else if (isActiveSessionChangedEvent(event)) {
                this.remember();
            } else if (event.type === 'renamed') {
                // A chat gets its name with its first message.
                this.rememberUsed();
            }
        });
    }

    onDidInitializeLayout(): void {
        // Not awaited: OpenCode may still be starting.
        void this.bringBack(window.sessionStorage.getItem(STORAGE_KEY));
    }

    protected async bringBack(conversationId: string | null): Promise<void> {
        try {
            const session = conversationId === null ? undefined : await this.chats.getOrRestoreSession(conversationId);
            const active = this.chats.getActiveSession();
            if (session && (!active || active.model.isEmpty())) {
                this.chats.setActiveSession(session.id, { focus: false });
            }
            this.resuming = false;
            this.remember();
        } catch (error) {
            this.logger.warn(`The conversation ${conversationId ?? ''} could not be brought back`, error);
            this.resuming = false;
            // The next reload tries again, unless the person goes on elsewhere.
            this.rememberUsed();
        }
    }

    protected rememberUsed(): void {
        if (this.chats.getActiveSession()?.model.isEmpty() === false) {
            this.remember();
        }
    }

    protected remember(): void {
        const active = this.chats.getActiveSession();
        if (!this.resuming && active) {
            window.sessionStorage.setItem(STORAGE_KEY, active.id);
        }
    }

    protected goOn(sessionId: string): void {
        const turnId = this.store.takeRunningTurn(sessionId);
        const request = this.chats.getSession(sessionId)?.model.getRequests().at(-1);
        if (turnId !== undefined && request instanceof MutableChatRequestModel) {
            void this.agent.resume(request, turnId);
        }
    }
}
