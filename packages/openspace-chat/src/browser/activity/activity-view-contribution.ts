import { AbstractViewContribution, codicon, type Widget } from '@theia/core/lib/browser';
import { TabBarToolbarContribution, type TabBarToolbarRegistry } from '@theia/core/lib/browser/shell/tab-bar-toolbar';
import { nls, type Command, type CommandRegistry } from '@theia/core/lib/common';
import { injectable } from '@theia/core/shared/inversify';
import { ActivityWidget } from './activity-widget';

const CATEGORY = 'OpenSpace';

/** Not in the namespace of the commands that an agent may call: these are the person's. */
export const SHOW_ACTIVITY: Command = {
    id: 'openspace-activity.show',
    category: CATEGORY,
    label: nls.localize('openspace/activity/show', 'Show Agent Activity')
};
const COPY_ACTIVITY: Command = {
    id: 'openspace-activity.copy',
    category: CATEGORY,
    label: nls.localize('openspace/activity/copy', 'Copy Agent Activity'),
    iconClass: codicon('copy')
};
const EXPORT_ACTIVITY: Command = {
    id: 'openspace-activity.export',
    category: CATEGORY,
    label: nls.localize('openspace/activity/export', 'Export Agent Activity'),
    iconClass: codicon('export')
};

/** Puts the activity view beside the problems and the output, with its commands. */
@injectable()
export class ActivityViewContribution extends AbstractViewContribution<ActivityWidget> implements TabBarToolbarContribution {
    constructor() {
        super({
            widgetId: ActivityWidget.ID,
            widgetName: ActivityWidget.LABEL,
            defaultWidgetOptions: { area: 'bottom' },
            toggleCommandId: 'openspace-activity.toggle'
        });
    }

    /** Brings the view to the front, with one session alone if one is given. */
    async show(sessionId?: string): Promise<void> {
        const widget = await this.openView({ activate: true });
        widget.showSession(sessionId);
    }

    override registerCommands(commands: CommandRegistry): void {
        super.registerCommands(commands);
        commands.registerCommand(SHOW_ACTIVITY, { execute: (sessionId?: string) => this.show(sessionId) });
        commands.registerCommand(COPY_ACTIVITY, { execute: async () => (await this.widget).copy() });
        commands.registerCommand(EXPORT_ACTIVITY, { execute: async () => (await this.widget).export() });
    }

    registerToolbarItems(toolbar: TabBarToolbarRegistry): void {
        for (const { id, label } of [COPY_ACTIVITY, EXPORT_ACTIVITY]) {
            toolbar.registerItem({ id, command: id, tooltip: label, isVisible: (widget?: Widget) => widget instanceof ActivityWidget });
        }
    }
}
