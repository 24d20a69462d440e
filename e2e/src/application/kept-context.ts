import type { BrowserContext, BrowserContextOptions, BrowserType, Page } from '@playwright/test';

/**
 * One browser for many tests: what it has loaded and compiled of the IDE stays, what a test did there goes. It has a profile on the
 * disk, because a browser keeps in memory neither a script as large as the IDE's nor what it compiled of it.
 */
export class KeptContext {
    private context?: BrowserContext;
    /** Stays open, so that the browser does, too. */
    private blank?: Page;

    constructor(
        private readonly browserType: BrowserType,
        private readonly profile: string
    ) {}

    /** Lends the context to a test, and then closes its pages and forgets its cookies, permissions and storage. */
    async lend(options: BrowserContextOptions, use: (context: BrowserContext) => Promise<void>): Promise<void> {
        const context = (this.context ??= await this.browserType.launchPersistentContext(this.profile, options));
        const blank = (this.blank ??= context.pages()[0] ?? (await context.newPage()));
        await use(context);
        await Promise.all(
            context
                .pages()
                .filter(page => page !== blank)
                .map(page => page.close())
        );
        const devtools = await context.newCDPSession(blank);
        await devtools.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
        await devtools.detach();
        await context.clearCookies();
        await context.clearPermissions();
    }

    async close(): Promise<void> {
        await this.context?.close();
    }
}
