import { WebSocketConnectionSource } from '@theia/core/lib/browser/messaging/ws-connection-source';
import { SocketWriteBuffer } from '@theia/core/lib/common/messaging/socket-write-buffer';
import { ContainerModule } from '@theia/core/shared/inversify';
import { MessageBuffer } from '../common/message-buffer';
import { ResumableConnectionSource } from './connection/resumable-connection-source';

/** Loaded before the page opens its connection. */
export default new ContainerModule((bind, _unbind, _isBound, rebind) => {
    rebind(SocketWriteBuffer).to(MessageBuffer);
    bind(ResumableConnectionSource).toSelf().inSingletonScope();
    rebind(WebSocketConnectionSource).toService(ResumableConnectionSource);
});
