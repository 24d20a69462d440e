import { expect, type Locator, type Page } from '@playwright/test';
import { tabTo } from './tab-to';

/** The question whether the agent may do something. */
export class ApprovalDialog {
    readonly root: Locator;

    constructor(page: Page) {
        this.root = page.getByRole('alertdialog');
    }

    get rememberBox(): Locator {
        return this.root.getByLabel("Don't show this again");
    }

    button(name: string): Locator {
        return this.root.getByRole('button', { name, exact: true });
    }

    /** A field by the beginning of its label. */
    field(label: string): Locator {
        return this.root.getByLabel(label);
    }

    /** Waits until the person is asked about this. */
    async expectAsked(title: string): Promise<void> {
        await expect(this.root).toHaveCount(1);
        await expect(this.root).toHaveAccessibleName(title);
    }

    async expectGone(): Promise<void> {
        await expect(this.root).toHaveCount(0);
    }

    /** Goes to a control with the Tab key alone, as soon as it can be used: what approves cannot be at once. */
    async tabTo(control: Locator): Promise<void> {
        await tabTo(control);
    }
}
