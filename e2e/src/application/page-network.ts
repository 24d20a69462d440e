import type { Page, WebSocketRoute } from '@playwright/test';

/** The connection of a page to the IDE, which can be lost and found again. Made before the page is opened. */
export class PageNetwork {
    private readonly ends = new Set<WebSocketRoute>();
    private isLost = false;

    private constructor() {}

    static async of(page: Page): Promise<PageNetwork> {
        const network = new PageNetwork();
        await page.routeWebSocket(/socket\.io/, route => network.take(route));
        // Without a WebSocket the page would go on by plain requests.
        await page.route(/socket\.io/, route => (network.isLost ? route.abort() : route.continue()));
        return network;
    }

    /** Breaks every connection; none can be made from now on. */
    async lose(): Promise<void> {
        this.isLost = true;
        await Promise.all([...this.ends].map(end => end.close()));
        this.ends.clear();
    }

    restore(): void {
        this.isLost = false;
    }

    private take(route: WebSocketRoute): void {
        if (this.isLost) {
            void route.close();
        } else {
            this.ends.add(route).add(route.connectToServer());
        }
    }
}
