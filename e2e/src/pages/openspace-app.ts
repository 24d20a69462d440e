import { TheiaApp } from '@theia/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { ChatList } from './chat-list';
import { ChatView } from './chat-view';
import { EditorArea } from './editor-area';
import { PaneArea } from './pane-area';
import { TerminalArea } from './terminal-area';

/** The IDE in a browser tab. */
export class OpenSpaceApp extends TheiaApp {
    readonly chat: ChatView = new ChatView(this.page);
    readonly editors: EditorArea = new EditorArea(this.page);
    readonly panes: PaneArea = new PaneArea(this.page);
    readonly terminals: TerminalArea = new TerminalArea(this.page);

    /** Opens the IDE and waits until a person could begin. */
    static async open(page: Page, url: string): Promise<OpenSpaceApp> {
        const app = new OpenSpaceApp(page);
        await page.goto(url);
        await app.waitUntilUsable();
        return app;
    }

    private constructor(page: Page) {
        // The workspace is the one that the application was started with.
        super(page, undefined as never, false);
    }

    async reload(): Promise<void> {
        await this.page.reload();
        await this.waitUntilUsable();
    }

    get explorerEntries(): Locator {
        return this.page.locator('#files .theia-FileStatNode');
    }

    get toasts(): Locator {
        return this.page.locator('.theia-notification-list-item');
    }

    get dialogs(): Locator {
        return this.page.locator('.lm-Widget.dialogOverlay');
    }

    /** Opens the list of conversations. */
    async listChats(): Promise<ChatList> {
        await this.runFromPalette('Browse all chats', []);
        return new ChatList(this.page);
    }

    /** Runs a command as a person does, with the answers to what it asks for. */
    async runFromPalette(label: string, answers: readonly string[]): Promise<void> {
        await this.page.keyboard.press('F1');
        await this.quickInput.fill(`>${label}`);
        await this.page.locator('.quick-input-list .monaco-list-row', { hasText: label }).first().click();
        for (const answer of answers) {
            await expect(this.quickInput).toHaveValue('');
            await this.quickInput.fill(answer);
            await this.page.keyboard.press('Enter');
        }
    }

    private get quickInput(): Locator {
        return this.page.locator('.quick-input-widget .quick-input-box input');
    }

    private async waitUntilUsable(): Promise<void> {
        await this.waitForShellAndInitialized();
        await this.chat.waitUntilReady();
        await expect(this.explorerEntries.first()).toBeVisible();
    }
}
