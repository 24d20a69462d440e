import type { Message } from '@theia/core/lib/common';
import { injectable } from '@theia/core/shared/inversify';
import { NotificationManager } from '@theia/messages/lib/browser/notifications-manager';

/**
 * Lets a notification with a button go by itself when it says after which time: else it would stand over the chat until somebody closes
 * it. It stays among the earlier notifications.
 */
@injectable()
export class TimedNotifications extends NotificationManager {
    protected override getTimeout(message: Message): number {
        return message.options?.timeout ?? super.getTimeout(message);
    }

    /** Lets a notification go before its time. */
    letGo(message: Message): void {
        this.hideToast(this.getMessageId(message));
    }
}
