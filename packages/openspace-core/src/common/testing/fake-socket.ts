import type { Channel } from '@theia/core/lib/common/message-rpc/channel';
import { Uint8ArrayReadBuffer, Uint8ArrayWriteBuffer } from '@theia/core/lib/common/message-rpc/uint8-array-message-buffer';

type Listener = ((...values: never[]) => void) & { readonly once?: Listener };

/** One end of a socket.io connection: what it sends is kept, and what the other end sends is said by the test. */
export class FakeSocket {
    constructor(public connected = true) {}

    /** What carries it. */
    readonly conn = { close: (): void => this.end() };
    /** The texts of the messages that were sent. */
    readonly messages: string[] = [];
    /** Everything else that was sent. */
    readonly told: unknown[][] = [];
    protected readonly listeners = new Map<string, Listener[]>();

    send(message: Uint8Array): this {
        this.messages.push(new Uint8ArrayReadBuffer(message).readString());
        return this;
    }

    emit(name: string, ...values: unknown[]): this {
        this.told.push([name, ...values]);
        return this;
    }

    on(name: string, listener: Listener): this {
        this.listeners.set(name, [...this.of(name), listener]);
        return this;
    }

    once(name: string, listener: Listener): this {
        const first = (...values: never[]): void => {
            this.off(name, listener);
            listener(...values);
        };
        return this.on(name, Object.assign(first, { once: listener }));
    }

    off(name: string, listener?: Listener): this {
        this.listeners.set(
            name,
            this.of(name).filter(each => listener !== undefined && each !== listener && each.once !== listener)
        );
        return this;
    }

    removeAllListeners(name: string): this {
        return this.off(name);
    }

    /** The other end says something. */
    receive(name: string, ...values: unknown[]): void {
        this.of(name).forEach(listener => listener(...(values as never[])));
    }

    /** The other end says a message. */
    receiveMessage(text: string): void {
        this.receive('message', new Uint8ArrayWriteBuffer().writeString(text).getCurrentContents());
    }

    connect(): this {
        this.connected = true;
        this.receive('connect');
        return this;
    }

    disconnect(): this {
        this.end();
        return this;
    }

    protected end(): void {
        if (this.connected) {
            this.connected = false;
            this.receive('disconnect', 'transport close');
        }
    }

    protected of(name: string): Listener[] {
        return this.listeners.get(name) ?? [];
    }
}

/** Says a message through a channel. */
export function say(channel: Channel, text: string): void {
    channel.getWriteBuffer().writeString(text).commit();
}

/** The messages that come out of a channel from now on. */
export function heardIn(channel: Channel): string[] {
    const heard: string[] = [];
    channel.onMessage(read => heard.push(read().readString()));
    return heard;
}
