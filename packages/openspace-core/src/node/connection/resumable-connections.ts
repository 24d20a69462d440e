import type { Channel } from '@theia/core/lib/common/message-rpc';
import { ConnectionManagementMessages } from '@theia/core/lib/common/messaging/connection-management';
import { WebsocketFrontendConnectionService } from '@theia/core/lib/node/messaging/websocket-frontend-connection-service';
import { injectable } from '@theia/core/shared/inversify';
import { ResumableChannel, type PageSocket } from './resumable-channel';

const { INITIAL_CONNECT, RECONNECT } = ConnectionManagementMessages;

/** The connections to the pages. One that has lost a message for good is closed: then the page begins anew, and nothing is missing. */
@injectable()
export class ResumableConnections extends WebsocketFrontendConnectionService {
    protected override async handleConnection(socket: PageSocket, onChannel: (channel: Channel) => void): Promise<void> {
        // Before Theia's own listener, which goes on with whatever connection there is.
        const resume = (pageId: string, received: number, first: number): void => {
            const channel = this.connectionsByFrontend.get(pageId);
            if (channel instanceof ResumableChannel && !channel.resume(socket, received, first)) {
                this.closeConnection(pageId, 'messages were lost while the network was away');
            }
        };
        socket.once(RECONNECT, resume);
        // A socket is for one purpose.
        socket.once(INITIAL_CONNECT, () => socket.off(RECONNECT, resume));
        await super.handleConnection(socket, onChannel);
    }
}
