import { expect, type Locator, type Page } from '@playwright/test';
import { tabTo } from './tab-to';

/** A setting has its value, its description and what else can be done with it before the next one. */
const MOST_TABS = 40;

/** The view of the person's settings. */
export class SettingsView {
    static readonly SELECTOR = '#settings_widget';
    private readonly root: Locator;
    private readonly search: Locator;

    constructor(private readonly page: Page) {
        this.root = page.locator(SettingsView.SELECTOR);
        this.search = this.root.locator('.settings-search-input');
    }

    /** The sections that have something to show, each with how much. */
    get sections(): Locator {
        return this.root.locator('.theia-TreeNode');
    }

    /** Every setting whose name begins so. */
    entries(prefix: string): Locator {
        return this.root.locator(`[data-pref-id^="${prefix}"]`);
    }

    entry(name: string): Locator {
        return this.root.locator(`[data-pref-id="${name}"]`);
    }

    /** Types a number, by the keyboard alone. */
    async setNumber(name: string, value: number): Promise<void> {
        await this.goTo(name, 'input[type="number"]');
        await this.page.keyboard.press('ControlOrMeta+A');
        await this.page.keyboard.type(String(value));
    }

    /** Chooses a value from the list of those that there are, by the keyboard alone. */
    async choose(name: string, value: string): Promise<void> {
        await this.goTo(name, '.theia-select-component');
        // Opens the list at its first value.
        await this.page.keyboard.press('ArrowDown');
        const options = this.page.locator('.theia-select-component-option');
        await expect(options.filter({ hasText: value })).toBeVisible();
        const names = await options.locator('.theia-select-component-option-value').allTextContents();
        for (let step = names.indexOf(value); step > 0; step--) {
            await this.page.keyboard.press('ArrowDown');
        }
        await this.page.keyboard.press('Enter');
        await expect(this.entry(name).locator('.theia-select-component')).toContainText(value);
    }

    /** Adds a value to a list, by the keyboard alone. */
    async add(name: string, value: string): Promise<void> {
        await this.goTo(name, 'input.preference-array-input');
        await this.page.keyboard.type(value);
        await this.page.keyboard.press('Enter');
        await expect(this.entry(name).locator('.preference-array-element-val').last()).toHaveText(value);
    }

    private async goTo(name: string, control: string): Promise<void> {
        await this.search.focus();
        await this.page.keyboard.press('ControlOrMeta+A');
        await this.page.keyboard.type(name);
        await expect(this.entry(name)).toBeVisible();
        await tabTo(this.entry(name).locator(control), MOST_TABS);
    }
}
