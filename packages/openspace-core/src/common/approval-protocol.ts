export const approvalServicePath = '/services/openspace/approval';

/** The agent is about to act in a workspace for the first time. */
export interface ConsentQuestion {
    readonly kind: 'consent';
    readonly questionId: string;
    /** The folder that the agent is to work in. */
    readonly workspace: string;
    /** The program that asks through a door of the Hub; absent for the agent of the chat. */
    readonly client?: string;
}

/** What the person says to it. */
export interface ConsentAnswer {
    readonly allowed: boolean;
    /** The answer holds for this workspace from now on. */
    readonly remember: boolean;
}

export type ApprovalQuestion = ConsentQuestion;
export type ApprovalAnswer = ConsentAnswer;

/** Implemented by the backend, one for each connection; called by the browser's `ApprovalDialogs`. */
export const ApprovalServer = Symbol('ApprovalServer');
export interface ApprovalServer {
    /** The questions that wait for the person at this tab, the oldest first. Those that come later are told by `onQuestion`. */
    openQuestions(): Promise<ApprovalQuestion[]>;
    /** Answers a question; does nothing when it is no longer open. What it settles besides is closed before this resolves. */
    answer(questionId: string, answer: ApprovalAnswer): Promise<void>;
}

/** Implemented by the browser's `ApprovalDialogs`; called by the backend. */
export interface ApprovalClient {
    /** The person at this tab is asked. Whatever decides is in the backend; the browser shows the question and carries the answer. */
    onQuestion(question: ApprovalQuestion): void;
    /** The question needs no answer any more. */
    onQuestionClosed(questionId: string): void;
}
