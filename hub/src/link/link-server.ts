import { randomUUID } from 'node:crypto';
import { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import {
    HUB_LINK_IDE_HEADER,
    HUB_LINK_PASS_HEADER,
    HUB_LINK_PATH,
    HUB_LINK_VERSION,
    HUB_LINK_VERSION_HEADER,
    LIMITS
} from '@openspace/protocol';
import { FastifyBaseLogger } from 'fastify';
import { WebSocketServer } from 'ws';
import { HubError } from '../hub-error';
import { HUB_LIMITS } from '../hub-limits';
import { requestPath } from '../request-path';
import { answerOnSocket } from '../security/answer-client-error';
import { HubResponse } from '../security/hub-response';
import { nextRequestId } from '../security/request-id';
import { RequestGuard } from '../security/request-guard';
import { IdeCommands } from './ide-commands';
import { IdeLink } from './ide-link';
import { WorkspaceIdes } from './workspace-ides';

const MALFORMED = new HubError(400, 'malformed_upgrade', 'This is not a valid request for WebSocket. Send one as RFC 6455 asks for.');

/** Lets IDEs link themselves to the Hub by WebSocket. An upgrade passes no hook of the routes, so it is guarded here. */
export class LinkServer {
    private readonly sockets = new WebSocketServer({ noServer: true, maxPayload: LIMITS.linkMessageBytes });

    constructor(
        private readonly guard: RequestGuard,
        private readonly commands: IdeCommands,
        /** Uses the links for the doors to the workspace. */
        private readonly ides: WorkspaceIdes,
        private readonly log: FastifyBaseLogger
    ) {}

    /** To be called once the server has all who take its requests. */
    listen(server: Server): void {
        this.sockets.on('headers', headers => headers.push(`${HUB_LINK_VERSION_HEADER}: ${HUB_LINK_VERSION}`));
        this.sockets.on('wsClientError', (_error, socket) => answerOnSocket(socket, MALFORMED));
        server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
            // Node listens no longer, and an error that nobody listens to ends the process.
            socket.on('error', destroy);
            const isForLink = request.headers.upgrade?.toLowerCase() === 'websocket';
            this.afterAnswers(socket, () =>
                isForLink ? this.upgrade(request, socket, head) : serveWithoutUpgrade(server, request, socket, head)
            );
        });
    }

    /**
     * A client may send a request before the one ahead of it is answered: answers that are under way go out first. A client that has
     * gone meanwhile is not served.
     */
    private afterAnswers(socket: Duplex, serve: () => void): void {
        const last = HubResponse.latestOn(socket);
        const serveIfThere = (): void => {
            if (!socket.destroyed) {
                serve();
            }
        };
        if (last && !last.writableFinished) {
            last.once('close', serveIfThere);
        } else {
            serveIfThere();
        }
    }

    private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
        try {
            this.guard.check(request);
            this.checkLink(request);
        } catch (error) {
            const refusal = error instanceof HubError ? error : new HubError(500, 'internal_error', 'The Hub failed to open the link.');
            const reqId = nextRequestId();
            this.log.warn({ reqId, path: requestPath(request), status: refusal.statusCode, code: refusal.code }, 'refused upgrade');
            answerOnSocket(socket, refusal, reqId);
            return;
        }
        this.sockets.handleUpgrade(request, socket, head, webSocket => {
            const link = new IdeLink(
                randomUUID(),
                webSocket,
                versionOf(request),
                headerOf(request, HUB_LINK_IDE_HEADER),
                headerOf(request, HUB_LINK_PASS_HEADER)
            );
            this.commands.add(link);
            this.ides.add(link);
            this.log.info({ linkId: link.linkId }, 'an IDE is linked');
            link.on('close', () => this.log.info({ linkId: link.linkId }, 'an IDE is no longer linked'));
        });
    }

    private checkLink(request: IncomingMessage): void {
        if (requestPath(request) !== HUB_LINK_PATH) {
            throw new HubError(404, 'not_found', `Only ${HUB_LINK_PATH} speaks WebSocket. Send an ordinary request to this address.`);
        }
        if (this.commands.size >= HUB_LIMITS.links) {
            throw new HubError(503, 'too_many_links', `${HUB_LIMITS.links} IDEs are linked already. Close one of them.`);
        }
    }
}

function destroy(this: Duplex): void {
    this.destroy();
}

function versionOf({ headers }: IncomingMessage): number {
    const version = Number(headers[HUB_LINK_VERSION_HEADER] ?? 1);
    return Number.isInteger(version) && version > 0 ? version : 1;
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
}

/**
 * Serves a request that offers another protocol, such as the HTTP/2 that Java's client offers with every first request, as if it
 * offered none. Node hands over every upgrade once it hands over any, so the request is put back before the rest of its connection.
 */
function serveWithoutUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const lines = [`${request.method ?? ''} ${request.url ?? ''} HTTP/${request.httpVersion}`];
    for (let index = 0; index < request.rawHeaders.length; index += 2) {
        const [name = '', value = ''] = request.rawHeaders.slice(index, index + 2);
        if (!['upgrade', 'connection', 'http2-settings'].includes(name.toLowerCase())) {
            lines.push(`${name}: ${value}`);
        }
    }
    if (socket instanceof Socket) {
        // How long it may be idle was set for the answer before.
        socket.setTimeout(0);
    }
    socket.off('error', destroy);
    socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
    server.emit('connection', socket);
}
