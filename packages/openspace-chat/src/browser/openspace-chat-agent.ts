import { ConversationService } from '@openspace/core/lib/browser/conversation/conversation-service';
import { ChatAgent, ChatAgentLocation, ErrorChatResponseContentImpl, MutableChatRequestModel } from '@theia/ai-chat/lib/common';
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

    async invoke(request: MutableChatRequestModel): Promise<void> {
        const { response } = request;
        const view = new AnswerView(request, this.conversations);
        try {
            await this.conversations.converse(request.session.id, request.request.text, response.cancellationToken, event =>
                view.show(event)
            );
        } catch (error) {
            view.flush();
            // A failed response would be told in a notification only, which covers the input; here it stays with the message.
            response.response.addContent(new ErrorChatResponseContentImpl(error instanceof Error ? error : new Error(String(error))));
        }
        view.flush();
        response.complete();
    }
}
