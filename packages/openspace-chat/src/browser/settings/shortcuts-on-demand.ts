import type { TabBarToolbarRegistry } from '@theia/core/lib/browser/shell/tab-bar-toolbar';
import { WidgetManager } from '@theia/core/lib/browser/widget-manager';
import { inject, injectable } from '@theia/core/shared/inversify';
import { KeybindingWidget } from '@theia/keymaps/lib/browser/keybindings-widget';
import { KeymapsFrontendContribution } from '@theia/keymaps/lib/browser/keymaps-frontend-contribution';

/** Makes the list of keyboard shortcuts when a person opens it, and not while the page starts. */
@injectable()
export class ShortcutsOnDemand extends KeymapsFrontendContribution {
    @inject(WidgetManager)
    protected readonly widgets!: WidgetManager;

    /** The buttons above the list follow it, so they come with it. */
    override registerToolbarItems(toolbar: TabBarToolbarRegistry): Promise<void> {
        const subscription = this.widgets.onDidCreateWidget(({ factoryId }) => {
            if (factoryId === KeybindingWidget.ID) {
                subscription.dispose();
                void super.registerToolbarItems(toolbar);
            }
        });
        return Promise.resolve();
    }
}
