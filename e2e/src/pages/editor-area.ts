import { expect, type Locator, type Page } from '@playwright/test';

const MAIN = '#theia-main-content-panel';
const FRONT = `${MAIN} .theia-editor:not(.lm-mod-hidden)`;

/** The editors in the middle. */
export class EditorArea {
    constructor(private readonly page: Page) {}

    tab(name: string): Locator {
        return this.page.locator(`${MAIN} .lm-TabBar-tab`, { hasText: name });
    }

    /** The tab that is at the front of its part of the window. */
    frontTab(name: string): Locator {
        return this.page.locator(`${MAIN} .lm-TabBar-tab.lm-mod-current`, { hasText: name });
    }

    /** A tab that tells the person of something behind the others. */
    markedTab(name: string): Locator {
        return this.page.locator(`${MAIN} .lm-TabBar-tab.openspace-unseen`, { hasText: name });
    }

    /** A tab whose text is not saved. */
    unsavedTab(name: string): Locator {
        return this.page.locator(`${MAIN} .lm-TabBar-tab.theia-mod-dirty`, { hasText: name });
    }

    /** Expects the file to be at the front, with the line in view and the cursor on it. */
    async expectAtLine(name: string, line: number): Promise<void> {
        await expect(this.frontTab(name)).toBeVisible();
        await expect(this.activeLineNumber).toHaveText(String(line));
        await expect(this.activeLineNumber).toBeInViewport();
    }

    /** The number of a line in the margin of the editor at the front. */
    lineNumber(line: number): Locator {
        return this.page.locator(`${FRONT} .line-numbers`).getByText(String(line), { exact: true });
    }

    /** The number of the cursor's line, which Monaco marks in the margin. */
    get activeLineNumber(): Locator {
        return this.page.locator(`${FRONT} .line-numbers.active-line-number`);
    }

    /** The text of the editor at the front, as far as it is in view. */
    get text(): Locator {
        return this.page.locator(`${FRONT} .view-lines`);
    }

    /** The two texts of a comparison at the front. */
    get comparison(): Locator {
        return this.page.locator(`${FRONT} .monaco-diff-editor`);
    }

    /** The editor that has the keyboard focus. */
    get focused(): Locator {
        return this.page.locator(`${MAIN} .monaco-editor.focused`);
    }

    get suggestions(): Locator {
        return this.page.locator('.suggest-widget.visible');
    }

    get findBox(): Locator {
        return this.page.locator(`${MAIN} .find-widget.visible`);
    }

    get cursors(): Locator {
        return this.page.locator(`${FRONT} .cursors-layer .cursor`);
    }

    /** Clicks into the text of the editor at the front and presses a key. */
    async pressInText(key: string): Promise<void> {
        await this.text.click();
        await this.page.keyboard.press(key);
    }

    /** Puts the cursor at the beginning of a line that is in view. */
    async clickLine(line: number): Promise<void> {
        // A click on the number selects the whole line, up to the next one.
        await this.lineNumber(line).click();
        await this.page.keyboard.press('ArrowLeft');
        await expect(this.activeLineNumber).toHaveText(String(line));
    }

    async closeByHand(name: string): Promise<void> {
        await this.tab(name).click({ button: 'middle' });
        await expect(this.tab(name)).toHaveCount(0);
    }

    get highlights(): Locator {
        return this.page.locator(`${MAIN} .openspace-highlight`);
    }

    /** The lines with a highlight in the editor at the front, and the colour that a person sees, of those in view. */
    highlightedLines(): Promise<{ line: number; color: string }[]> {
        return this.page.locator(FRONT).evaluate(editor => {
            const numbers = new Map(
                Array.from(editor.querySelectorAll<HTMLElement>('.margin-view-overlays > div'), each => [
                    each.style.top,
                    Number(each.querySelector('.line-numbers')?.textContent)
                ])
            );
            return Array.from(editor.querySelectorAll<HTMLElement>('.view-overlays > div'))
                .flatMap(row =>
                    Array.from(row.querySelectorAll('.openspace-highlight'), mark => ({
                        line: numbers.get(row.style.top) ?? 0,
                        color: getComputedStyle(mark).getPropertyValue('--openspace-highlight').trim()
                    }))
                )
                .sort((a, b) => a.line - b.line);
        });
    }
}
