import { expect, type Locator, type Page } from '@playwright/test';

/** The editors in the middle. */
export class EditorArea {
    constructor(private readonly page: Page) {}

    tab(name: string): Locator {
        return this.page.locator('#theia-main-content-panel .lm-TabBar-tab', { hasText: name });
    }

    /** Expects the file to be at the front, with the line in view and the cursor on it. */
    async expectAtLine(name: string, line: number): Promise<void> {
        await expect(this.page.locator('#theia-main-content-panel .lm-TabBar-tab.lm-mod-current', { hasText: name })).toBeVisible();
        await expect(this.activeLineNumber).toHaveText(String(line));
        await expect(this.activeLineNumber).toBeInViewport();
    }

    /** The number of the cursor's line, which Monaco marks in the margin. */
    private get activeLineNumber(): Locator {
        return this.page.locator('#theia-main-content-panel .theia-editor:not(.lm-mod-hidden) .line-numbers.active-line-number');
    }

    /** Clicks into the text of the editor at the front and presses a key. */
    async pressInText(key: string): Promise<void> {
        await this.page.locator('#theia-main-content-panel .theia-editor:not(.lm-mod-hidden) .view-lines').click();
        await this.page.keyboard.press(key);
    }

    get highlights(): Locator {
        return this.page.locator('#theia-main-content-panel .openspace-highlight');
    }
}
