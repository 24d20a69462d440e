import { expect, type Locator, type Page } from '@playwright/test';

/** The list of conversations that a person can go back to. */
export class ChatList {
    constructor(private readonly page: Page) {}

    entry(title: string): Locator {
        return this.page.locator('.quick-input-list .monaco-list-row', { hasText: title });
    }

    /** Waits for the entry and goes on with that conversation. */
    async choose(title: string): Promise<void> {
        await this.entry(title).click();
        await expect(this.entry(title)).toBeHidden();
    }

    async delete(title: string): Promise<void> {
        await this.entry(title).hover();
        await this.entry(title).locator('.codicon-remove-close').click();
        await expect(this.entry(title)).toBeHidden();
    }
}
