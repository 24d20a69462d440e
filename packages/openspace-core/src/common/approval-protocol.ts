import type { ActivityEntry } from './activity-protocol';

export const approvalServicePath = '/services/openspace/approval';

/** The agent is about to act in a workspace for the first time. */
export interface ConsentQuestion {
    readonly kind: 'consent';
    readonly questionId: string;
    /** The folder that the agent is to work in. */
    readonly workspace: string;
    /** The program that asks through a door of the Hub; absent for the agent of the chat. */
    readonly client?: string;
    /** What that program wants to do first. */
    readonly wants?: WantedAction;
}

/** An action of which a person reads what it is and what it is about. */
export type WantedAction = Pick<ActivityEntry, 'commandId' | 'operation' | 'target'>;

/** What the person says to it: the chat is allowed or refused by itself, and so is each program. */
export interface ConsentAnswer {
    readonly allowed: boolean;
    /** The answer holds for this workspace from now on: for the chat, or for programs with the name of the one that asks. */
    readonly remember: boolean;
    /** The person refuses besides all that programs outside the chat ask. */
    readonly mute?: true;
}

/** A line of a change: new, gone, or as it was. A gap stands for lines that are not shown. */
export interface ChangedLine {
    readonly kind: 'added' | 'removed' | 'same' | 'gap';
    /** What a reader would not see is escaped. */
    readonly text: string;
}

/** What a write would make of a file. */
export interface ChangePreview {
    /** The changed lines with a few around them; those that would be too many are left out. */
    readonly lines: readonly ChangedLine[];
    readonly added: number;
    /** Absent when the new text is not compared: there is none yet, or none that may be seen. */
    readonly removed?: number | undefined;
    /** Whether changed lines were left out. */
    readonly isCut: boolean;
}

/** The agent, or the person at the palette, wants to do something that the policy asks a person about. */
export interface ConfirmationQuestion {
    readonly kind: 'confirmation';
    readonly questionId: string;
    readonly action: 'run' | 'write';
    /** The whole command, or the path of the file; what a reader would not see is escaped. */
    readonly text: string;
    /** What would become of the file; absent for a command, and where it cannot be shown. */
    readonly change?: ChangePreview;
    /** Why the person is asked. */
    readonly reason: string;
    /** Where the command will run, or the workspace of the file. */
    readonly place: string;
    /** For how long it can be allowed beside once. */
    readonly scopes: readonly ('session' | 'workspace')[];
    /** What would be allowed for that long; the person may change it. */
    readonly pattern?: string;
    /** The person's own command: no agent waits for the answer. */
    readonly isOwn?: true;
    /** The program that asks through a door of the Hub; absent for the agent of the chat. */
    readonly client?: string;
}

/** What the person says to it: yes, for so long, or no, with a word to the agent, and perhaps to all that programs outside the chat ask. */
export type ConfirmationAnswer =
    | { readonly allowed: true; readonly scope: 'once' }
    | { readonly allowed: true; readonly scope: 'session' | 'workspace'; readonly pattern: string }
    | { readonly allowed: false; readonly message?: string; readonly mute?: true };

export type ApprovalQuestion = ConsentQuestion | ConfirmationQuestion;
export type ApprovalAnswer = ConsentAnswer | ConfirmationAnswer;

/** Implemented by the backend, one for each connection; called by the browser's `ApprovalDialogs`. */
export const ApprovalServer = Symbol('ApprovalServer');
export interface ApprovalServer {
    /** The questions that wait for the person at this tab, the oldest first. Those that come later are told by `onQuestion`. */
    openQuestions(): Promise<ApprovalQuestion[]>;
    /** Answers a question. One that is no longer open only mutes. What it settles besides is closed before this resolves. */
    answer(questionId: string, answer: ApprovalAnswer): Promise<void>;
}

/** Implemented by the browser's `ApprovalDialogs`; called by the backend. */
export interface ApprovalClient {
    /** The person at this tab is asked. Whatever decides is in the backend; the browser shows the question and carries the answer. */
    onQuestion(question: ApprovalQuestion): void;
    /** The question needs no answer any more; `abandoned` when a program asked that does not wait for it. */
    onQuestionClosed(questionId: string, abandoned: boolean): void;
}
