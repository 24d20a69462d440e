import { QuestionResponseContentImpl } from '@theia/ai-chat/lib/common';

/** A question that the person may answer in words of their own, too. */
export class OpenQuestionContent extends QuestionResponseContentImpl {
    /** Called when the person does so. */
    onWords?: (words: string) => void;

    /** The words that it was answered with, if they are none of the answers that it offers. */
    get words(): string | undefined {
        const answer = this.selectedOptions?.at(0)?.text;
        return this.options.some(({ text }) => text === answer) ? undefined : answer;
    }

    /** Answers it in these words. */
    answerInWords(words: string): void {
        this.selectedOptions = [{ text: words }];
        this.onWords?.(words);
    }
}
