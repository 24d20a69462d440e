import { expect, type Locator } from '@playwright/test';

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

    /** What stands in it, with lines as they are typed, not as they are wrapped. */
    async text(): Promise<string> {
        const lines = await this.editor.locator('.view-line').evaluateAll(elements =>
            elements
                .map(element => ({ top: element.getBoundingClientRect().top, text: element.textContent }))
                .sort((left, right) => left.top - right.top)
                .map(({ text }) => text)
        );
        return lines.join('').replaceAll('\u00a0', ' ');
    }
}
