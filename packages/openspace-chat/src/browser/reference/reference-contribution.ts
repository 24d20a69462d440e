import { AbstractViewContribution, CommonMenus } from '@theia/core/lib/browser';
import { nls, type Command, type CommandRegistry, type MenuModelRegistry } from '@theia/core/lib/common';
import { injectable } from '@theia/core/shared/inversify';
import { ReferenceWidget } from './reference-widget';

export const SHOW_REFERENCE: Command = {
    id: 'openspace-reference.show',
    category: 'OpenSpace',
    label: nls.localize('openspace/reference/show', 'Show Command Reference')
};

/** Opens the command reference among the editors; the help menu leads there too. */
@injectable()
export class ReferenceContribution extends AbstractViewContribution<ReferenceWidget> {
    constructor() {
        super({ widgetId: ReferenceWidget.ID, widgetName: ReferenceWidget.LABEL, defaultWidgetOptions: { area: 'main' } });
    }

    override registerCommands(commands: CommandRegistry): void {
        super.registerCommands(commands);
        commands.registerCommand(SHOW_REFERENCE, { execute: () => this.openView({ activate: true }) });
    }

    override registerMenus(menus: MenuModelRegistry): void {
        super.registerMenus(menus);
        menus.registerMenuAction(CommonMenus.HELP, {
            commandId: SHOW_REFERENCE.id,
            label: nls.localize('openspace/reference/menu', 'What the Agent Can Do'),
            order: '0'
        });
    }
}
