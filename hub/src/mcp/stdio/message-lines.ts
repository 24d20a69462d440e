import { Writable } from 'node:stream';
import { ErrorCode, JSONRPCMessage, JSONRPCMessageSchema, RequestId, RequestIdSchema } from '@modelcontextprotocol/sdk/types.js';
import { HubError } from '../../hub-error';
import { HUB_LIMITS } from '../../hub-limits';
import { boundValues } from '../../security/bound-values';
import { parseJsonBody } from '../../security/json-body';
import { MESSAGE_TOO_LARGE } from '../rpc-error';

const LINE_FEED = 0x0a;

/** So much of each end of a line that is too long is kept: there programs write which request it is. */
const END_BYTES = 256;
const ID = '"id"\\s*:\\s*(\\d{1,15}|"[^"\\\\]{0,100}")';
const FIRST_ID = new RegExp(`^\\s*\\{\\s*(?:"jsonrpc"\\s*:\\s*"2\\.0"\\s*,\\s*)?${ID}\\s*,`);
const LAST_ID = new RegExp(`,\\s*${ID}\\s*(?:,\\s*"jsonrpc"\\s*:\\s*"2\\.0"\\s*)?\\}\\s*$`);

/** Told what comes in. */
export interface LineListener {
    onMessage(message: JSONRPCMessage): void;
    /** A line that is no message, or the request of this id; whoever sent it must be told, since nobody else will. */
    onRefused(code: ErrorCode, reason: string, id?: RequestId): void;
}

/** Takes the lines of a client and passes on those that are messages of JSON-RPC, and no others. Holds no more than one of them. */
export class MessageLines extends Writable {
    private parts: Buffer[] = [];
    private length = 0;

    constructor(private readonly listener: LineListener) {
        super();
    }

    override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
        let start = 0;
        for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
            this.keep(chunk.subarray(start, end));
            this.endLine();
            start = end + 1;
        }
        this.keep(chunk.subarray(start));
        done();
    }

    /** A last line need not have an end. */
    override _final(done: () => void): void {
        this.endLine();
        done();
    }

    private keep(part: Buffer): void {
        this.length += part.length;
        if (this.length > HUB_LIMITS.doorBodyBytes) {
            this.parts = [endsOf(Buffer.concat([...this.parts, part]))];
        } else if (part.length > 0) {
            this.parts.push(part);
        }
    }

    private endLine(): void {
        const [line, length] = [Buffer.concat(this.parts), this.length];
        this.parts = [];
        this.length = 0;
        if (length > HUB_LIMITS.doorBodyBytes) {
            this.listener.onRefused(ErrorCode.InvalidRequest, MESSAGE_TOO_LARGE, requestId(line.toString()));
        } else if (line.some(byte => byte > 0x20)) {
            this.passMessage(line);
        }
    }

    private passMessage(line: Buffer): void {
        let content: unknown;
        try {
            boundValues(line);
            content = parseJsonBody(line);
        } catch (error) {
            if (!(error instanceof HubError)) {
                throw error;
            }
            const code = error.statusCode === 413 ? ErrorCode.InvalidRequest : ErrorCode.ParseError;
            this.listener.onRefused(code, error.message, requestId(endsOf(line).toString()));
            return;
        }
        const { success, data } = JSONRPCMessageSchema.safeParse(content);
        if (success) {
            this.listener.onMessage(data);
        } else {
            const reason = 'The line is no single message of JSON-RPC 2.0. Send one message a line.';
            this.listener.onRefused(ErrorCode.InvalidRequest, reason, RequestIdSchema.safeParse(idOf(content)).data);
        }
    }
}

function endsOf(line: Buffer): Buffer {
    return line.length <= 2 * END_BYTES ? line : Buffer.concat([line.subarray(0, END_BYTES), line.subarray(-END_BYTES)]);
}

/** What stands for the id of a message that asks for something. */
function idOf(content: unknown): unknown {
    const { id, method }: { id?: unknown; method?: unknown } = content ?? {};
    return method === undefined ? undefined : id;
}

/** The id of a request of which only the ends are known, if it stands at one of them. */
function requestId(ends: string): RequestId | undefined {
    const id = (FIRST_ID.exec(ends) ?? LAST_ID.exec(ends))?.[1];
    return id?.startsWith('"') ? id.slice(1, -1) : id === undefined ? undefined : Number(id);
}
