import type { ConfirmationAnswer, ConfirmationQuestion } from '@openspace/core/lib/common';
import { nls } from '@theia/core/lib/common';
import { ApprovalDialog } from './approval-dialog';
import { changeView } from './change-view';

/** What is longer may hide something where the person has to scroll, so its length is told. */
const SHORT_LENGTH = 300;

/** What is longer would not reach the agent as a whole. */
const LONGEST_MESSAGE = 5000;

/** Asks whether the agent may run a command or change a file, or whether the person really wants to. */
export class ConfirmationDialog extends ApprovalDialog<ConfirmationAnswer> {
    protected readonly pattern = document.createElement('input');
    protected readonly message = document.createElement('input');

    constructor(question: ConfirmationQuestion) {
        super({
            title:
                question.action === 'run'
                    ? nls.localize('openspace/confirmation/run', 'Run this command?')
                    : nls.localize('openspace/confirmation/write', 'Change this file?'),
            maxWidth: 720
        });
        this.addSubject(question);
        if (question.change) {
            this.contentNode.append(changeView(question.change));
        }
        this.addFact(nls.localize('openspace/confirmation/reason', 'Why you are asked'), question.reason, 'words');
        this.addFact(
            question.action === 'run'
                ? nls.localize('openspace/confirmation/place', 'Runs in')
                : nls.localize('openspace/confirmation/workspace', 'Workspace'),
            question.place,
            'name'
        );
        if (question.client !== undefined) {
            this.addFact(nls.localize('openspace/confirmation/client', 'Asked by'), question.client, 'name');
        }
        this.addFields(question);
        if (question.client !== undefined) {
            this.addMute();
        }
        this.addAnswers(question);
    }

    protected override get refusal(): ConfirmationAnswer {
        const message = this.message.value.trim();
        return { allowed: false, ...(message === '' ? {} : { message }), ...this.muting };
    }

    /** The whole command: what does not fit is scrolled, also by the keyboard. */
    protected addSubject({ text, isOwn }: ConfirmationQuestion): void {
        const subject = document.createElement('pre');
        subject.className = 'openspace-approval-subject';
        subject.textContent = text;
        subject.tabIndex = 0;
        subject.setAttribute('role', 'region');
        subject.setAttribute(
            'aria-label',
            isOwn
                ? nls.localize('openspace/confirmation/ownSubject', 'What you asked for')
                : nls.localize('openspace/confirmation/subject', 'What the agent wants')
        );
        this.contentNode.append(subject);
        const lines = text.split(/\r\n|\r|\n/).length;
        if (lines > 1 || text.length > SHORT_LENGTH) {
            const length =
                lines === 1
                    ? nls.localize('openspace/confirmation/characters', '{0} characters: read to the end', text.length)
                    : nls.localize('openspace/confirmation/lines', '{0} lines, {1} characters: read to the end', lines, text.length);
            this.addFact(nls.localize('openspace/confirmation/length', 'Length'), length, 'words');
        }
    }

    protected addFields({ action, pattern, isOwn }: ConfirmationQuestion): void {
        if (pattern !== undefined) {
            const label =
                action === 'run'
                    ? nls.localize(
                          'openspace/confirmation/commands',
                          'To allow for longer in this folder: * stands for any text within one command'
                      )
                    : nls.localize('openspace/confirmation/files', 'To allow for longer: * stands for any name, ** for any folders');
            this.addField(this.pattern, label, pattern);
            this.pattern.classList.add('openspace-approval-code');
        }
        if (!isOwn) {
            this.message.maxLength = LONGEST_MESSAGE;
            this.addField(this.message, nls.localize('openspace/confirmation/message', 'Message to the agent, if you refuse'), '');
        }
    }

    protected addAnswers({ pattern, scopes }: ConfirmationQuestion): void {
        this.addRefusal(true);
        this.addApproval(nls.localize('openspace/confirmation/once', 'Allow once'), false, () => ({ allowed: true, scope: 'once' }));
        if (pattern !== undefined) {
            const given = (): string => this.pattern.value.trim();
            for (const scope of scopes) {
                this.addApproval(
                    SCOPE_LABELS[scope](),
                    false,
                    () => ({ allowed: true, scope, pattern: given() }),
                    () => given() !== ''
                );
            }
            this.pattern.addEventListener('input', () => this.updateApprovals());
        }
    }

    protected addField(input: HTMLInputElement, name: string, value: string): void {
        input.type = 'text';
        input.className = 'theia-input';
        input.value = value;
        input.spellcheck = false;
        const label = document.createElement('label');
        label.className = 'openspace-approval-field';
        label.append(name, input);
        this.contentNode.append(label);
    }
}

const SCOPE_LABELS = {
    session: () => nls.localize('openspace/confirmation/session', 'Allow for this session'),
    workspace: () => nls.localize('openspace/confirmation/always', 'Allow for this workspace')
};
