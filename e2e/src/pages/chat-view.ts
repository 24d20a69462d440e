import { expect, type Locator, type Page } from '@playwright/test';
import { SOON, waitFor } from './soon';
import { TextField } from './text-field';

/** Where the person types. */
export const CHAT_INPUT = '.theia-ChatInput-Editor .monaco-editor';

/** The chat at the right: what a person types, and what the agent's answers look like. */
export class ChatView {
    static readonly WELCOME_SELECTOR = '.openspace-welcome';
    readonly answers: Locator;
    readonly welcome: Locator;
    private readonly input: Locator;
    private readonly stopButton: Locator;

    constructor(private readonly page: Page) {
        this.answers = page.locator('.theia-ResponseNode');
        this.welcome = page.locator(ChatView.WELCOME_SELECTOR);
        this.input = page.locator(CHAT_INPUT).first();
        this.stopButton = page.locator('.theia-ChatInputOptions [title^="Cancel"], .theia-ChatInputOptions .codicon-stop-circle');
    }

    /** Where the person types. */
    get field(): TextField {
        return new TextField(this.input);
    }

    get lastAnswer(): Locator {
        return this.answers.last();
    }

    /** What went wrong with the last answer. */
    get lastError(): Locator {
        return this.lastAnswer.locator('.theia-ChatPart-Error-message');
    }

    /** What a person is told while the last answer is not there yet. */
    get notice(): Locator {
        return this.lastAnswer.locator('.theia-ResponseNode-ProgressMessage');
    }

    /** What the IDE told the agent about its commands, folded. */
    get results(): Locator {
        return this.lastAnswer.locator('.openspace-ide-results');
    }

    /** The tools of OpenCode that the agent used in its last answer. */
    get tools(): Locator {
        return this.lastAnswer.locator('.theia-toolCall');
    }

    /** The line that says how much the agent did in the IDE, and leads to it. */
    get actions(): Locator {
        return this.lastAnswer.locator('.openspace-ide-actions');
    }

    /** What the agent waits for. */
    get question(): Locator {
        return this.lastAnswer.locator('.theia-QuestionPartRenderer-root').last();
    }

    /** Every message of the person that is in view. */
    get messages(): Locator {
        return this.page.locator('.theia-RequestNode');
    }

    /** Leaves this conversation: the next message begins another. */
    async beginAnother(): Promise<void> {
        await this.input.click();
        await this.page.keyboard.press('Control+Shift+L');
        await expect(this.messages).toHaveCount(0);
    }

    /** Chooses one of the answers that the agent's question offers. */
    async choose(answer: string): Promise<void> {
        await this.question.getByRole('button', { name: answer }).click();
    }

    /** Answers the agent's question in other words than those that it offers. */
    async answerInWords(words: string): Promise<void> {
        await this.lastAnswer.getByRole('textbox', { name: 'Or answer in your own words' }).click();
        await this.page.keyboard.type(words);
        await this.page.keyboard.press('Enter');
    }

    async waitUntilReady(): Promise<void> {
        await expect(this.input).toBeVisible();
    }

    /** Types a message and sends it. */
    async send(message: string): Promise<void> {
        await this.input.click();
        await this.page.keyboard.insertText(message);
        await this.page.keyboard.press('Enter');
    }

    /** Sends a message by mouse, so that no key is pressed: the person does not count as typing. */
    async sendByMouse(message: string): Promise<void> {
        await this.input.click();
        await this.page.keyboard.insertText(message);
        await this.page.locator('.theia-ChatInputOptions .codicon-send').click();
    }

    /** The message box has the keyboard focus. */
    async expectFocus(): Promise<void> {
        await expect(this.input).toHaveClass(/focused/);
    }

    /** Sends a message that was not sent before and waits until the answer is complete. */
    async ask(message: string): Promise<void> {
        await this.send(message);
        // Not by expectations, which would look only twice a second: nearly every test waits here, most of them often. Counting does
        // not help: the list holds only what is in view or near it, the message itself perhaps no longer when its answer is long.
        await waitFor(
            `the message "${message}"`,
            this.page.waitForFunction(
                sent => {
                    const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
                    const last = Array.from(document.querySelectorAll('.theia-RequestNode')).at(-1)?.textContent ?? '';
                    return plain(last).includes(plain(sent));
                },
                message,
                SOON
            )
        );
        await waitFor(
            `an answer to "${message}"`,
            this.page.waitForFunction(
                () =>
                    Array.from(document.querySelectorAll('.theia-RequestNode, .theia-ResponseNode')).at(-1)?.matches('.theia-ResponseNode'),
                undefined,
                SOON
            )
        );
        await this.waitUntilAnswered();
    }

    async waitUntilAnswered(): Promise<void> {
        await waitFor(
            'the end of the answer',
            this.page.waitForFunction(() => document.querySelector('.theia-ChatContentInProgress') === null, undefined, SOON)
        );
    }

    /** Waits until the last answer ends with these words. */
    async waitUntilShown(words: string): Promise<void> {
        await waitFor(
            `an answer that ends with "${words}"`,
            this.page.waitForFunction(
                wanted => {
                    const plain = (text: string): string => text.replace(/\s+/g, '');
                    const answer = Array.from(document.querySelectorAll('.theia-ResponseNode')).at(-1) ?? document;
                    // Only the end is read: benchmarks would measure how long it takes to read a long answer.
                    const texts = document.createTreeWalker(answer, NodeFilter.SHOW_TEXT);
                    let end = '';
                    for (let text = texts.lastChild(); text && end.length < 2 * wanted.length + 200; text = texts.previousNode()) {
                        end = (text.nodeValue ?? '') + end;
                    }
                    return plain(end).includes(plain(wanted));
                },
                words,
                // With every frame that is painted: benchmarks measure how long it takes.
                { timeout: SOON.timeout }
            )
        );
    }

    async stop(): Promise<void> {
        await this.stopButton.first().click();
    }

    /**
     * Watches the whole page from now on, and answers with every text in which the mark was seen at any moment, however
     * short. The observer runs before the browser paints, so nothing that a person could see escapes it.
     */
    async watchFor(mark: string): Promise<() => Promise<string[]>> {
        await this.page.evaluate(watch, mark);
        return () => this.seen();
    }

    /** Like `watchFor`, but from the first moment of the page that is loaded next. */
    async watchNextPageFor(mark: string): Promise<() => Promise<string[]>> {
        await this.page.addInitScript(watch, mark);
        return () => this.seen();
    }

    /** Whether the keyboard would write into the chat. */
    hasFocus(): Promise<boolean> {
        return this.page.evaluate(() => document.activeElement?.closest('.theia-ChatInput') !== null);
    }

    private seen(): Promise<string[]> {
        return this.page.evaluate(() => (window as Window & { openspaceSeen?: string[] }).openspaceSeen ?? []);
    }
}

/** Runs in the page. */
function watch(wanted: string): void {
    const seen: string[] = [];
    const look = (): void => {
        const text = document.documentElement.textContent;
        if (text.includes(wanted)) {
            seen.push(text.slice(Math.max(0, text.indexOf(wanted) - 40), text.indexOf(wanted) + 80));
        }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { openspaceSeen: seen });
}
