import { expect, type Locator, type Page } from '@playwright/test';
import { copied } from './clipboard';

/** The view of what agents did, at the bottom. */
export class ActivityView {
    readonly root: Locator;
    /** The rows that exist now: those in view and a few beyond. */
    readonly rows: Locator;
    readonly grid: Locator;
    readonly empty: Locator;
    readonly count: Locator;
    readonly search: Locator;
    /** The chosen action with all that does not fit into its row. */
    readonly detail: Locator;

    constructor(private readonly page: Page) {
        this.root = page.locator('#openspace-activity');
        this.rows = this.root.locator('.openspace-activity-row');
        this.grid = this.root.getByRole('grid');
        this.empty = this.root.locator('.openspace-activity-empty');
        this.count = this.root.getByRole('status');
        this.search = this.root.getByLabel('Search actions');
        this.detail = this.root.locator('.openspace-activity-detail');
    }

    /** The row that holds all of these texts. */
    row(...texts: string[]): Locator {
        return texts.reduce((rows, text) => rows.filter({ hasText: text }), this.rows);
    }

    /** The button that undoes an action, or makes it again. */
    undoButton(row: Locator): Locator {
        return row.locator('.openspace-activity-undo');
    }

    /** The outcomes that are cut off behind a letter or two: the words that a person cannot read. */
    cutOutcomes(): Promise<string[]> {
        return this.root.locator('[role="columnheader"]:nth-child(4), .openspace-activity-outcome').evaluateAll(cells =>
            cells.flatMap(cell => {
                const words = document.createRange();
                words.selectNodeContents(cell.lastChild ?? cell);
                const seen = cell.getBoundingClientRect().right - words.getBoundingClientRect().left;
                return seen > 1 && seen < 40 ? [cell.textContent] : [];
            })
        );
    }

    async openTarget(row: Locator): Promise<void> {
        await row.locator('.openspace-activity-target').click();
    }

    async chooseOutcome(label: string): Promise<void> {
        await this.root.getByLabel('Outcomes to show').selectOption({ label });
    }

    async chooseSession(label: string): Promise<void> {
        await this.root.getByLabel('Session to show').selectOption({ label });
    }

    /** The session that is shown alone, or the word for all. */
    async expectSession(label: string | RegExp): Promise<void> {
        await expect(this.root.getByLabel('Session to show').locator('option:checked')).toHaveText(label);
    }

    /** What the button in the view's tool bar puts on the clipboard. */
    async copy(): Promise<string> {
        return copied(this.page, () => this.toolbarButton('Copy Agent Activity').click());
    }

    /** The file that the button in the view's tool bar has the browser save. */
    async export(): Promise<{ name: string; path: string }> {
        const [download] = await Promise.all([this.page.waitForEvent('download'), this.toolbarButton('Export Agent Activity').click()]);
        return { name: download.suggestedFilename(), path: await download.path() };
    }

    private toolbarButton(title: string): Locator {
        return this.page.locator(`#theia-bottom-content-panel [title="${title}"]`);
    }
}
