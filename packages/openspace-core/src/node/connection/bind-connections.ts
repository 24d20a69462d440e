import { SocketWriteBuffer } from '@theia/core/lib/common/messaging/socket-write-buffer';
import {
    ReconnectableSocketChannel,
    WebsocketFrontendConnectionService
} from '@theia/core/lib/node/messaging/websocket-frontend-connection-service';
import type { interfaces } from '@theia/core/shared/inversify';
import { MessageBuffer } from '../../common/message-buffer';
import { ResumableChannel } from './resumable-channel';
import { ResumableConnections } from './resumable-connections';

/** Binds what keeps a page connected over a short loss of the network. */
export function bindConnections(rebind: interfaces.Rebind): void {
    rebind(SocketWriteBuffer).to(MessageBuffer);
    rebind(ReconnectableSocketChannel).to(ResumableChannel);
    rebind(WebsocketFrontendConnectionService).to(ResumableConnections).inSingletonScope();
}
