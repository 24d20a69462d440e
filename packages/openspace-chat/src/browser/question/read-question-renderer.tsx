import type { ResponseNode } from '@theia/ai-chat-ui/lib/browser/chat-tree-view';
import { QuestionPartRenderer } from '@theia/ai-chat-ui/lib/browser/chat-response-renderer/question-part-renderer';
import type { ChatResponseContent, QuestionResponseContent } from '@theia/ai-chat/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import React from '@theia/core/shared/react';
import { ChatMarkdown } from '../markdown/chat-markdown';
import { OpenQuestionContent } from './open-question-content';
import { OwnAnswer } from './own-answer';
import { ReadFirst } from './read-first';
import { SafeQuestionText, withoutText } from './safe-question-text';

/**
 * Shows the agent's questions as Theia does, with room for words of one's own and with no more in their text than an answer may have; they
 * cannot be answered before they could be read.
 */
@injectable()
export class ReadQuestionRenderer extends QuestionPartRenderer {
    @inject(ChatMarkdown) protected readonly markdown: ChatMarkdown;

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
                <SafeQuestionText question={question} markdown={this.markdown}>
                    {/* Made anew when it is answered: Theia looks only once whether a question with several answers is. */}
                    <React.Fragment key={String(isAnswered)}>{super.render(withoutText(question), node)}</React.Fragment>
                    {question instanceof OpenQuestionContent && <OwnAnswer question={question} isOpen={isOpen} />}
                </SafeQuestionText>
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
