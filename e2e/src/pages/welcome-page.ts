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

    /** How many pixels of its width a person would have to scroll to. */
    hiddenWidth(): Promise<number> {
        return this.root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    }

    link(label: string): Locator {
        return this.root.getByRole('button', { name: label });
    }
}
