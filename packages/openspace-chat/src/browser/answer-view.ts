import { ConversationService } from '@openspace/core/lib/browser/conversation/conversation-service';
import type { AgentQuestion, AgentRequest, ConversationEvent } from '@openspace/core/lib/common';
import {
    MutableChatRequestModel,
    QuestionResponseContentImpl,
    ThinkingChatResponseContentImpl,
    ToolCallChatResponseContentImpl
} from '@theia/ai-chat/lib/common';
import { nls } from '@theia/core/lib/common';
import { GrowingMarkdownContent } from './growing-markdown-content';
import { MarkdownFlow } from './markdown-flow';
import { PacedText } from './paced-text';

/** Shows the events of one turn as the content of one response in the chat. */
export class AnswerView {
    protected readonly flow = new MarkdownFlow(() => this.openPart());
    protected readonly text = new PacedText(text => this.flow.add(text));
    protected readonly openRequests = new Set<string>();

    constructor(
        protected readonly request: MutableChatRequestModel,
        protected readonly conversations: ConversationService
    ) {}

    show(event: ConversationEvent): void {
        if (event.kind === 'text') {
            this.text.add(event.text);
            return;
        }
        this.flush();
        switch (event.kind) {
            case 'reasoning':
                return this.add(new ThinkingChatResponseContentImpl(event.text, ''));
            case 'tool': {
                const { callId, name, input, finished, output } = event.call;
                return this.add(new ToolCallChatResponseContentImpl(callId, name, input, finished, output));
            }
            case 'results': {
                const title = nls.localize('openspace/chat/results', 'IDE results');
                return this.add(new ToolCallChatResponseContentImpl(`results-${event.round}`, title, '', true, event.text));
            }
            case 'request':
                return void this.ask(event.request);
            case 'request-closed':
                this.openRequests.delete(event.requestId);
                return this.request.response.stopWaitingForInput();
            case 'notice':
                // One at a time: the next one takes its place.
                this.request.response.addProgressMessage({ id: 'notice', content: event.message, show: 'whileIncomplete' });
        }
    }

    /** Shows at once what still waits for its moment. */
    flush(): void {
        this.text.flush();
    }

    protected openPart(): GrowingMarkdownContent {
        const { response } = this.request.response;
        const part = new GrowingMarkdownContent(() => response.responseContentChanged());
        response.addContent(part);
        return part;
    }

    protected add(content: ThinkingChatResponseContentImpl | ToolCallChatResponseContentImpl | QuestionResponseContentImpl): void {
        this.flow.interrupt();
        this.request.response.response.addContent(content);
    }

    /** Asks one question after the other; what the person skips is dismissed as a whole. */
    protected async ask({ requestId, questions }: AgentRequest): Promise<void> {
        this.openRequests.add(requestId);
        this.request.response.waitForInput();
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
        this.openRequests.delete(requestId);
        this.request.response.stopWaitingForInput();
        await this.conversations.answerRequest(requestId, answers.length === questions.length ? answers : undefined);
    }

    protected askOne({ header, text, options, multiple }: AgentQuestion): Promise<string[] | undefined> {
        const choices = options.map(({ value, label, description }) => ({ text: label, value, ...(description ? { description } : {}) }));
        return new Promise(resolve => {
            const valueOf = ({ text: label, value }: { text: string; value?: string }): string => value ?? label;
            const onSkip = (): void => resolve(undefined);
            const content = multiple
                ? new QuestionResponseContentImpl(text, choices, this.request, selected => resolve(selected.map(valueOf)), {
                      header,
                      onSkip,
                      multiSelect: true
                  })
                : new QuestionResponseContentImpl(text, choices, this.request, selected => resolve([valueOf(selected)]), {
                      header,
                      onSkip
                  });
            this.add(content);
        });
    }
}
