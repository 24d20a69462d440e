import { EventEmitter, once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CancelledNotificationSchema, JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { MessageLines } from './message-lines';
import { messageParts } from './message-parts';

/**
 * A transport of the SDK over standard input and output, which knows when the client has gone and what it has not been told yet. In
 * place of the SDK's own, since that would parse and check every message a second time.
 */
export class StdioConnection implements Transport {
    onmessage?: (message: JSONRPCMessage) => void;
    onclose?: () => void;
    /** Resolves when nothing more comes from the client, or nobody reads what it is told. */
    readonly ended: Promise<void>;
    /** Resolves when nobody reads what the client is told. */
    readonly unread: Promise<void>;
    private readonly unanswered = new Set<string | number>();
    private readonly answers = new EventEmitter();
    private readonly lines: MessageLines;

    constructor(
        private readonly input: Readable,
        private readonly output: Writable
    ) {
        this.lines = new MessageLines({
            onMessage: message => this.take(message),
            onRefused: (code, message, id) =>
                output.write(`${JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message } })}\n`)
        });
        // An input that breaks has ended, too.
        input.on('error', () => this.lines.end());
        this.unread = new Promise(resolve => output.on('error', () => resolve()));
        this.ended = Promise.race([finished(this.lines), this.unread]);
    }

    start(): Promise<void> {
        this.input.pipe(this.lines);
        return Promise.resolve();
    }

    async send(message: JSONRPCMessage): Promise<void> {
        this.output.cork();
        const isTaken = messageParts(message)
            .map(part => this.output.write(part))
            .every(Boolean);
        this.output.uncork();
        if (!isTaken) {
            await new Promise<void>(resolve => this.output.once('drain', resolve));
        }
        if (!('method' in message) && message.id !== undefined) {
            this.settle(message.id);
        }
    }

    close(): Promise<void> {
        this.input.unpipe(this.lines).pause();
        this.onclose?.();
        return Promise.resolve();
    }

    /** Resolves when every request that came has been answered, but for those that the client no longer wants. */
    async answered(): Promise<void> {
        while (this.unanswered.size > 0) {
            await once(this.answers, 'answer');
        }
    }

    private take(message: JSONRPCMessage): void {
        if ('method' in message && 'id' in message) {
            this.unanswered.add(message.id);
        }
        this.onmessage?.(message);
        if ('method' in message && message.method === 'notifications/cancelled') {
            const cancelled = CancelledNotificationSchema.safeParse(message).data?.params.requestId;
            if (cancelled !== undefined) {
                this.settle(cancelled);
            }
        }
    }

    private settle(id: string | number): void {
        this.unanswered.delete(id);
        this.answers.emit('answer');
    }
}
