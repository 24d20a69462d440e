import type { FrontendApplicationContribution } from '@theia/core/lib/browser';
import { FrontendIdProvider } from '@theia/core/lib/browser/messaging/frontend-id-provider';
import { ConnectionCloseService } from '@theia/core/lib/common/messaging/connection-management';
import { inject, injectable } from '@theia/core/shared/inversify';

/**
 * A page that is closed or loaded anew says so. Else the backend would hold its connection open, as it does when a network is lost, and
 * what the person was asked there would wait for nobody.
 */
@injectable()
export class PageFarewell implements FrontendApplicationContribution {
    @inject(ConnectionCloseService) protected readonly connections: ConnectionCloseService;
    @inject(FrontendIdProvider) protected readonly frontendId: FrontendIdProvider;

    onStop(): void {
        // The page is gone before there could be an answer.
        void this.connections.markForClose(this.frontendId.getId());
    }
}
