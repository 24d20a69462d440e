import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ErrorCode, isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { CONVERSATION_PASS_HEADER, SESSION_ARGUMENT_HEADER } from '@openspace/protocol';
import { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { HUB_LIMITS } from '../hub-limits';
import { McpCaller, McpDoor } from '../mcp/mcp-door';
import { McpSession, McpSessions } from '../mcp/mcp-sessions';
import { parseMessages } from '../mcp/parse-messages';
import { rpcError, rpcErrorSchema } from '../mcp/rpc-error';
import { sessionOf } from '../workspace/http-caller';
import { SESSION_HEADER, SESSION_NAME_LENGTH } from '../workspace/session-header';
import { McpQuerystring, mcpQuerySchema } from './query-schemas';

const EVENT_STREAM = 'text/event-stream';

/** What clients send; the SDK checks it and answers in its own words. */
const MESSAGE = { type: 'object', properties: { jsonrpc: { const: '2.0' } }, required: ['jsonrpc'] };
const MESSAGES = { anyOf: [MESSAGE, { type: 'array', items: MESSAGE, minItems: 1 }] };

type McpRequest = FastifyRequest<{ Querystring: McpQuerystring }>;

/**
 * The door for MCP clients (Streamable HTTP). A client that says hello and takes event streams gets a session; any other request
 * is answered by itself with plain JSON, so that a simple program needs neither.
 */
export function registerMcpRoutes(app: FastifyInstance, door: McpDoor, sessions: McpSessions): void {
    const route = (summary: string, described: Pick<FastifySchema, 'takes' | 'answer'> = {}) => ({
        schema: { summary, querystring: mcpQuerySchema, refusal: rpcErrorSchema, namesSession: true, ...described },
        bodyLimit: HUB_LIMITS.doorBodyBytes,
        config: { parseBody: parseMessages }
    });
    app.addHook('preClose', () => sessions.close());

    app.post<{ Querystring: McpQuerystring }>(
        '/mcp',
        route('Messages of MCP clients: the commands of the IDE and the files of the workspace as tools.', { takes: MESSAGES }),
        async (request, reply) => {
            if (Array.isArray(request.body) && request.body.length === 0) {
                return reply.code(400).send(rpcError(ErrorCode.InvalidRequest, 'A batch must hold at least one message.'));
            }
            const takesEvents = request.headers.accept?.includes(EVENT_STREAM) === true;
            const sessionId = sessionHeader(request);
            if (takesEvents && sessionId !== undefined) {
                return serveSession(sessions.get(sessionId), request, reply);
            }
            if (takesEvents && isInitializeRequest(request.body)) {
                // Whoever has the id of a session can use it, so what others see of it has a name of its own; and whoever knows that
                // name can call himself by it, so approvals hang on a third one that nobody sees.
                const connection = randomUUID();
                const caller = callerOf(request, `mcp-${randomUUID()}`, connection);
                const session = await sessions.open(
                    connection,
                    () => door.createServer(caller),
                    () => door.commandsFor(caller)
                );
                return serveSession(session, request, reply);
            }
            return reply.send(await answerOnce(door, request, reply));
        }
    );

    app.get<{ Querystring: McpQuerystring }>(
        '/mcp',
        route('The events of an MCP session.', { answer: { type: EVENT_STREAM } }),
        (request, reply) => serveSession(sessions.get(sessionHeader(request) ?? ''), request, reply)
    );

    app.delete<{ Querystring: McpQuerystring }>('/mcp', route('Ends an MCP session.'), (request, reply) =>
        serveSession(sessions.get(sessionHeader(request) ?? ''), request, reply)
    );
}

async function serveSession(session: McpSession | undefined, request: McpRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!session) {
        const message = 'There is no such session; it may have ended. Send "initialize" without the header Mcp-Session-Id for a new one.';
        return reply.code(404).send(rpcError(ErrorCode.ConnectionClosed, message));
    }
    reply.raw.once('close', session.use(request.method === 'GET'));
    const response = await session.transport.handleRequest(webRequest(request), { parsedBody: request.body });
    // The Hub's own header is stricter.
    response.headers.delete('cache-control');
    void reply.send(response);
    if (response.headers.get('content-type') === EVENT_STREAM) {
        // A stream may stay without events for long; the client must know that it is open. What is answered soon says so by itself.
        const opening = setTimeout(() => reply.raw.flushHeaders(), request.method === 'GET' ? 0 : HUB_LIMITS.mcpOpeningMs);
        reply.raw.once('close', () => clearTimeout(opening));
    }
    return reply;
}

/** Answers one request, or one batch of them, by a server object that lives no longer, nor longer than the client waits. */
async function answerOnce(door: McpDoor, request: McpRequest, reply: FastifyReply): Promise<Response> {
    const server = door.createServer(callerOf(request, sessionOf('mcp', request)));
    reply.raw.once('close', () => void server.close());
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
        const asked = webRequest(request, { accept: `application/json, ${EVENT_STREAM}` });
        return await transport.handleRequest(asked, { parsedBody: request.body });
    } finally {
        await server.close();
    }
}

function callerOf(request: McpRequest, ownSession: string, connection?: string): McpCaller {
    const sessionId = headerOf(request, SESSION_HEADER) ?? ownSession;
    const { workspace, tab } = request.query;
    return {
        sessionId,
        target: { workspace, tabId: tab, sessionId },
        program: headerOf(request, 'user-agent'),
        identity: { connection, pass: headerOf(request, CONVERSATION_PASS_HEADER) },
        sessionArgument: headerOf(request, SESSION_ARGUMENT_HEADER)
    };
}

function headerOf({ headers }: McpRequest, name: string): string | undefined {
    const value = headers[name];
    return typeof value === 'string' && value !== '' ? value.slice(0, SESSION_NAME_LENGTH) : undefined;
}

function sessionHeader({ headers }: McpRequest): string | undefined {
    const value = headers['mcp-session-id'];
    return typeof value === 'string' ? value : undefined;
}

/** The request as the SDK takes it: its headers only, since the body has been parsed. */
function webRequest({ method, headers }: McpRequest, changes: Record<string, string> = {}): Request {
    const entries = Object.entries({ ...headers, ...changes }).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return new Request('http://hub/mcp', { method, headers: Object.fromEntries(entries) });
}
