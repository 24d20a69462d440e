import { SocketWriteBuffer } from '@theia/core/lib/common/messaging/socket-write-buffer';
import { injectable } from '@theia/core/shared/inversify';

/** What may be said while the network is away. A connection that stays away for as long as it takes to say more is given up in any case. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Keeps what is said to a page, or by it, while the network is away for a moment, and says it message by message when it is back.
 * Theia's own buffer sends all of it as one message, of which the other end reads the first and loses the rest.
 */
@injectable()
export class MessageBuffer extends SocketWriteBuffer {
    protected messages: Uint8Array[] = [];
    protected bytes = 0;

    protected override get maxBufferSize(): number {
        return MOST_BYTES;
    }

    override buffer(message: Uint8Array): void {
        if (this.bytes + message.byteLength > this.maxBufferSize) {
            throw new Error('The network has been away for too long: what is said to the other end cannot be kept any more.');
        }
        this.bytes += message.byteLength;
        // The bytes are the sender's, who may write over them.
        this.messages.push(message.slice());
    }

    override flush(socket: { send(message: Uint8Array): unknown }): void {
        const { messages } = this;
        this.drain();
        messages.forEach(message => socket.send(message));
    }

    override drain(): void {
        this.messages = [];
        this.bytes = 0;
    }
}
