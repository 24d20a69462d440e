import { ChatResponsePartRenderer } from '@theia/ai-chat-ui/lib/browser/chat-response-part-renderer';
import { ChatContentDeserializerContribution } from '@theia/ai-chat/lib/common/chat-content-deserializer';
import { bindViewContribution, FrontendApplicationContribution, WidgetFactory } from '@theia/core/lib/browser';
import { TabBarToolbarContribution } from '@theia/core/lib/browser/shell/tab-bar-toolbar';
import { CommandContribution } from '@theia/core/lib/common';
import type { interfaces } from '@theia/core/shared/inversify';
import { ActivityTargetOpener } from './activity-target-opener';
import { ActivityUndo } from './activity-undo';
import { ActivityViewContribution } from './activity-view-contribution';
import { ActivityWidget } from './activity-widget';
import { FailureNotifications } from './failure-notifications';
import { IdeActionsDeserializer } from './ide-actions-content';
import { IdeActionsRenderer } from './ide-actions-renderer';

/** The view of what agents did, and the line in the chat that leads to it. */
export function bindActivity(bind: interfaces.Bind): void {
    bind(ActivityTargetOpener).toSelf().inSingletonScope();
    bind(ActivityUndo).toSelf().inSingletonScope();
    bind(CommandContribution).toService(ActivityUndo);
    bind(ActivityWidget).toSelf();
    bind(WidgetFactory).toDynamicValue(({ container }) => ({
        id: ActivityWidget.ID,
        createWidget: () => container.get(ActivityWidget)
    }));
    bind(FailureNotifications).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(FailureNotifications);
    bindViewContribution(bind, ActivityViewContribution);
    bind(TabBarToolbarContribution).toService(ActivityViewContribution);
    bind(ChatContentDeserializerContribution).to(IdeActionsDeserializer).inSingletonScope();
    bind(ChatResponsePartRenderer).to(IdeActionsRenderer).inSingletonScope();
}
