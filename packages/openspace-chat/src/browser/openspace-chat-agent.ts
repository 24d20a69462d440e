import { AgentControl } from '@openspace/core/lib/browser/control/agent-control';
import { ConversationService } from '@openspace/core/lib/browser/conversation/conversation-service';
import { ChatAgent, ChatAgentLocation, MutableChatRequestModel } from '@theia/ai-chat/lib/common';
import { nls } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { AnswerView } from './answer-view';

/** The agent behind the chat: hands the person's messages to the backend and shows the answer as it arrives. */
@injectable()
export class OpenSpaceChatAgent implements ChatAgent {
    static readonly ID = 'OpenSpace';

    readonly id = OpenSpaceChatAgent.ID;
    readonly name = OpenSpaceChatAgent.ID;
    readonly description = nls.localize(
        'openspace/chat/description',
        'Works in this IDE with you: opens files, shows places, explains code.'
    );
    readonly iconClass = 'codicon codicon-sparkle';
    readonly locations = ChatAgentLocation.ALL;
    readonly tags: string[] = [];
    readonly variables: string[] = [];
    readonly prompts = [];
    readonly functions: string[] = [];
    readonly agentSpecificVariables = [];
    // The model is OpenCode's business, so that Theia asks for none.
    readonly languageModelRequirements = [];

    @inject(ConversationService) protected readonly conversations: ConversationService;
    @inject(AgentControl) protected readonly control: AgentControl;

    async invoke(request: MutableChatRequestModel): Promise<void> {
        const { session, request: message, response } = request;
        await this.show(request, view => this.conversations.converse(session.id, message.text, response.cancellationToken, view));
    }

    /** Shows a turn that runs already, from its beginning, as the answer to this request. */
    async resume(request: MutableChatRequestModel, turnId: string): Promise<void> {
        const { session, response } = request;
        await this.show(request, view => this.conversations.resume(session.id, turnId, response.cancellationToken, view));
    }

    protected async show(request: MutableChatRequestModel, follow: (view: AnswerView) => Promise<void>): Promise<void> {
        const { response } = request;
        const view = new AnswerView(request, this.conversations);
        const stopping = response.cancellationToken.onCancellationRequested(() => view.stop());
        const pausing = this.control.onDidChange(({ paused }) => view.showPause(paused));
        view.showPause(this.control.state.paused);
        try {
            await follow(view);
        } catch (error) {
            view.onEvent({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
        } finally {
            stopping.dispose();
            pausing.dispose();
        }
        view.finish();
        response.complete();
    }
}
