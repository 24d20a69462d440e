import type { ConversationService } from '@openspace/core/lib/browser/conversation/conversation-service';
import type { ConversationHistory } from '@openspace/core/lib/common';
import { MutableChatModel, ParsedChatRequestTextPart, type MutableChatRequestModel } from '@theia/ai-chat/lib/common';
import { CHAT_DATA_VERSION, type SerializedChatData } from '@theia/ai-chat/lib/common/chat-model-serialization';
import { AnswerView } from '../answer-view';
import { OpenSpaceChatAgent } from '../openspace-chat-agent';

/** The conversation in the form in which Theia's chat keeps one. What is being answered now has no response yet. */
export function rebuildChat(history: ConversationHistory, conversations: ConversationService): SerializedChatData {
    const model = new MutableChatModel();
    try {
        for (const { text, events } of history.exchanges) {
            const request = addMessage(model, text);
            const view = new AnswerView(request, conversations);
            events.forEach(event => view.onEvent(event));
            view.finish();
            request.response.complete();
        }
        const running = history.running && addMessage(model, history.running.text);
        const { responses, ...rest } = model.toSerializable();
        return {
            version: CHAT_DATA_VERSION,
            title: history.title,
            saveDate: history.updatedAt,
            pinnedAgentId: OpenSpaceChatAgent.ID,
            model: {
                ...rest,
                sessionId: history.conversationId,
                // Theia takes every response that it is given for a finished one.
                responses: responses.filter(({ requestId }) => requestId !== running?.id)
            }
        };
    } finally {
        model.dispose();
    }
}

function addMessage(model: MutableChatModel, text: string): MutableChatRequestModel {
    const part = new ParsedChatRequestTextPart({ start: 0, endExclusive: text.length }, text);
    return model.addRequest({ request: { text }, parts: [part], toolRequests: new Map(), variables: [] }, OpenSpaceChatAgent.ID);
}
