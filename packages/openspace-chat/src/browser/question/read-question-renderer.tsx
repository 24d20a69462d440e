import type { ResponseNode } from '@theia/ai-chat-ui/lib/browser/chat-tree-view';
import { QuestionPartRenderer } from '@theia/ai-chat-ui/lib/browser/chat-response-renderer/question-part-renderer';
import type { ChatResponseContent, QuestionResponseContent } from '@theia/ai-chat/lib/common';
import { injectable } from '@theia/core/shared/inversify';
import React from '@theia/core/shared/react';
import { OpenQuestionContent } from './open-question-content';
import { OwnAnswer } from './own-answer';
import { ReadFirst } from './read-first';

/** Shows the agent's questions as Theia does, with room for words of one's own; they cannot be answered before they could be read. */
@injectable()
export class ReadQuestionRenderer extends QuestionPartRenderer {
    protected readonly keys = new WeakMap<QuestionResponseContent, number>();
    protected asked = 0;

    override canHandle(content: ChatResponseContent): number {
        return 2 * super.canHandle(content);
    }

    override render(question: QuestionResponseContent, node: ResponseNode): React.ReactNode {
        const isAnswered = question.selectedOptions !== undefined;
        const isOpen = !isAnswered && node.response.isWaitingForInput;
        return (
            <ReadFirst key={this.keyOf(question)}>
                {/* Made anew when it is answered: Theia looks only once whether a question with several answers is. */}
                <React.Fragment key={String(isAnswered)}>{super.render(question, node)}</React.Fragment>
                {question instanceof OpenQuestionContent && <OwnAnswer question={question} isOpen={isOpen} />}
            </ReadFirst>
        );
    }

    /** The chat knows a question by its place alone, and another one may come there when an answer is shown anew. */
    protected keyOf(question: QuestionResponseContent): number {
        const key = this.keys.get(question) ?? ++this.asked;
        this.keys.set(question, key);
        return key;
    }
}
