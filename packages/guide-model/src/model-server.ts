import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAnswerSink, sendResponse } from './answer-sink';
import { parseChatRequest, type ChatRequest } from './chat-request';
import { errorBody, modelList } from './completion-wire';
import { errorMessage } from './error-message';
import { HttpFailure } from './http-failure';
import type { ModelBrain } from './model-reply';
import { playReply } from './play-reply';

const LOOPBACK = '127.0.0.1';
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const KEPT_REQUESTS = 200;
/** Longer than clients keep an idle connection, so that none is closed here just as a client uses it again. */
const KEEP_ALIVE_MS = 10 * 60 * 1000;

export interface ModelServerOptions {
    readonly brain: ModelBrain;
    /** 0, the default, takes any free port. */
    readonly port?: number;
    /** Pause after each piece of a reply, so that an answer appears as slowly as a model writes. Default 0. */
    readonly chunkDelayMs?: number;
}

/** A running model server. */
export interface ModelServer {
    /** Base URL for an OpenAI-compatible client, such as `http://127.0.0.1:4000/v1`. */
    readonly url: string;
    /** The latest requests, oldest first, those for titles and summaries included. */
    readonly requests: readonly ChatRequest[];
    /** Breaks off running answers and frees the port. */
    close(): Promise<void>;
}

/** Serves a brain as an OpenAI-compatible model, on loopback only. Rejects when the port cannot be had. */
export async function startModelServer({ brain, port = 0, chunkDelayMs = 0 }: ModelServerOptions): Promise<ModelServer> {
    const requests: ChatRequest[] = [];
    const answer = async (request: ChatRequest, response: ServerResponse): Promise<void> => {
        requests.push(request);
        requests.splice(0, requests.length - KEPT_REQUESTS);
        const sink = createAnswerSink(request, response);
        const disconnected = new AbortController();
        response.once('close', () => disconnected.abort());
        try {
            const disconnect = (): void => void response.destroy();
            await playReply(brain(request), { sink, disconnect, signal: disconnected.signal, chunkDelayMs });
        } catch (error) {
            sink.respond(500, errorBody(500, 'brain_failed', errorMessage(error)));
        }
    };
    const server = createServer((incoming, response) => void route(incoming, response, answer));
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.listen(port, LOOPBACK);
    await once(server, 'listening');
    const { port: boundPort } = server.address() as AddressInfo;
    return { url: `http://${LOOPBACK}:${boundPort}/v1`, requests, close: () => closeServer(server) };
}

type Answer = (request: ChatRequest, response: ServerResponse) => Promise<void>;

async function route(incoming: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
    try {
        refuseForeignHost(incoming);
        const target = `${incoming.method ?? ''} ${incoming.url?.split('?')[0] ?? ''}`;
        switch (target) {
            case 'GET /v1/models':
                sendResponse(response, 200, modelList());
                break;
            case 'POST /v1/chat/completions':
                await answer(parseChatRequest(await readJsonBody(incoming)), response);
                break;
            default:
                throw new HttpFailure(404, 'unknown_route', `No ${target} here, only GET /v1/models and POST /v1/chat/completions.`);
        }
    } catch (error) {
        const failure = error instanceof HttpFailure ? error : new HttpFailure(500, 'internal_error', errorMessage(error));
        sendResponse(response, failure.status, errorBody(failure.status, failure.code, failure.message));
    }
}

/** A page in a browser that reaches loopback through a name of its own is turned away. */
function refuseForeignHost({ headers, socket }: IncomingMessage): void {
    const host = headers.host?.toLowerCase() ?? '';
    if (![LOOPBACK, 'localhost'].some(name => host === `${name}:${socket.localPort ?? ''}`)) {
        throw new HttpFailure(403, 'foreign_host', `This server answers only to ${LOOPBACK} and localhost.`);
    }
}

/** A body over the limit is read to its end but not kept, so that the client gets to see the refusal. */
async function readJsonBody(incoming: IncomingMessage): Promise<string> {
    if (!/^application\/json\b/i.test(incoming.headers['content-type'] ?? '')) {
        throw new HttpFailure(415, 'unsupported_media_type', 'Send the request as application/json.');
    }
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size <= MAX_BODY_BYTES) {
            chunks.push(chunk);
        }
    }
    if (size > MAX_BODY_BYTES) {
        throw new HttpFailure(413, 'body_too_large', `The body has ${size} bytes; the limit is ${MAX_BODY_BYTES}.`);
    }
    return Buffer.concat(chunks).toString('utf8');
}

async function closeServer(server: Server): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
}
