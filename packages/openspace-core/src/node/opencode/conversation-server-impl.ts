import { FileUri } from '@theia/core/lib/common/file-uri';
import { inject, injectable } from '@theia/core/shared/inversify';
import type {
    ConversationClient,
    ConversationEvent,
    ConversationHistory,
    ConversationPrompt,
    ConversationServer,
    ConversationSummary,
    FollowReason
} from '../../common';
import { TabConnection } from '../tab/tab-connection';
import { AgentRequests } from './agent-requests';
import { OpenCodeProxy } from './opencode-proxy';

/** One for each connection: brings the tab and the proxy together. */
@injectable()
export class ConversationServerImpl implements ConversationServer {
    @inject(TabConnection) protected readonly tab: TabConnection;
    @inject(OpenCodeProxy) protected readonly proxy: OpenCodeProxy;
    @inject(AgentRequests) protected readonly requests: AgentRequests;

    protected client?: ConversationClient;
    protected readonly send = (event: ConversationEvent): void => this.client?.onConversationEvent(event);

    /** Whom to tell at the other end of the connection; said once, before anything else. */
    setClient(client: ConversationClient): void {
        this.client = client;
    }

    /** The connection is gone. */
    close(): void {
        this.client = undefined;
        this.proxy.unfollow(this.send);
    }

    async prompt(prompt: ConversationPrompt): Promise<void> {
        const { tabId } = await this.tab.identity();
        const workspace = await this.tab.workspaceFolder();
        await this.proxy.prompt(prompt, { tabId, workspace, send: this.send });
    }

    async followTurn(turnId: string, why: FollowReason): Promise<boolean> {
        const { tabId } = await this.tab.identity();
        return this.proxy.follow(turnId, { tabId, send: this.send }, why);
    }

    abort(conversationId: string): Promise<void> {
        return this.proxy.abort(conversationId);
    }

    answerRequest(requestId: string, answers: string[][] | undefined): Promise<void> {
        return this.requests.answer(requestId, answers);
    }

    async listConversations(): Promise<ConversationSummary[]> {
        const { workspaceUri } = await this.tab.identity();
        return workspaceUri === undefined ? [] : this.proxy.list(FileUri.fsPath(workspaceUri));
    }

    async readConversation(conversationId: string): Promise<ConversationHistory | undefined> {
        const { workspaceUri } = await this.tab.identity();
        return workspaceUri === undefined ? undefined : this.proxy.read(conversationId, FileUri.fsPath(workspaceUri));
    }

    async renameConversation(conversationId: string, title: string): Promise<void> {
        await this.proxy.rename(conversationId, await this.tab.workspaceFolder(), title);
    }

    async deleteConversation(conversationId: string): Promise<void> {
        await this.proxy.delete(conversationId, await this.tab.workspaceFolder());
    }
}
