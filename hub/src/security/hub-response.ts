import { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import { nextRequestId } from './request-id';
import { REQUEST_ID_HEADER, RESPONSE_HEADERS } from './response-headers';

/** Names and values in turn: the server writes such a list as it stands, and need not look anything up in it. */
const EVERY_RESPONSE: readonly string[] = Object.entries(RESPONSE_HEADERS).flat();
const LINE_END = '\r\n';
const EVERY_RESPONSE_LINES = headerLines(EVERY_RESPONSE);

const LATEST = Symbol('the answer that was begun last');

/** A connection that remembers its latest answer by itself: a map of all of them would cost more than most of an answer. */
interface AnsweredSocket extends Duplex {
    [LATEST]?: HubResponse;
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** Whether a request is served: it is, unless there is a refusal. */
export interface Verdict {
    readonly refusal?: unknown;
}

/**
 * An answer of the Hub's server: it has the headers of every answer, whoever gives it, and tells when it is complete. What each
 * answer needs is here rather than in hooks and listeners of the library, which cost several times as much.
 */
export class HubResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    /** Names the request in the log and in its answer. */
    readonly requestId = nextRequestId();
    /** What was decided about the request, once that has been. */
    verdict?: Verdict;
    private readonly marks: string[] = [REQUEST_ID_HEADER, this.requestId];
    private onEnd?: () => void;
    /** The head as Node keeps it once it is written, until it is sent with the first piece of the body. */
    declare private _header: string;

    constructor(request: Request) {
        super(request);
        const socket: AnsweredSocket = request.socket;
        socket[LATEST] = this;
    }

    /** The answer behind a reply of the library. */
    static of({ raw }: { readonly raw: ServerResponse }): HubResponse {
        if (raw instanceof HubResponse) {
            return raw as HubResponse;
        }
        throw new TypeError('The server was not told to answer with HubResponse.');
    }

    /** The answer that was begun last on a connection. */
    static latestOn(socket: AnsweredSocket): HubResponse | undefined {
        return socket[LATEST];
    }

    /** Adds a header that no route sets. */
    mark(name: string, value: string): void {
        this.marks.push(name, value);
    }

    /** Calls back once the whole answer has been given, whether or not its client still takes it. */
    whenEnded(listener: () => void): void {
        this.onEnd = listener;
    }

    override writeHead(statusCode: number, message?: string | Headers, headers?: Headers): this {
        const given = typeof message === 'string' ? headers : message;
        const all: OutgoingHttpHeader[] = [...EVERY_RESPONSE, ...this.marks];
        if (Array.isArray(given)) {
            all.push(...given);
        } else {
            for (const name in given) {
                all.push(name, given[name] ?? '');
            }
        }
        return super.writeHead(statusCode, all);
    }

    /**
     * Gives the whole answer as one text, since two pieces are sent at a much higher cost, and Node checks every header of a list each
     * time. `octets` has a character for each byte of the body. What the head says of the connection is still Node's own.
     */
    endAtOnce(type: string, octets: string): void {
        super.writeHead(200, ['content-type', type, 'content-length', String(octets.length)]);
        const own = this._header.slice(0, -LINE_END.length);
        const body = this.req.method === 'HEAD' ? '' : octets;
        this._header = own + EVERY_RESPONSE_LINES + headerLines(this.marks) + LINE_END + body;
        this.end();
    }

    override end(...args: unknown[]): this {
        const isFirst = !this.writableEnded;
        super.end(...(args as Parameters<ServerResponse['end']>));
        if (isFirst) {
            this.onEnd?.();
        }
        return this;
    }
}

function headerLines(headers: readonly string[]): string {
    let lines = '';
    for (let index = 0; index < headers.length; index += 2) {
        lines += `${headers[index]}: ${headers[index + 1]}${LINE_END}`;
    }
    return lines;
}
