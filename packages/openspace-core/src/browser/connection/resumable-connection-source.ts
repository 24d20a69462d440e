import { WebSocketConnectionSource } from '@theia/core/lib/browser/messaging/ws-connection-source';
import { Emitter } from '@theia/core/lib/common/event';
import { ForwardingChannel, type AbstractChannel } from '@theia/core/lib/common/message-rpc/channel';
import { Uint8ArrayReadBuffer, Uint8ArrayWriteBuffer } from '@theia/core/lib/common/message-rpc/uint8-array-message-buffer';
import { ConnectionManagementMessages } from '@theia/core/lib/common/messaging/connection-management';
import { injectable } from '@theia/core/shared/inversify';
import { RECEIVED_MESSAGES, type MessageBuffer } from '../../common/message-buffer';

const { INITIAL_CONNECT, RECONNECT } = ConnectionManagementMessages;

/** A backend, or a network, that is back is found in this time. */
const LONGEST_DELAY_MS = 2_000;

/**
 * The page's end of the connection. After a short loss of the network each end is told what it lacks, in order and once; where that
 * is not known any more, the connection begins anew. Its other end is `ResumableConnections` in the backend.
 */
@injectable()
export class ResumableConnectionSource extends WebSocketConnectionSource {
    protected override readonly writeBuffer: MessageBuffer;
    protected readonly onDidGoOnEmitter = new Emitter<void>();
    /** The network is back, and the connection as it was before. */
    readonly onDidGoOn = this.onDidGoOnEmitter.event;
    /** How many messages of the backend have come. */
    protected received = 0;
    /** Whether what is said is sent at once: not before the backend has been sent what was said earlier. */
    protected isInTouch = false;
    /** The backend cannot go on with the connection. */
    protected mustBeginAnew = false;

    override openSocket(): void {
        super.openSocket();
        this.socket.on('disconnect', () => (this.isInTouch = false));
    }

    protected override createWebSocket(url: string): WebSocketConnectionSource['socket'] {
        const socket = super.createWebSocket(url);
        socket.io.reconnectionDelayMax(LONGEST_DELAY_MS);
        return socket;
    }

    protected override handleSocketConnected(): void {
        if (this.mustBeginAnew) {
            this.negotiateInitialConnect();
        } else {
            super.handleSocketConnected();
        }
    }

    protected override negotiateInitialConnect(): void {
        // A socket that broke before the answer has left its listener behind.
        this.socket.off(INITIAL_CONNECT);
        super.negotiateInitialConnect();
    }

    protected override negogiateReconnect(): void {
        this.socket.off(RECEIVED_MESSAGES).off(RECONNECT);
        let receivedByBackend = Number.NaN;
        this.socket.once(RECEIVED_MESSAGES, (count: number) => (receivedByBackend = count));
        this.socket.once(RECONNECT, (mayGoOn: boolean) => {
            // More may have been said since it was asked than is kept.
            if (mayGoOn && this.writeBuffer.reaches(receivedByBackend)) {
                this.goOn(receivedByBackend);
            } else {
                this.beginAnew();
            }
        });
        this.socket.emit(RECONNECT, this.frontendIdProvider.getId(), this.received, this.writeBuffer.first);
    }

    protected goOn(receivedByBackend: number): void {
        this.writeBuffer.acknowledge(receivedByBackend);
        this.writeBuffer.flush(this.socket);
        this.isInTouch = true;
        this.onDidGoOnEmitter.fire();
    }

    protected beginAnew(): void {
        this.mustBeginAnew = true;
        // The backend lets a socket say only once what it is for.
        this.socket.disconnect().connect();
    }

    protected override createChannel(): AbstractChannel {
        this.mustBeginAnew = false;
        this.isInTouch = true;
        this.received = 0;
        const take = (data: ArrayBuffer | Uint8Array): void => {
            this.received++;
            this.onIncomingMessageActivityEmitter.fire();
            const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
            channel.onMessageEmitter.fire(() => new Uint8ArrayReadBuffer(bytes));
        };
        const channel = new ForwardingChannel(
            'any',
            () => this.socket.off('message', take),
            () => this.createMessage()
        );
        this.socket.on('message', take);
        return channel;
    }

    protected createMessage(): Uint8ArrayWriteBuffer {
        const message = new Uint8ArrayWriteBuffer();
        message.onCommit(bytes => {
            this.writeBuffer.buffer(bytes);
            if (this.isInTouch) {
                this.socket.send(bytes);
            }
        });
        return message;
    }
}
