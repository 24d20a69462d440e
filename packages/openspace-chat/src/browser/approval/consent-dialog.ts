import type { ConsentAnswer, ConsentQuestion } from '@openspace/core/lib/common';
import { Dialog } from '@theia/core/lib/browser';
import { nls } from '@theia/core/lib/common';
import type { ActivityWords } from '../activity/activity-words';
import { ApprovalDialog } from './approval-dialog';

/** Asks whether the agent may control the IDE in this workspace. */
export class ConsentDialog extends ApprovalDialog<ConsentAnswer> {
    protected readonly remember: HTMLInputElement;

    constructor({ workspace, client, wants }: ConsentQuestion, actions: ActivityWords) {
        const words = client === undefined ? CHAT_WORDS : PROGRAM_WORDS;
        super({ title: words.title(), maxWidth: 520 });
        this.addText(
            words.text(),
            nls.localize('openspace/consent/safety', 'Commands are validated and sandboxed to your workspace.'),
            nls.localize('openspace/consent/terminals', 'Terminals are shells of yours: what runs in them has your rights.')
        );
        this.addFact(nls.localize('openspace/consent/workspace', 'Workspace'), workspace, 'name');
        if (client !== undefined) {
            this.addFact(nls.localize('openspace/consent/client', 'Asked by'), client, 'name');
        }
        if (wants !== undefined) {
            const action = [actions.action(wants), actions.target(wants)].filter(Boolean).join(': ');
            this.addFact(nls.localize('openspace/consent/wants', 'What it wants to do first'), action, 'words');
        }
        this.remember = this.addOption(words.remember());
        if (client !== undefined) {
            this.addMute();
        }
        this.addRefusal(false, words.refuse?.());
        this.addApproval(nls.localize('openspace/consent/allow', 'Allow'), true, () => ({
            allowed: true,
            remember: this.remember.checked
        }));
    }

    protected override get refusal(): ConsentAnswer {
        return { allowed: false, remember: this.remember.checked, ...this.muting };
    }

    protected addText(...sentences: string[]): void {
        for (const sentence of sentences) {
            const paragraph = document.createElement('p');
            paragraph.textContent = sentence;
            this.contentNode.append(paragraph);
        }
    }
}

interface ConsentWords {
    readonly title: () => string;
    readonly text: () => string;
    readonly remember: () => string;
    readonly refuse?: () => string;
}

const CHAT_WORDS: ConsentWords = {
    title: () => nls.localize('openspace/consent/title', 'Let the agent control the IDE?'),
    text: () => nls.localize('openspace/consent/text', 'The AI agent can now control your IDE (open files, run terminals, etc.).'),
    remember: () => nls.localize('openspace/consent/remember', "Don't show this again"),
    refuse: () => Dialog.CANCEL
};

/** The answer holds for the program alone, which chooses its name itself. */
const PROGRAM_WORDS: ConsentWords = {
    title: () => nls.localize('openspace/consent/program/title', 'Let this program control the IDE?'),
    text: () =>
        nls.localize(
            'openspace/consent/program/text',
            'A program outside the chat wants to control your IDE (open files, run terminals, etc.).'
        ),
    remember: () => nls.localize('openspace/consent/program/remember', "Don't show this again for programs with this name")
};
