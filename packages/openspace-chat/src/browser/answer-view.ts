import type { ConversationService } from '@openspace/core/lib/browser/conversation/conversation-service';
import type { TurnListener } from '@openspace/core/lib/browser/conversation/followed-turn';
import type { AgentQuestion, AgentRequest, TurnEvent } from '@openspace/core/lib/common';
import {
    ErrorChatResponseContentImpl,
    MarkdownChatResponseContentImpl,
    MutableChatRequestModel,
    QuestionResponseContentImpl,
    ThinkingChatResponseContentImpl,
    ToolCallChatResponseContentImpl,
    type ChatResponseContent
} from '@theia/ai-chat/lib/common';
import { createToolCallError } from '@theia/ai-core/lib/common';
import { nls } from '@theia/core/lib/common';
import { IdeActionsContent } from './activity/ide-actions-content';
import { GrowingMarkdownContent } from './markdown/growing-markdown-content';
import { PacedText } from './paced-text';
import { OpenQuestionContent } from './question/open-question-content';
import { IdeResultsContent } from './results/ide-results-content';

/** Shows the events of one turn as the content of one response in the chat. */
export class AnswerView implements TurnListener {
    protected readonly text = new PacedText(text => this.grow(text));
    protected readonly thought = new PacedText(text =>
        this.request.response.response.addContent(new ThinkingChatResponseContentImpl(text, ''))
    );
    /** The text that still grows. */
    protected part?: GrowingMarkdownContent | undefined;
    protected readonly openRequests = new Set<string>();
    protected stopped = false;

    constructor(
        protected readonly request: MutableChatRequestModel,
        protected readonly conversations: ConversationService
    ) {}

    onEvent(event: TurnEvent): void {
        if (this.stopped) {
            return;
        }
        if (event.kind === 'text') {
            if (event.begins) {
                this.finish();
            }
            this.thought.flush();
            this.text.add(event.text);
            return;
        }
        this.text.flush();
        if (event.kind === 'reasoning') {
            // The text may go on behind a thought: cut in two, it could be other markdown.
            this.thought.add(event.text);
            return;
        }
        this.thought.flush();
        switch (event.kind) {
            case 'tool': {
                const { callId, name, input, finished, output, error } = event.call;
                const result = error === undefined ? output : createToolCallError(error);
                return this.add(new ToolCallChatResponseContentImpl(callId, name, input, finished, result));
            }
            case 'results':
                return this.add(new IdeResultsContent(event.text, event.waits));
            case 'actions':
                return this.add(new IdeActionsContent(event, event.sessionId));
            case 'request':
                return void this.ask(event.request);
            case 'request-closed':
                return this.closeRequest(event.requestId);
            case 'notice':
                // One at a time: the next one takes its place.
                this.request.response.addProgressMessage({ id: 'notice', content: event.message, show: 'whileIncomplete' });
                return;
            case 'stopped':
                return this.stop();
            case 'error':
                // A failed response would be told in a notification only, which covers the input; here it stays with the message.
                return this.add(new ErrorChatResponseContentImpl(new Error(event.message)));
        }
    }

    onRestart(): void {
        this.finish();
        this.openRequests.forEach(requestId => this.closeRequest(requestId));
        this.request.response.response.clearContent();
    }

    /** Says why nothing happens while the person holds the agent. */
    showPause(isPaused: boolean): void {
        const { response } = this.request;
        if (isPaused) {
            const content = nls.localize(
                'openspace/chat/paused',
                'The agent is paused: what it wants to do in the IDE waits. To let it go on, choose "Resume Agent" in the menu of "Agent" in the status bar.'
            );
            response.addProgressMessage({ id: 'pause', content, status: 'inProgress', show: 'whileIncomplete' });
        } else {
            const content = nls.localize('openspace/chat/resumed', 'The agent goes on.');
            response.updateProgressMessage({ id: 'pause', content, status: 'completed' });
        }
    }

    /** The person stopped the answer: what still comes of it is not shown. */
    stop(): void {
        if (!this.stopped) {
            this.finish();
            this.stopped = true;
            this.openRequests.clear();
            this.add(new MarkdownChatResponseContentImpl(`*${nls.localize('openspace/chat/stopped', 'Stopped')}*`));
        }
    }

    /** Shows at once what still waits for its moment; what comes next begins anew. */
    finish(): void {
        this.text.flush();
        this.thought.flush();
        this.part?.finish();
        this.part = undefined;
    }

    protected grow(text: string): void {
        if (!this.part) {
            this.part = new GrowingMarkdownContent();
            this.request.response.response.addContent(this.part);
        }
        this.part.add(text);
    }

    protected add(content: ChatResponseContent): void {
        this.finish();
        this.request.response.response.addContent(content);
    }

    /** Asks one question after the other, until the answers are there; what the person skips is dismissed as a whole. */
    protected async ask(request: AgentRequest): Promise<void> {
        const { requestId, questions } = request;
        if (!this.openRequests.has(requestId)) {
            this.openRequests.add(requestId);
            this.request.response.waitForInput();
        }
        const answers: string[][] = [];
        for (const question of questions) {
            const answer = await this.askOne(question);
            if (!this.openRequests.has(requestId)) {
                return;
            }
            if (answer === undefined) {
                break;
            }
            answers.push(answer);
        }
        try {
            await this.conversations.answerRequest(requestId, answers.length === questions.length ? answers : undefined);
        } catch (error) {
            if (this.openRequests.has(requestId)) {
                const reason = error instanceof Error ? error.message : String(error);
                const lost = nls.localize(
                    'openspace/chat/answerLost',
                    'Your answer did not reach the agent ({0}). Please answer again.',
                    reason
                );
                this.add(new ErrorChatResponseContentImpl(new Error(lost)));
                await this.ask(request);
            }
            return;
        }
        this.closeRequest(requestId);
    }

    protected closeRequest(requestId: string): void {
        if (this.openRequests.delete(requestId)) {
            this.request.response.stopWaitingForInput();
        }
    }

    protected askOne({ header, text, options, multiple, isOpen }: AgentQuestion): Promise<string[] | undefined> {
        const choices = options.map(({ value, label, description }) => ({ text: label, value, ...(description ? { description } : {}) }));
        return new Promise(resolve => {
            const valueOf = ({ text: label, value }: { text: string; value?: string }): string => value ?? label;
            const onSkip = (): void => resolve(undefined);
            const Question: typeof QuestionResponseContentImpl = isOpen ? OpenQuestionContent : QuestionResponseContentImpl;
            const content = multiple
                ? new Question(
                      text,
                      choices,
                      this.request,
                      // Whoever dismisses such a question has chosen nothing; Theia does not call `onSkip` then.
                      selected => resolve(selected.length > 0 ? selected.map(valueOf) : undefined),
                      { header, onSkip, multiSelect: true }
                  )
                : new Question(text, choices, this.request, selected => resolve([valueOf(selected)]), { header, onSkip });
            if (content instanceof OpenQuestionContent) {
                content.onWords = words => resolve([words]);
            }
            this.add(content);
        });
    }
}
