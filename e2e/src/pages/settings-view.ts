import type { Locator, Page } from '@playwright/test';

/** The view of the person's settings. */
export class SettingsView {
    private readonly root: Locator;

    constructor(page: Page) {
        this.root = page.locator('#settings_widget');
    }

    /** The sections that have something to show, each with how much. */
    get sections(): Locator {
        return this.root.locator('.theia-TreeNode');
    }

    entry(name: string): Locator {
        return this.root.locator(`[data-pref-id="${name}"]`);
    }
}
