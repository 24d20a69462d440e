import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';

/** One context of the browser for many tests: what it has loaded and compiled of the IDE stays, what a test did there goes. */
export class KeptContext {
    private context?: BrowserContext;

    constructor(private readonly browser: Browser) {}

    /** Lends the context to a test, and then closes its pages and forgets its cookies, permissions and storage. */
    async lend(options: BrowserContextOptions, use: (context: BrowserContext) => Promise<void>): Promise<void> {
        const context = (this.context ??= await this.browser.newContext(options));
        await use(context);
        await Promise.all(context.pages().map(page => page.close()));
        const blank = await context.newPage();
        const devtools = await context.newCDPSession(blank);
        await devtools.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
        await blank.close();
        await context.clearCookies();
        await context.clearPermissions();
    }

    async close(): Promise<void> {
        await this.context?.close();
    }
}
