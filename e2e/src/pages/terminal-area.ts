import { expect, type Locator, type Page } from '@playwright/test';
import { copied } from './clipboard';

/** The terminals at the bottom. */
export class TerminalArea {
    constructor(private readonly page: Page) {}

    tab(title: string): Locator {
        return this.page.locator('#theia-bottom-content-panel .lm-TabBar-tab', { hasText: title });
    }

    /** The tab that opened behind what the person works on. */
    unseenTab(title: string): Locator {
        return this.page.locator('#theia-bottom-content-panel .lm-TabBar-tab.openspace-unseen', { hasText: title });
    }

    /** Every terminal in the page, shown or not. */
    get all(): Locator {
        return this.page.locator('.terminal-container');
    }

    /** The terminal that has the keyboard focus. */
    get focused(): Locator {
        return this.page.locator('.terminal-container textarea:focus');
    }

    /** Opens one as a person does. */
    async create(): Promise<void> {
        const before = await this.all.count();
        await this.page.keyboard.press('Control+Shift+Backquote');
        await expect(this.all).toHaveCount(before + 1);
        await expect(this.focused).toHaveCount(1);
    }

    /** Clicks into the terminal at the front. */
    async click(): Promise<void> {
        await this.front.click();
    }

    /** Types into the terminal at the front. */
    async type(text: string): Promise<void> {
        await this.click();
        await this.page.keyboard.type(text);
    }

    /** Closes the panel with all its terminals, as a click on its icon does. */
    async hide(): Promise<void> {
        await this.page.keyboard.press('Control+J');
        await expect(this.front).toHaveCount(0);
    }

    /** What a person who marks all text of the terminal at the front and copies it gets. */
    async copiedText(): Promise<string> {
        return copied(this.page, async () => {
            await this.front.click();
            // Without the focus or a selection the keys would reach the program in the terminal, or nobody.
            await expect(this.focused).toHaveCount(1);
            await this.page.keyboard.press('Control+A');
            await this.page.keyboard.press('Control+C');
        });
    }

    private get front(): Locator {
        return this.page
            .locator('#theia-bottom-content-panel .terminal-container:not(.lm-mod-hidden) .xterm-screen')
            .filter({ visible: true });
    }
}
