import { SocketWriteBuffer } from '@theia/core/lib/common/messaging/socket-write-buffer';
import { injectable } from '@theia/core/shared/inversify';

/** Told to a page that is back, before it is told that it may go on: how many of its messages the backend has. */
export const RECEIVED_MESSAGES = 'openspace-received-messages';

/** What is kept of what was said last. The connection of an end that lacks more than this when it is back begins anew. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_MESSAGES = 10_000;

/**
 * Keeps what one end of a connection has said last. When the network goes away for a moment, nobody knows what has still arrived;
 * when it is back, the other end tells how many messages it has and is sent the rest, message by message. Theia's own buffer keeps
 * what is said while the network is known to be away, and sends it as one message, of which the other end reads the first.
 */
@injectable()
export class MessageBuffer extends SocketWriteBuffer {
    protected messages: Uint8Array[] = [];
    protected bytes = 0;
    protected forgotten = 0;
    protected maxMessages = MOST_MESSAGES;

    protected override get maxBufferSize(): number {
        return MOST_BYTES;
    }

    /** How many messages were said before the first one that is kept. */
    get first(): number {
        return this.forgotten;
    }

    override buffer(message: Uint8Array): void {
        this.messages.push(message);
        this.bytes += message.byteLength;
        while (this.bytes > this.maxBufferSize || this.messages.length > this.maxMessages) {
            // Several at once: to take the first out of many messages is slow.
            this.forget(Math.ceil(this.messages.length / 8));
        }
    }

    /** Whether everything is kept that an end lacks which has this many messages. */
    reaches(received: number): boolean {
        return Number.isSafeInteger(received) && received >= this.forgotten && received <= this.forgotten + this.messages.length;
    }

    /** The other end has this many messages, which {@link reaches} has allowed. */
    acknowledge(received: number): void {
        this.forget(received - this.forgotten);
    }

    override flush(socket: { send(message: Uint8Array): unknown }): void {
        this.messages.forEach(message => socket.send(message));
    }

    override drain(): void {
        this.messages = [];
        this.bytes = 0;
        this.forgotten = 0;
    }

    protected forget(count: number): void {
        this.messages.splice(0, count).forEach(({ byteLength }) => (this.bytes -= byteLength));
        this.forgotten += count;
    }
}
