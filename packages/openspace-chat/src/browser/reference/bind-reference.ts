import { bindViewContribution, WidgetFactory } from '@theia/core/lib/browser';
import type { interfaces } from '@theia/core/shared/inversify';
import { ReferenceContribution } from './reference-contribution';
import { ReferenceWidget } from './reference-widget';

/** The page about all commands. */
export function bindReference(bind: interfaces.Bind): void {
    bind(ReferenceWidget).toSelf();
    bind(WidgetFactory).toDynamicValue(({ container }) => ({
        id: ReferenceWidget.ID,
        createWidget: () => container.get(ReferenceWidget)
    }));
    bindViewContribution(bind, ReferenceContribution);
}
