import { visibleText } from '@openspace/workspace-tools';
import { Emitter } from '@theia/core/lib/common';
import { generateUuid } from '@theia/core/lib/common/uuid';
import { injectable } from '@theia/core/shared/inversify';
import type { ActivityTarget, ApprovalAnswer, ApprovalQuestion, ConfirmationQuestion, ConsentQuestion } from '../../common';

/** Who is asked, and for how long. */
export interface QuestionContext {
    /** The tab at which the person sits. */
    readonly tabId: string;
    readonly sessionId: string;
    /** The agent's call that waits for the answer; unknown calls are a person's own. */
    readonly callId: string;
    /** Without a limit the question stands until it is answered or closed. */
    readonly timeoutMs?: number;
    /** Aborted when whoever waits for the answer is gone. */
    readonly gone?: AbortSignal;
}

/** A question that has no id yet. */
export type NewQuestion = Omit<ConsentQuestion, 'questionId'> | Omit<ConfirmationQuestion, 'questionId'>;

/**
 * How a question ended: by an answer, or without one. `stopped`: the person stopped who asked; `gone`: whoever waited for the answer
 * does not any more; `no-tab`: the page in which it was asked is closed; `crowded`: not shown, because too many others wait; `muted`:
 * not shown any more, because the person wants no questions of its kind.
 */
export type QuestionEnd = { readonly answer: ApprovalAnswer } | { readonly without: Unanswered };
type Unanswered = 'closed' | 'stopped' | 'gone' | 'no-tab' | 'timeout' | 'crowded' | 'muted';

interface OpenQuestion extends QuestionContext {
    readonly question: ApprovalQuestion;
    readonly end: (end: QuestionEnd) => void;
}

/** The Hub lets no name be longer: two programs that are told apart look different to the person. */
const LONGEST_CLIENT = 200;

/** What programs outside the chat may have waiting for one person at once. */
const MAX_WAITING = 10;

/** A question that a tab is to show, or to show no longer. */
interface QuestionNotice {
    readonly tabId: string;
    readonly callId: string;
    readonly question: ApprovalQuestion;
}

/** The questions that wait for a person. A page that is loaded anew shows them again. */
@injectable()
export class PersonQuestions {
    protected readonly open = new Map<string, OpenQuestion>();
    /** By no name: programs choose theirs, and the next one would ask on. */
    protected isOutsideMuted = false;
    protected readonly onDidAskEmitter = new Emitter<QuestionNotice>();
    readonly onDidAsk = this.onDidAskEmitter.event;
    protected readonly onDidCloseEmitter = new Emitter<QuestionNotice & { readonly abandoned: boolean }>();
    /** A tab need not show a question any more. One that a program abandoned is told apart: else asking and leaving would make it flash. */
    readonly onDidClose = this.onDidCloseEmitter.event;
    protected readonly onDidChangeEmitter = new Emitter<void>();
    /** A question was asked, or is over. */
    readonly onDidChange = this.onDidChangeEmitter.event;

    /** Asks the person at a tab. Never rejects. */
    ask(content: NewQuestion, context: QuestionContext): { questionId: string; ended: Promise<QuestionEnd> } {
        const question: ApprovalQuestion = { ...undisguised(content), questionId: generateUuid() };
        const without = this.reasonNotToAsk(question, context.tabId);
        if (without) {
            return { questionId: question.questionId, ended: Promise.resolve({ without }) };
        }
        const ended = new Promise<QuestionEnd>(resolve => {
            const { timeoutMs, gone } = context;
            const leave = (): void => this.finish(question.questionId, 'gone');
            const timer = timeoutMs === undefined ? undefined : setTimeout(() => this.finish(question.questionId, 'timeout'), timeoutMs);
            const end = (how: QuestionEnd): void => {
                clearTimeout(timer);
                gone?.removeEventListener('abort', leave);
                resolve(how);
            };
            gone?.addEventListener('abort', leave, { once: true });
            this.open.set(question.questionId, { ...context, question, end });
        });
        this.onDidAskEmitter.fire({ tabId: context.tabId, callId: context.callId, question });
        this.onDidChangeEmitter.fire();
        if (context.gone?.aborted) {
            this.finish(question.questionId, 'gone');
        }
        return { questionId: question.questionId, ended };
    }

    /** What waits for the person at a tab, the oldest first. */
    openIn(tabId: string): ApprovalQuestion[] {
        return [...this.open.values()].filter(open => open.tabId === tabId).map(open => open.question);
    }

    /** Takes an answer; one that comes late, or from another tab, decides nothing, but the person can always want no more questions. */
    answer(tabId: string, questionId: string, answer: ApprovalAnswer): void {
        const open = this.open.get(questionId);
        if (open?.tabId === tabId) {
            this.open.delete(questionId);
            open.end({ answer });
            this.onDidChangeEmitter.fire();
        }
        if ('mute' in answer && answer.mute) {
            this.muteOutside();
        }
    }

    /** The person wants to be asked again whatever was muted. */
    unmute(): void {
        this.isOutsideMuted = false;
    }

    /** The question needs no answer any more. */
    close(questionId: string): void {
        this.finish(questionId, 'closed');
    }

    /** The person stopped the session, or it is gone, with its tab perhaps: nobody waits for its questions. */
    endSession(sessionId: string, how: 'stopped' | 'gone' | 'no-tab'): void {
        [...this.open].filter(([, open]) => open.sessionId === sessionId).forEach(([id]) => this.finish(id, how));
    }

    /** Another tab goes on with the session: whether the agent may act is asked there. What a tab does already is asked where it does it. */
    moveSession(sessionId: string, tabId: string): void {
        for (const [questionId, open] of this.open) {
            if (open.sessionId === sessionId && open.tabId !== tabId && open.question.kind === 'consent') {
                const moved = { ...open, tabId };
                this.open.set(questionId, moved);
                this.onDidCloseEmitter.fire({ ...open, abandoned: false });
                this.onDidAskEmitter.fire(moved);
            }
        }
    }

    /** A program outside the chat can ask as often as it likes, which must not keep the person from everything else. */
    protected reasonNotToAsk(question: ApprovalQuestion, tabId: string): 'crowded' | 'muted' | undefined {
        if (!isOutside(question)) {
            return undefined;
        }
        const isCrowded = this.openIn(tabId).filter(isOutside).length >= MAX_WAITING;
        return this.isOutsideMuted ? 'muted' : isCrowded ? 'crowded' : undefined;
    }

    protected muteOutside(): void {
        this.isOutsideMuted = true;
        [...this.open].filter(([, { question }]) => isOutside(question)).forEach(([id]) => this.finish(id, 'muted'));
    }

    protected finish(questionId: string, without: Unanswered): void {
        const open = this.open.get(questionId);
        if (open) {
            this.open.delete(questionId);
            open.end({ without });
            this.onDidCloseEmitter.fire({ ...open, abandoned: without === 'gone' && isOutside(open.question) });
            this.onDidChangeEmitter.fire();
        }
    }
}

/** Whether a program outside the chat asks. */
function isOutside({ client }: ApprovalQuestion): boolean {
    return client !== undefined;
}

/** Programs and files choose their names themselves: none may look like another, or like a line of the question itself. */
function undisguised(content: NewQuestion): NewQuestion {
    const { client } = content;
    const asker =
        client === undefined
            ? {}
            : { client: visibleText(client.length > LONGEST_CLIENT ? `${client.slice(0, LONGEST_CLIENT)}…` : client) };
    if (content.kind !== 'consent') {
        return { ...content, ...asker, place: visibleText(content.place), reason: visibleText(content.reason) };
    }
    const { wants } = content;
    const wish = wants?.target ? { wants: { ...wants, target: undisguisedTarget(wants.target) } } : {};
    return { ...content, ...asker, ...wish, workspace: visibleText(content.workspace) };
}

function undisguisedTarget(target: ActivityTarget): ActivityTarget {
    switch (target.kind) {
        case 'file':
            return { ...target, path: visibleText(target.path) };
        case 'terminal':
            return { ...target, terminalId: visibleText(target.terminalId) };
        case 'pane':
            return { ...target, paneId: visibleText(target.paneId) };
        case 'command':
            return target;
    }
}
