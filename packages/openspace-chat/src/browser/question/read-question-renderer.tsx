import type { ResponseNode } from '@theia/ai-chat-ui/lib/browser/chat-tree-view';
import { QuestionPartRenderer } from '@theia/ai-chat-ui/lib/browser/chat-response-renderer/question-part-renderer';
import type { ChatResponseContent, QuestionResponseContent } from '@theia/ai-chat/lib/common';
import { injectable } from '@theia/core/shared/inversify';
import React from '@theia/core/shared/react';
import { ReadFirst } from './read-first';

/** Shows the agent's questions as Theia does; they cannot be answered before they could be read. */
@injectable()
export class ReadQuestionRenderer extends QuestionPartRenderer {
    protected readonly keys = new WeakMap<QuestionResponseContent, number>();
    protected asked = 0;

    override canHandle(content: ChatResponseContent): number {
        return 2 * super.canHandle(content);
    }

    override render(question: QuestionResponseContent, node: ResponseNode): React.ReactNode {
        return <ReadFirst key={this.keyOf(question)}>{super.render(question, node)}</ReadFirst>;
    }

    /** The chat knows a question by its place alone, and another one may come there when an answer is shown anew. */
    protected keyOf(question: QuestionResponseContent): number {
        const key = this.keys.get(question) ?? ++this.asked;
        this.keys.set(question, key);
        return key;
    }
}
