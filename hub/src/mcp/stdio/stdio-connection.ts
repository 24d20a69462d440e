import { EventEmitter, once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { isJSONRPCRequest, JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { MessageLines } from './message-lines';

/** The SDK's transport over standard input and output, which knows when the client has gone and what it has not been told yet. */
export class StdioConnection extends StdioServerTransport {
    /** Resolves when nothing more comes from the client, or nobody reads what it is told. */
    readonly ended: Promise<void>;
    /** Resolves when nobody reads what the client is told. */
    readonly unread: Promise<void>;
    private readonly unanswered: Set<string | number>;
    private readonly answers = new EventEmitter();

    constructor(input: Readable, output: Writable) {
        const unanswered = new Set<string | number>();
        const lines = new MessageLines({
            onMessage: message => {
                if (isJSONRPCRequest(message)) {
                    unanswered.add(message.id);
                }
            },
            onRefused: (code, message) => output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`)
        });
        // An input that breaks has ended, too.
        super(input.on('error', () => lines.end()).pipe(lines), output);
        this.unanswered = unanswered;
        this.unread = new Promise(resolve => output.on('error', () => resolve()));
        this.ended = Promise.race([finished(lines, { writable: false }), this.unread]);
    }

    override async send(message: JSONRPCMessage): Promise<void> {
        await super.send(message);
        if (!('method' in message) && message.id !== undefined) {
            this.unanswered.delete(message.id);
            this.answers.emit('answer');
        }
    }

    /** Resolves when every request that came has been answered. */
    async answered(): Promise<void> {
        while (this.unanswered.size > 0) {
            await once(this.answers, 'answer');
        }
    }
}
