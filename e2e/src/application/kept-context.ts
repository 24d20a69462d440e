import type { BrowserContext, BrowserContextOptions, BrowserType, Page } from '@playwright/test';

/**
 * One browser for many tests: what it has loaded and compiled of the IDE stays, what a test did there goes. It has a profile on the
 * disk, because a browser keeps in memory neither a script as large as the IDE's nor what it compiled of it.
 */
export class KeptContext {
    private context?: BrowserContext;
    /** Stays open, so that the browser does, too. */
    private blank?: Page;
    /** The page that a test leaves to the next one, and the one that a test got in this way. */
    private kept?: Page;
    private lent?: Page;

    constructor(
        private readonly browserType: BrowserType,
        private readonly profile: string
    ) {}

    /** Lends the context to a test; when the test has ended, only a page that is kept stays. */
    async lend(options: BrowserContextOptions, use: (context: BrowserContext) => Promise<void>): Promise<void> {
        const context = (this.context ??= await this.browserType.launchPersistentContext(this.profile, options));
        this.blank ??= context.pages()[0] ?? (await context.newPage());
        await use(context);
        await Promise.all(
            context
                .pages()
                .filter(page => page !== this.blank && page !== this.kept)
                .map(page => page.close())
        );
        this.lent = undefined;
        await context.clearPermissions();
    }

    /** A page for a test: the one that the test before it left, or else a new one of a browser that remembers nothing. */
    async page(context: BrowserContext): Promise<Page> {
        this.lent = this.kept;
        this.kept = undefined;
        if (this.lent) {
            return this.lent;
        }
        await this.forget();
        return context.newPage();
    }

    /** Leaves a page to the next test, with its cookies and storage. */
    keep(page: Page): void {
        this.kept = page;
    }

    /** Whether this is a page that an earlier test left, with the IDE in it. */
    wasKept(page: Page): boolean {
        return page === this.lent;
    }

    /** Forgets cookies and storage, and with them what a page shows that was kept. */
    async forget(): Promise<void> {
        await this.kept?.close();
        await this.lent?.evaluate(() => sessionStorage.clear());
        await this.lent?.goto('about:blank');
        this.kept = this.lent = undefined;
        if (this.context && this.blank) {
            const devtools = await this.context.newCDPSession(this.blank);
            await devtools.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
            await devtools.detach();
            await this.context.clearCookies();
        }
    }

    async close(): Promise<void> {
        await this.context?.close();
    }
}
