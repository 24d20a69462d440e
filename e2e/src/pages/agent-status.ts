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

    /** From now on: every state that was shown, however shortly. */
    async watchStates(): Promise<() => Promise<string[]>> {
        const states = await this.page.evaluateHandle(() => {
            const shown: string[] = [];
            const look = (): void => {
                const items = Array.from(document.querySelectorAll('#theia-statusBar .element'));
                shown.push(items.find(({ textContent }) => textContent.includes('Agent:'))?.textContent.trim() ?? '');
            };
            new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
            return shown;
        });
        return () => states.jsonValue();
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
