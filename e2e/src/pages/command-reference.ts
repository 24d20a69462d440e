import type { Locator, Page } from '@playwright/test';

/** The page about all commands. */
export class CommandReference {
    static readonly SELECTOR = '#openspace-reference';
    readonly root: Locator;
    readonly entries: Locator;
    readonly search: Locator;

    constructor(page: Page) {
        this.root = page.locator(CommandReference.SELECTOR);
        this.entries = this.root.locator('.openspace-reference-command');
        this.search = this.root.getByLabel('Search commands');
    }

    entry(label: string): Locator {
        return this.root.getByRole('region', { name: label, exact: true });
    }
}
