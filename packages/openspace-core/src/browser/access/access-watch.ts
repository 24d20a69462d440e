import { ApplicationShell, FrontendApplicationContribution } from '@theia/core/lib/browser';
import { WebSocketConnectionSource } from '@theia/core/lib/browser/messaging/ws-connection-source';
import { WindowService } from '@theia/core/lib/browser/window/window-service';
import { MessageService } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';

/** What the backend answers to a browser that it does not let in. */
const UNAUTHORIZED = 401;
const TRY_AGAIN = 'Try again';

/**
 * Notices that the backend no longer lets this browser in, as after a restart with another state directory. Then the page does not
 * knock for ever: it reloads once, to the page that says what to do, unless that would lose text that was not saved.
 */
@injectable()
export class AccessWatch implements FrontendApplicationContribution {
    @inject(WebSocketConnectionSource) protected readonly connection: WebSocketConnectionSource;
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(WindowService) protected readonly windows: WindowService;
    @inject(MessageService) protected readonly messages: MessageService;

    onStart(): void {
        this.connection.socket.on('connect_error', error => {
            if ('description' in error && error.description === UNAUTHORIZED) {
                this.connection.socket.disconnect();
                void this.leave();
            }
        });
    }

    protected async leave(): Promise<void> {
        if (!this.shell.canSaveAll()) {
            this.windows.reload();
            return;
        }
        const advice = 'Open the new address that "npm start" printed in another tab of this browser, then try again. Your text is kept.';
        if ((await this.messages.error(`The IDE no longer lets this browser in. ${advice}`, TRY_AGAIN)) === TRY_AGAIN) {
            this.connection.socket.connect();
        }
    }
}
