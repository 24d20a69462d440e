import type { Locator, Page } from '@playwright/test';

/** The terminals at the bottom. */
export class TerminalArea {
    constructor(private readonly page: Page) {}

    get tabs(): Locator {
        return this.page.locator('#theia-bottom-content-panel .lm-TabBar-tab');
    }

    tab(title: string): Locator {
        return this.tabs.filter({ hasText: title });
    }

    /** The terminals that are in the page, shown or not. */
    get all(): Locator {
        return this.page.locator('.terminal-container');
    }

    /** The text of the terminal at the front. */
    get text(): Locator {
        return this.page.locator('#theia-bottom-content-panel .terminal-container:not(.lm-mod-hidden) .xterm-rows');
    }
}
