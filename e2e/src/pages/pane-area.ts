import { expect, type Locator, type Page } from '@playwright/test';

/** A place on the page in pixels. */
export interface Box {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
}

/** The panes of the window, as they stand on the page. */
export class PaneArea {
    constructor(private readonly page: Page) {}

    /** The whole window of the IDE. */
    window(): Promise<Box> {
        return boxOf(this.page.locator('#theia-app-shell'));
    }

    /** The pane of the main area whose front tab has this name, with its tab bar. */
    async main(name: string): Promise<Box> {
        const front = this.page.locator('.lm-TabBar-tab.lm-mod-current', { hasText: name });
        const bar = await boxOf(this.tabBars.filter({ has: front }));
        const contents = await this.page.locator('#theia-main-content-panel > .lm-DockPanel-widget:not(.lm-mod-hidden)').all();
        const boxes = await Promise.all(contents.map(boxOf));
        const content = boxes.find(box => Math.abs(box.x - bar.x) < 2 && Math.abs(box.y - (bar.y + bar.height)) < 2);
        expect(content, `the content below the tab of ${name}`).toBeDefined();
        return { ...bar, height: bar.height + (content?.height ?? 0) };
    }

    /** A side panel, with its bar of icons, or the panel at the bottom. */
    area(area: 'left' | 'right' | 'bottom'): Promise<Box> {
        return boxOf(this.page.locator(`#theia-${area}-content-panel`));
    }

    /** Tabs of the main area. */
    tab(name: string): Locator {
        return this.tabs.filter({ hasText: name });
    }

    get tabs(): Locator {
        return this.page.locator('#theia-main-content-panel .lm-TabBar-tab');
    }

    /** Tab bars of the main area: one for each pane. */
    get tabBars(): Locator {
        return this.page.locator('#theia-main-content-panel > .lm-TabBar');
    }

    /** Every widget in the document, seen or not. */
    get widgets(): Locator {
        return this.page.locator('.lm-Widget');
    }

    /** Tabs that are marked because they opened behind what the person types in. */
    get unseenTabs(): Locator {
        return this.page.locator('.lm-TabBar-tab.openspace-unseen');
    }

    /** Clicks into the text of the editor at the front of the first pane that shows the file. */
    async clickInto(name: string): Promise<void> {
        const box = await this.main(name);
        await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        await expect(this.focusedEditor).toHaveCount(1);
    }

    /** Pins a tab as a person does. */
    async pin(name: string): Promise<void> {
        await this.tab(name).click({ button: 'right' });
        await this.page.locator('.lm-Menu-item').getByText('Pin', { exact: true }).click();
        await expect(this.tab(name)).toHaveClass(/theia-mod-pinned/);
    }

    /** The widget of the main area that holds the keyboard focus. */
    get focusedEditor(): Locator {
        return this.page.locator('#theia-main-content-panel > .lm-DockPanel-widget:focus-within');
    }

    /** Opens a list at the bottom, as a person does. */
    async openProblems(): Promise<void> {
        await this.page.locator('#theia-statusBar .codicon-error').click();
        await expect(this.page.locator('#theia-bottom-content-panel #problems')).toBeVisible();
    }

    /** Makes a file that has no name yet, which nothing saves by itself. */
    async typeIntoNewFile(text: string): Promise<void> {
        await this.page.keyboard.press('Alt+N');
        await expect(this.focusedEditor).toHaveCount(1);
        await this.page.keyboard.insertText(text);
        await expect(this.page.locator('#theia-main-content-panel .lm-TabBar-tab.theia-mod-dirty')).toHaveCount(1);
    }
}

async function boxOf(locator: Locator): Promise<Box> {
    const box = await locator.boundingBox();
    expect(box).not.toBeNull();
    return box ?? { x: 0, y: 0, width: 0, height: 0 };
}
