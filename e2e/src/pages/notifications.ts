import type { Locator, Page } from '@playwright/test';

/** The notifications that come up by themselves. */
export class Notifications {
    readonly all: Locator;

    constructor(page: Page) {
        this.all = page.locator('.theia-notification-toasts .theia-notification-list-item');
    }

    button(name: string): Locator {
        return this.all.getByRole('button', { name, exact: true });
    }
}
