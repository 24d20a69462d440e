import { ApplicationShell, type Widget } from '@theia/core/lib/browser';
import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import type { Disposable } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { DockLayout } from '@theia/core/shared/@lumino/widgets';

/**
 * Lets go of tab bars that are gone. Lumino's dock layout disposes a tab bar with its last tab, but keeps it among its items, and with
 * it, through the tool bar, the whole editor that was shown last: hundreds of listeners each time.
 */
@injectable()
export class TabBarRemains implements FrontendApplicationContribution {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;

    onStart(): void {
        for (const panel of [this.shell.mainPanel, this.shell.bottomPanel]) {
            panel.widgetRemoved.connect(() => clearRemains(panel.layout as DockLayout));
        }
    }
}

function clearRemains(layout: DockLayout): void {
    const items: unknown = layout['_items'];
    if (items instanceof Map) {
        for (const [widget, item] of items as Map<Widget, Disposable>) {
            if (widget.isDisposed) {
                items.delete(widget);
                item.dispose();
            }
        }
    }
}
