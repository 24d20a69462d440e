import type { Locator, Page } from '@playwright/test';

/** What stands in the main area while nothing is open there. */
export class WelcomePage {
    static readonly SELECTOR = '.openspace-welcome-page';
    readonly root: Locator;
    readonly things: Locator;

    constructor(page: Page) {
        this.root = page.locator(WelcomePage.SELECTOR);
        this.things = this.root.locator('.openspace-welcome-card');
    }

    /** Asks the agent for one of the things to try. */
    async try(message: string): Promise<void> {
        await this.things.filter({ hasText: message }).click();
    }

    link(label: string): Locator {
        return this.root.getByRole('button', { name: label });
    }
}
