import { ConversationService } from '@openspace/core/lib/browser/conversation/conversation-service';
import { ChatAgent, ChatAgentLocation, MarkdownChatResponseContentImpl, MutableChatRequestModel } from '@theia/ai-chat/lib/common';
import { nls } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { PacedText } from './paced-text';

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
        const paced = new PacedText(text => response.response.addContent(new MarkdownChatResponseContentImpl(text)));
        try {
            await this.conversations.converse(request.session.id, request.request.text, response.cancellationToken, {
                onText: text => paced.add(text),
                onNotice: content => void response.addProgressMessage({ content, show: 'whileIncomplete' })
            });
            paced.flush();
            response.complete();
        } catch (error) {
            paced.flush();
            response.error(error instanceof Error ? error : new Error(String(error)));
        }
    }
}
