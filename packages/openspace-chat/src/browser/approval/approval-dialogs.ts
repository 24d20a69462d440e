import { ApprovalServer, type ApprovalClient, type ApprovalQuestion } from '@openspace/core/lib/common';
import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { CommandRegistry, ILogger, type RpcProxy } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import { ActivityWords } from '../activity/activity-words';
import { ConfirmationDialog } from './confirmation-dialog';
import { ConsentDialog } from './consent-dialog';

type AnyDialog = ConsentDialog | ConfirmationDialog;

/** Shows the questions of the backend, one at a time and the oldest first, and carries the answers back. Decides nothing itself. */
@injectable()
export class ApprovalDialogs implements ApprovalClient, FrontendApplicationContribution {
    @inject(ApprovalServer) protected readonly server: RpcProxy<ApprovalServer>;
    @inject(ILogger) @named('openspace:ApprovalDialogs') protected readonly logger: ILogger;
    @inject(CommandRegistry) protected readonly commands: CommandRegistry;

    protected readonly words = new ActivityWords(id => this.commands.getCommand(id)?.label);
    protected waiting: ApprovalQuestion[] = [];
    protected shown?: { readonly questionId: string; readonly dialog: AnyDialog };

    onStart(): void {
        // A new connection knows nothing of the old one; not awaited, since the IDE must come up even when the backend is slow.
        this.server.onDidOpenConnection(() => void this.takeOpenQuestions());
        void this.takeOpenQuestions();
    }

    onQuestion(question: ApprovalQuestion): void {
        const known = [...this.waiting.map(each => each.questionId), this.shown?.questionId];
        if (!known.includes(question.questionId)) {
            this.waiting.push(question);
            void this.showNext();
        }
    }

    onQuestionClosed(questionId: string, abandoned: boolean): void {
        this.waiting = this.waiting.filter(question => question.questionId !== questionId);
        if (this.shown?.questionId !== questionId) {
            return;
        }
        if (abandoned) {
            this.shown.dialog.abandon();
        } else {
            this.shown.dialog.withdraw();
        }
    }

    protected async takeOpenQuestions(): Promise<void> {
        let open: readonly ApprovalQuestion[];
        try {
            open = await this.server.openQuestions();
        } catch (error) {
            // Lost again: the next connection asks anew.
            this.logger.debug('The open questions are not known', error);
            return;
        }
        // What was answered or settled while the connection was lost is not asked any more.
        const isOpen = (questionId: string): boolean => open.some(question => question.questionId === questionId);
        [...this.waiting.map(each => each.questionId), ...(this.shown ? [this.shown.questionId] : [])]
            .filter(questionId => !isOpen(questionId))
            .forEach(questionId => this.onQuestionClosed(questionId, false));
        open.forEach(question => this.onQuestion(question));
    }

    protected async showNext(): Promise<void> {
        const question = this.shown ? undefined : this.waiting.shift();
        if (!question) {
            return;
        }
        const dialog = this.createDialog(question);
        this.shown = { questionId: question.questionId, dialog };
        let isLost = false;
        try {
            const answer = await dialog.ask();
            if (answer) {
                // Awaited, so that what the answer settles besides is closed and never shown.
                await this.server.answer(question.questionId, answer);
            }
        } catch (error) {
            this.logger.warn('An answer did not reach the backend; the question is asked again if it is still open', error);
            isLost = true;
        } finally {
            this.shown = undefined;
        }
        if (isLost) {
            await this.takeOpenQuestions();
        }
        await this.showNext();
    }

    protected createDialog(question: ApprovalQuestion): AnyDialog {
        return question.kind === 'consent' ? new ConsentDialog(question, this.words) : new ConfirmationDialog(question);
    }
}
