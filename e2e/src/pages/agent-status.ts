import { expect, type Locator, type Page } from '@playwright/test';

/** What the status bar says of the agent, and the menu behind it. */
export class AgentStatus {
    static readonly MENU_SELECTOR = '.quick-input-widget';
    private readonly item: Locator;

    constructor(private readonly page: Page) {
        this.item = page.locator('#theia-statusBar .element', { hasText: 'Agent:' });
    }

    async expectState(words: string): Promise<void> {
        await expect(this.item).toHaveText(`Agent: ${words}`);
    }

    /** Opens the menu with a click on the state. */
    async openMenu(): Promise<void> {
        await this.item.click();
    }

    /** Opens the menu, and chooses an entry. */
    async choose(entry: string): Promise<void> {
        await this.openMenu();
        await this.page.locator('.quick-input-list .monaco-list-row', { hasText: entry }).first().click();
    }
}
