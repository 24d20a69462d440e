import { AbstractDialog, type DialogProps, type Message } from '@theia/core/lib/browser';
import { Disposable, nls } from '@theia/core/lib/common';
import { generateUuid } from '@theia/core/lib/common/uuid';
import { MeantClicks, READING_MS } from './meant-clicks';
import { withoutShortcuts } from './without-shortcuts';

/** A button that lets something happen. */
interface Approval {
    readonly button: HTMLButtonElement;
    readonly isPossible: () => boolean;
}

/**
 * A question that must not be answered by accident: it comes while the person does something else. So no button has the focus at
 * first, Enter presses only a button that the person went to, and what approves cannot be pressed at once. Escape refuses.
 */
export abstract class ApprovalDialog<A> extends AbstractDialog<A> {
    protected answer?: A;
    protected isWithdrawn = false;
    protected readonly approvals: Approval[] = [];
    /** When it became possible to approve, on the clock of the page's events. */
    protected approvableSince?: number;
    protected isAbandoned = false;
    protected refuseButton?: HTMLButtonElement;
    /** For a program outside the chat alone. */
    protected mute?: HTMLInputElement;

    constructor(props: DialogProps) {
        super(props);
        this.addClass('openspace-approval');
        const block = this.contentNode.parentElement ?? this.node;
        block.tabIndex = -1;
        block.setAttribute('role', 'alertdialog');
        block.setAttribute('aria-modal', 'true');
        this.titleNode.id = `openspace-approval-title-${generateUuid()}`;
        this.contentNode.id = `openspace-approval-content-${generateUuid()}`;
        block.setAttribute('aria-labelledby', this.titleNode.id);
        block.setAttribute('aria-describedby', this.contentNode.id);
        // Closing is refusing, which has a button of its own with a name.
        this.closeCrossNode.remove();
    }

    /** The answer when the person just leaves. */
    protected abstract get refusal(): A;

    override get value(): A {
        return this.answer ?? this.refusal;
    }

    /** Shows the question; answers with nothing when it was withdrawn. */
    async ask(): Promise<A | undefined> {
        const answer = await this.open();
        return this.isWithdrawn ? undefined : (answer ?? this.refusal);
    }

    /** The question needs no answer any more. */
    withdraw(): void {
        this.isWithdrawn = true;
        this.close();
    }

    /**
     * Nobody waits for the answer any more, so only closing is left. The question does not leave by itself: a program that asks and
     * hangs up again and again would make it flash, and the person could not get at what mutes it.
     */
    abandon(): void {
        this.isAbandoned = true;
        this.updateApprovals();
        this.contentNode.querySelectorAll('input').forEach(input => (input.disabled = input !== this.mute));
        if (this.refuseButton) {
            this.refuseButton.textContent = nls.localizeByDefault('Close');
        }
        const notice = document.createElement('p');
        notice.className = 'openspace-approval-notice';
        notice.setAttribute('role', 'status');
        notice.textContent = nls.localize(
            'openspace/approval/abandoned',
            'The program does not wait for your answer any more, so there is nothing to decide.'
        );
        this.contentNode.prepend(notice);
        // What had the focus may be disabled by now.
        this.contentNode.parentElement?.focus();
    }

    /** Adds the button that refuses, or closes what nobody waits for. */
    protected addRefusal(primary: boolean, text = nls.localize('openspace/approval/refuse', 'Refuse')): void {
        this.refuseButton = this.addAnswer(text, primary, () => this.refusal);
    }

    /** Adds a button that answers. */
    protected addAnswer(text: string, primary: boolean, answer: () => A): HTMLButtonElement {
        const button = this.appendButton(text, primary);
        button.type = 'button';
        button.addEventListener('click', () => {
            this.answer = answer();
            void this.accept();
        });
        return button;
    }

    /**
     * Adds a button that answers with a yes. It reacts only to a press that began when the question had stood there long enough to be
     * read; `updateApprovals` asks again whether it is possible.
     */
    protected addApproval(text: string, primary: boolean, answer: () => A, isPossible: () => boolean = () => true): void {
        const button = this.addAnswer(text, primary, answer);
        const clicks = new MeantClicks(() => this.approvableSince);
        button.addEventListener('pointerdown', press => clicks.notePress(press));
        button.addEventListener('keydown', event => {
            if (event.repeat) {
                event.preventDefault();
            }
        });
        button.addEventListener(
            'click',
            event => {
                if (this.isAbandoned || !clicks.isMeant(event)) {
                    event.stopImmediatePropagation();
                }
            },
            { capture: true }
        );
        this.approvals.push({ button, isPossible });
        this.updateApprovals();
    }

    protected updateApprovals(): void {
        const isEarly = this.approvableSince === undefined;
        this.approvals.forEach(({ button, isPossible }) => (button.disabled = this.isAbandoned || isEarly || !isPossible()));
    }

    /** Adds something that the person should know, under its name: in words, or a name from the machine. */
    protected addFact(name: string, value: string, kind: 'words' | 'name'): void {
        const fact = document.createElement('p');
        fact.className = 'openspace-approval-fact';
        const label = document.createElement('strong');
        label.textContent = `${name}: `;
        const text = document.createElement(kind === 'words' ? 'span' : 'code');
        text.textContent = value;
        fact.append(label, text);
        this.contentNode.append(fact);
    }

    /** Adds something that the person may tick. */
    protected addOption(name: string): HTMLInputElement {
        const box = document.createElement('input');
        box.type = 'checkbox';
        box.className = 'theia-input';
        const label = document.createElement('label');
        label.className = 'openspace-approval-option';
        label.append(box, name);
        this.contentNode.append(label);
        return box;
    }

    /** Lets the person refuse besides all that programs outside the chat ask. */
    protected addMute(): void {
        this.mute = this.addOption(
            nls.localize(
                'openspace/approval/mute',
                'Unless you allow this: ask no more for programs outside the chat until the IDE restarts'
            )
        );
    }

    /** What a refusal says of that. */
    protected get muting(): { readonly mute?: true } {
        return this.mute?.checked ? { mute: true } : {};
    }

    protected override handleEnter(): boolean {
        // The browser itself presses the button that has the focus.
        return false;
    }

    protected override async accept(): Promise<void> {
        const before = this.activeElement;
        await super.accept();
        before?.focus({ preventScroll: true });
    }

    protected override onAfterAttach(message: Message): void {
        super.onAfterAttach(message);
        const timer = setTimeout(() => {
            this.approvableSince = window.performance.now();
            this.updateApprovals();
        }, READING_MS);
        this.toDisposeOnDetach.push(Disposable.create(() => clearTimeout(timer)));
        this.toDisposeOnDetach.push(withoutShortcuts());
    }

    protected override onActivateRequest(message: Message): void {
        super.onActivateRequest(message);
        this.contentNode.parentElement?.focus();
    }
}
