import { ApplicationShell } from '@theia/core/lib/browser';
import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { ScrollableTabBar } from '@theia/core/lib/browser/shell/tab-bars';
import type { TheiaDockPanel } from '@theia/core/lib/browser/shell/theia-dock-panel';
import { inject, injectable } from '@theia/core/shared/inversify';

/**
 * Scrolls a tab bar to its current tab. Theia does so as well, but of two tabs that become current before the next frame it takes the
 * first: what a person opens from a menu, which gives the focus back as it closes, would come without its tab in view.
 */
@injectable()
export class CurrentTabInView implements FrontendApplicationContribution {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;

    onStart(): void {
        for (const panel of [this.shell.mainPanel, this.shell.bottomPanel]) {
            panel.onDidChangeCurrent(title => void revealIn(panel, title));
        }
    }
}

async function revealIn(panel: TheiaDockPanel, title: TheiaDockPanel['currentTitle']): Promise<void> {
    const tabBar = title && panel.findTabBar(title);
    if (tabBar instanceof ScrollableTabBar) {
        // While a tab waits to be revealed, Theia takes no other and only tells when that one has been.
        await tabBar.revealTab(tabBar.currentIndex);
        await tabBar.revealTab(tabBar.currentIndex);
    }
}
