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

    /** How many pixels of its width a person would have to scroll to. */
    hiddenWidth(): Promise<number> {
        return this.root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    }

    /** The smallest share of its command's width in which a person reads what an argument means. */
    narrowestMeaning(): Promise<number> {
        return this.entries
            .locator('td:last-child')
            .evaluateAll(cells => Math.min(...cells.map(cell => cell.clientWidth / (cell.closest('section')?.clientWidth ?? 0))));
    }
}
