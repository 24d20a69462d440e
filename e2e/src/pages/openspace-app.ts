import { TheiaApp } from '@theia/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ActivityView } from './activity-view';
import { AgentStatus } from './agent-status';
import { ApprovalDialog } from './approval-dialog';
import { ChatList } from './chat-list';
import { CHAT_INPUT, ChatView } from './chat-view';
import { CommandReference } from './command-reference';
import { EditorArea } from './editor-area';
import { Notifications } from './notifications';
import { PaneArea } from './pane-area';
import { SettingsView } from './settings-view';
import { SOON, waitFor } from './soon';
import { TerminalArea } from './terminal-area';
import { TextField } from './text-field';
import { WelcomePage } from './welcome-page';

const EXPLORER_ENTRIES = '#files .theia-FileStatNode';

/** The IDE in a browser tab. */
export class OpenSpaceApp extends TheiaApp {
    readonly approval: ApprovalDialog = new ApprovalDialog(this.page);
    readonly chat: ChatView = new ChatView(this.page);
    readonly agent: AgentStatus = new AgentStatus(this.page);
    readonly activity: ActivityView = new ActivityView(this.page);
    readonly editors: EditorArea = new EditorArea(this.page);
    readonly notifications: Notifications = new Notifications(this.page);
    readonly panes: PaneArea = new PaneArea(this.page);
    readonly terminals: TerminalArea = new TerminalArea(this.page);
    readonly welcome: WelcomePage = new WelcomePage(this.page);
    readonly reference: CommandReference = new CommandReference(this.page);
    readonly settings: SettingsView = new SettingsView(this.page);

    /** Opens the IDE and waits until a person could begin. */
    static async open(page: Page, url: string): Promise<OpenSpaceApp> {
        const app = new OpenSpaceApp(page);
        await page.goto(url);
        await app.waitUntilUsable();
        return app;
    }

    /** The IDE that a page shows already. */
    static in(page: Page): OpenSpaceApp {
        return new OpenSpaceApp(page);
    }

    private constructor(page: Page) {
        // The workspace is the one that the application was started with.
        super(page, undefined as never, false);
    }

    async reload(): Promise<void> {
        await this.page.reload();
        await this.waitUntilUsable();
    }

    /** Closes the tab as a person does: the page still gets to say goodbye. */
    async close(): Promise<void> {
        await Promise.all([this.page.waitForEvent('close'), this.page.close({ runBeforeUnload: true })]);
    }

    /** The page tells that it has no connection to the IDE. */
    async expectOffline(): Promise<void> {
        await expect(this.page.locator('.theia-mod-offline')).toHaveCount(1);
    }

    async expectOnline(): Promise<void> {
        await expect(this.page.locator('.theia-mod-offline')).toHaveCount(0);
    }

    get explorerEntries(): Locator {
        return this.page.locator(EXPLORER_ENTRIES);
    }

    /**
     * Waits until the explorer of this folder shows all that happened to its files so far: it learns of changes in their order. It
     * fails soon, for an explorer that is busy with a change when the next one comes may miss that.
     */
    async seeFiles(folder: string, timeoutMs: number): Promise<void> {
        const last = this.page.locator(EXPLORER_ENTRIES, { hasText: 'last-change' });
        await writeFile(join(folder, 'last-change'), '');
        await last.waitFor({ timeout: timeoutMs });
        await rm(join(folder, 'last-change'));
        await last.waitFor({ state: 'detached', timeout: timeoutMs });
    }

    get toasts(): Locator {
        return this.page.locator('.theia-notification-list-item');
    }

    get dialogs(): Locator {
        return this.page.locator('.lm-Widget.dialogOverlay');
    }

    /** Changes the colours of the whole window, as a person does. */
    async useTheme(label: string): Promise<void> {
        await this.startFromPalette('Preferences: Color Theme');
        await this.answerField.fill(label);
        await this.page.locator('.quick-input-list .monaco-list-row', { hasText: label }).first().click();
        await expect(this.palette).toBeHidden();
    }

    /** Opens the list of conversations. */
    async listChats(): Promise<ChatList> {
        await this.startFromPalette('Browse all chats');
        return new ChatList(this.page);
    }

    /** Runs a command as a person does: each argument that it asks for, by its name, with the person's answer. */
    async runFromPalette(label: string, answers: readonly (readonly [name: string, answer: string])[] = []): Promise<void> {
        await this.startFromPalette(`OpenSpace: ${label}`);
        await this.continueForm(answers);
    }

    /** Answers the next questions of a form that has begun. */
    async continueForm(answers: readonly (readonly [name: string, answer: string])[]): Promise<void> {
        for (const [name, answer] of answers) {
            await this.waitUntilAsked(name);
            await this.answerField.fill(answer);
            await this.page.keyboard.press('Enter');
        }
    }

    private async startFromPalette(entry: string): Promise<void> {
        await this.page.keyboard.press('F1');
        await this.answerField.fill(`>${entry}`);
        await this.page.locator('.quick-input-list .monaco-list-row', { hasText: entry }).first().click();
    }

    /** Waits until the palette asks for something; what it asks for stands in its field or below. */
    async waitUntilAsked(name: string): Promise<void> {
        await waitFor(
            `the palette to ask for ${name}`,
            this.page.waitForFunction(
                wanted => {
                    const widget = document.querySelector('.quick-input-widget');
                    const field = widget?.querySelector('input')?.placeholder ?? '';
                    const message = widget?.querySelector('.quick-input-message')?.textContent ?? '';
                    return [field, message].some(text => text.startsWith(wanted));
                },
                name,
                SOON
            )
        );
    }

    /** What the palette offers for what it asks. */
    get offered(): Locator {
        return this.page.locator('.quick-input-list .monaco-list-row .label-name');
    }

    /** Expects the document with what a command has read to be at the front. */
    async expectResult(label: string, text: string): Promise<void> {
        await expect(this.page.locator('#theia-main-content-panel .lm-TabBar-tab.lm-mod-current', { hasText: label }).last()).toBeVisible();
        await expect(this.page.locator('#theia-main-content-panel .theia-editor:not(.lm-mod-hidden) .view-lines').last()).toContainText(
            text
        );
    }

    /** Opens a file that has no name yet; nothing saves it by itself. */
    async newFile(): Promise<TextField> {
        await this.page.keyboard.press('Alt+N');
        const editor = this.page.locator('#theia-main-content-panel .theia-editor[id*="untitled"] .monaco-editor');
        await expect(editor).toHaveClass(/focused/);
        return new TextField(editor, this.editors.tab('Untitled'));
    }

    /** The widgets around what has the keyboard focus, the innermost first, for the message of a failed test. */
    async focusedPart(): Promise<string> {
        return this.page.evaluate(() => {
            const around: string[] = [];
            for (let element = document.activeElement; element; element = element.parentElement) {
                if (element.id !== '') {
                    around.push(element.id);
                }
            }
            return around.join(' in ') || (document.activeElement?.className ?? 'nothing');
        });
    }

    get palette(): Locator {
        return this.page.locator('.quick-input-widget');
    }

    /** Where a person types into the palette. */
    get answerField(): Locator {
        return this.page.locator('.quick-input-widget .quick-input-box input');
    }

    private async waitUntilUsable(): Promise<void> {
        const { loadingSelector, shellSelector } = this.appData;
        // Not expectations, which would look only twice a second.
        const parts = [shellSelector, CHAT_INPUT, EXPLORER_ENTRIES];
        await waitFor(
            `an IDE with ${parts.join(', ')}`,
            this.page.waitForFunction(
                ({ gone, shown }) =>
                    document.querySelector(gone) === null && shown.every(part => document.querySelector(part)?.checkVisibility()),
                { gone: loadingSelector, shown: parts },
                SOON
            )
        );
    }
}
