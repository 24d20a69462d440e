import { Uint8ArrayWriteBuffer } from '@theia/core/lib/common/message-rpc/uint8-array-message-buffer';
import { ReconnectableSocketChannel } from '@theia/core/lib/node/messaging/websocket-frontend-connection-service';
import { injectable } from '@theia/core/shared/inversify';
import { RECEIVED_MESSAGES, type MessageBuffer } from '../../common/message-buffer';

/** The backend's end of a socket to a page. */
export type PageSocket = Parameters<ReconnectableSocketChannel['connect']>[0];

/** A connection to a page, over all the sockets that the page opens for it one after the other. */
@injectable()
export class ResumableChannel extends ReconnectableSocketChannel {
    protected override socketBuffer: MessageBuffer;
    /** How many messages of the page have come. */
    protected received = 0;
    /** Since when the page has no socket, in `Date.now()`; undefined while it has one. */
    protected awaySince?: number | undefined;

    constructor() {
        super();
        this.onMessage(() => this.received++);
    }

    /** Whether the page has no socket now. */
    get isAway(): boolean {
        return this.awaySince !== undefined;
    }

    /** How long the page has been without a socket; 0 while it has one. */
    get awayMs(): number {
        return this.awaySince === undefined ? 0 : Date.now() - this.awaySince;
    }

    override connect(socket: PageSocket): void {
        super.connect(socket);
        this.awaySince = undefined;
    }

    override disconnect(): void {
        super.disconnect();
        this.awaySince ??= Date.now();
    }

    /**
     * A page is back that has so many of our messages, and keeps its own from the given one on. Tells it what we have; false when
     * one of the ends lacks something that the other does not keep any more.
     */
    resume(socket: PageSocket, receivedByPage: number, firstOfPage: number): boolean {
        if (!this.socketBuffer.reaches(receivedByPage) || !(Number.isSafeInteger(firstOfPage) && firstOfPage <= this.received)) {
            return false;
        }
        this.leaveSocket();
        this.socketBuffer.acknowledge(receivedByPage);
        socket.emit(RECEIVED_MESSAGES, this.received);
        return true;
    }

    override getWriteBuffer(): Uint8ArrayWriteBuffer {
        const message = new Uint8ArrayWriteBuffer();
        message.onCommit(bytes => {
            this.socketBuffer.buffer(bytes);
            if (this.socket?.connected) {
                this.socket.send(bytes);
            }
        });
        return message;
    }

    override close(): void {
        super.close();
        this.leaveSocket();
    }

    /**
     * A socket that the page has left may look open for a while. Nothing more comes from it, and its end is not that of the connection.
     * Its transport is closed without a word: a page that is told to leave does not come back, and this may be a live one.
     */
    protected leaveSocket(): void {
        const { socket } = this;
        this.disconnect();
        socket?.removeAllListeners('disconnect').conn.close();
    }
}
