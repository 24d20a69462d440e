import { inject, injectable } from '@theia/core/shared/inversify';
import type { ConversationClient, ConversationPrompt, ConversationServer } from '../../common';
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

    setClient(client: ConversationClient): void {
        this.client = client;
    }

    async prompt(prompt: ConversationPrompt): Promise<void> {
        const { tabId } = await this.tab.identity();
        const workspace = await this.tab.workspaceFolder();
        await this.proxy.prompt(prompt, { tabId, workspace, send: event => this.client?.onConversationEvent(event) });
    }

    abort(conversationId: string): Promise<void> {
        return this.proxy.abort(conversationId);
    }

    answerRequest(requestId: string, answers: string[][] | undefined): Promise<void> {
        return this.requests.answer(requestId, answers);
    }
}
