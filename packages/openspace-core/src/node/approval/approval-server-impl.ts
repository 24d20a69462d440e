import { DisposableCollection } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { ApprovalAnswer, ApprovalClient, ApprovalQuestion, ApprovalServer } from '../../common';
import { TabConnection } from '../tab/tab-connection';
import { PersonQuestions } from './person-questions';

/** One for each connection: carries the questions to its tab and the answers back. */
@injectable()
export class ApprovalServerImpl implements ApprovalServer {
    @inject(TabConnection) protected readonly tab: TabConnection;
    @inject(PersonQuestions) protected readonly questions: PersonQuestions;

    protected readonly subscriptions = new DisposableCollection();
    protected client?: ApprovalClient;

    /** Whom to tell at the other end of the connection; said once, before anything else. */
    setClient(client: ApprovalClient): void {
        this.client = client;
    }

    async openQuestions(): Promise<ApprovalQuestion[]> {
        const { tabId } = await this.tab.identity();
        this.subscriptions.dispose();
        this.subscriptions.pushAll([
            this.questions.onDidAsk(asked => asked.tabId === tabId && this.client?.onQuestion(asked.question)),
            this.questions.onDidClose(
                ({ question, ...closed }) => closed.tabId === tabId && this.client?.onQuestionClosed(question.questionId, closed.abandoned)
            )
        ]);
        return this.questions.openIn(tabId);
    }

    async answer(questionId: string, answer: ApprovalAnswer): Promise<void> {
        const { tabId } = await this.tab.identity();
        this.questions.answer(tabId, questionId, answer);
        // Whoever asked acts on the answer first, so that what it settles besides is closed by then.
        await new Promise(resolve => setImmediate(resolve));
    }

    /** The connection is gone. */
    close(): void {
        this.subscriptions.dispose();
    }
}
