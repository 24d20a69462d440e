import { expect, type Locator } from '@playwright/test';
import { copied } from './clipboard';

/** A place where a person types: the chat's input or an editor. */
export class TextField {
    constructor(
        private readonly editor: Locator,
        private readonly tab?: Locator
    ) {}

    /** Shows it, should something else have come before it meanwhile. */
    async bringToFront(): Promise<void> {
        await this.tab?.click();
        await expect(this.editor).toBeVisible();
    }

    async focus(): Promise<void> {
        await this.editor.locator('.view-lines').click();
        await expect(this.editor).toHaveClass(/focused/);
    }

    /** What a person who marks everything in it and copies it gets: also what has scrolled out of view. */
    async text(): Promise<string> {
        const page = this.editor.page();
        return copied(page, async () => {
            await this.focus();
            await page.keyboard.press('Control+A');
            await page.keyboard.press('Control+C');
        });
    }
}
