import { ConversationService } from '@openspace/core/lib/browser/conversation/conversation-service';
import { ChatAgentLocation, type ChatModel } from '@theia/ai-chat/lib/common';
import type { SerializedChatData } from '@theia/ai-chat/lib/common/chat-model-serialization';
import type { ChatModelWithMetadata, ChatSessionIndex, ChatSessionStore } from '@theia/ai-chat/lib/common/chat-session-store';
import { inject, injectable } from '@theia/core/shared/inversify';
import { OpenSpaceChatAgent } from '../openspace-chat-agent';
import { rebuildChat } from './rebuilt-chat';

/**
 * The chat's store of conversations. OpenCode keeps them, so nothing is stored here but a new name; what is read comes from OpenCode's
 * own history.
 */
@injectable()
export class OpenCodeSessionStore implements ChatSessionStore {
    @inject(ConversationService) protected readonly conversations: ConversationService;

    /** The names that the chat has given or was given: another one means that the person chose it. */
    protected readonly titles = new Map<string, string>();
    /** The turns that ran when their conversation was read. */
    protected readonly running = new Map<string, string>();

    async storeSessions(...sessions: (ChatModel | ChatModelWithMetadata)[]): Promise<void> {
        for (const session of sessions) {
            if ('model' in session && session.title !== undefined) {
                const known = this.titles.get(session.model.id);
                this.titles.set(session.model.id, session.title);
                if (known !== undefined && known !== session.title) {
                    await this.conversations.rename(session.model.id, session.title);
                }
            }
        }
    }

    async readSession(sessionId: string): Promise<SerializedChatData | undefined> {
        const history = await this.conversations.read(sessionId);
        if (!history) {
            return undefined;
        }
        this.titles.set(sessionId, history.title);
        if (history.running) {
            this.running.set(sessionId, history.running.turnId);
        }
        return rebuildChat(history, this.conversations);
    }

    /** The turn that ran when the conversation was read, for the one who goes on with it. */
    takeRunningTurn(sessionId: string): string | undefined {
        const turnId = this.running.get(sessionId);
        this.running.delete(sessionId);
        return turnId;
    }

    async deleteSession(sessionId: string): Promise<void> {
        this.titles.delete(sessionId);
        await this.conversations.delete(sessionId);
    }

    async clearAllSessions(): Promise<void> {
        for (const { conversationId } of await this.conversations.list()) {
            await this.deleteSession(conversationId);
        }
    }

    async getSessionIndex(): Promise<ChatSessionIndex> {
        const summaries = await this.conversations.list();
        return Object.fromEntries(
            summaries.map(({ conversationId, title, updatedAt }) => [
                conversationId,
                {
                    sessionId: conversationId,
                    title,
                    saveDate: updatedAt,
                    location: ChatAgentLocation.Panel,
                    pinnedAgentId: OpenSpaceChatAgent.ID
                }
            ])
        );
    }

    async hasPersistedSessions(): Promise<boolean> {
        return (await this.conversations.list()).length > 0;
    }
}
