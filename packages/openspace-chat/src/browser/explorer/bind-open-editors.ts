import { WidgetFactory } from '@theia/core/lib/browser';
import type { interfaces } from '@theia/core/shared/inversify';
import { OpenEditorsModel } from '@theia/navigator/lib/browser/open-editors-widget/navigator-open-editors-tree-model';
import { OpenEditorsWidget } from '@theia/navigator/lib/browser/open-editors-widget/navigator-open-editors-widget';
import { OrderlyOpenEditorsModel } from './orderly-open-editors-model';

/** Theia's view of the open editors with our list behind it. Of two factories with the same id the later one counts. */
export function bindOpenEditors(bind: interfaces.Bind): void {
    bind(WidgetFactory)
        .toDynamicValue(({ container }) => ({ id: OpenEditorsWidget.ID, createWidget: () => createOpenEditors(container) }))
        .inSingletonScope();
}

function createOpenEditors(parent: interfaces.Container): OpenEditorsWidget {
    const container = OpenEditorsWidget.createContainer(parent);
    container.rebind(OpenEditorsModel).to(OrderlyOpenEditorsModel);
    return container.get(OpenEditorsWidget);
}
