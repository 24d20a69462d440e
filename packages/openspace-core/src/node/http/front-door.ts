import { LIMITS } from '@openspace/protocol';
import { IDE_LINK_PATH, machineOf, OwnAddress, RateLimit, reachableHost } from '@openspace/workspace-tools';
import { Deferred } from '@theia/core/lib/common/promise-util';
import { BackendApplicationCliContribution, BackendApplicationContribution } from '@theia/core/lib/node/backend-application';
import type { Application } from '@theia/core/shared/express';
import { inject, injectable } from '@theia/core/shared/inversify';
import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { BrowserAccess } from './browser-access';
import { letBrowserKeep, PAGE_HEADERS } from './page-headers';
import {
    FOREIGN,
    notLetIn,
    rawRefusal,
    refusalAnswer,
    STARTING,
    TOO_OFTEN,
    unknownBrowser,
    usedLink,
    WHOLE_ADDRESS,
    type Refusal
} from './refusal';

/** How long a client may take to send its headers. */
const HEADERS_TIMEOUT_MS = 10_000;

/** How often connections are checked against that; Node alone does it so seldom that a client could take several times as long. */
const HEADERS_CHECK_MS = 2_000;

/** How long a request waits for an IDE that is starting. */
const START_TIMEOUT_MS = 20_000;

/** What Node tells of a request by, upgrades included. */
const REQUEST_EVENTS: readonly (string | symbol)[] = ['request', 'checkContinue', 'checkExpectation', 'upgrade', 'connect'];

/**
 * Stands before everything that the IDE's server serves, whoever serves it: pages, Theia's own routes, socket.io and upgrades. Passes
 * only what was addressed to this server by a name of its own, what no foreign page sent, and what comes from a browser that was let in.
 */
@injectable()
export class FrontDoor implements BackendApplicationContribution {
    @inject(BackendApplicationCliContribution) protected readonly options: BackendApplicationCliContribution;
    @inject(BrowserAccess) protected readonly access: BrowserAccess;

    protected startTimeoutMs = START_TIMEOUT_MS;
    protected headersTimeoutMs = HEADERS_TIMEOUT_MS;
    protected headersCheckMs = HEADERS_CHECK_MS;
    protected readonly strangers = new RateLimit(LIMITS.strangerRate);
    protected readonly admitted = new WeakSet<IncomingMessage>();
    protected readonly guarded = new Deferred<Server>();
    protected ownAddress?: OwnAddress;

    configure(app: Application): void {
        // An error's stack would tell where the program lies; it stands in the log.
        app.set('env', 'production');
        app.disable('x-powered-by');
    }

    onStart(server: Server): void {
        this.limitHeaders(server);
        const emit = server.emit.bind(server) as (event: string | symbol, ...values: unknown[]) => boolean;
        // Before every listener, also those that are added later: Express and socket.io each listen for themselves.
        server.emit = (event: string | symbol, ...values: unknown[]): boolean => {
            const [request, target] = values as [IncomingMessage, ServerResponse | Duplex];
            if (REQUEST_EVENTS.includes(event) && !this.admit(server, request, target)) {
                return true;
            }
            return emit(event, ...values);
        };
        this.guarded.resolve(server);
    }

    /**
     * The server listens a moment before it is guarded. What comes just then, such as a page that is loaded again, waits and comes in
     * anew, or is told to try again when the start takes too long.
     */
    async admitLater(request: IncomingMessage, response: ServerResponse): Promise<void> {
        const giveUp = setTimeout(() => this.refuseEarly(request, response), this.startTimeoutMs);
        const server = await this.guarded.promise;
        clearTimeout(giveUp);
        if (!response.writableEnded) {
            server.emit('request', request, response);
        }
    }

    /** Whether a request came in through the door. Before the server is guarded, none did. */
    hasAdmitted(request: IncomingMessage): boolean {
        return this.admitted.has(request);
    }

    /** An address that opens the IDE in one browser, once. */
    issueLink(server: Server): string {
        return `${addressOf(server)}/?token=${this.access.issueToken()}`;
    }

    protected limitHeaders(server: Server): void {
        server.headersTimeout = this.headersTimeoutMs;
        Object.assign(server, { connectionsCheckingInterval: this.headersCheckMs });
        if (server.listening) {
            // Node begins to check, or begins anew, when it hears this.
            server.emit('listening');
        }
    }

    /** Lets the request pass, or answers it. */
    protected admit(server: Server, request: IncomingMessage, target: ServerResponse | Duplex): boolean {
        if (target instanceof ServerResponse) {
            target.setHeaders(new Map(Object.entries(PAGE_HEADERS)));
        } else {
            // Node listens no longer, and whoever takes the connection may do so only in a while.
            target.on('error', () => target.destroy());
        }
        const refusal = this.judgeAddress(request) ?? this.countStranger(request, this.judgeBrowser(server, request, target));
        if (refusal === 'answered') {
            return false;
        }
        if (refusal) {
            refuse(refusal, request, target);
            return false;
        }
        if (target instanceof ServerResponse) {
            letBrowserKeep(request.url, target);
        }
        this.admitted.add(request);
        return true;
    }

    /** Whoever has been let in, or brings a good token, is served however often others on the same machine knock. */
    protected countStranger<Judgement extends Refusal | 'answered' | undefined>(
        { socket }: IncomingMessage,
        judgement: Judgement
    ): Judgement | Refusal {
        const isStranger = typeof judgement === 'object' && judgement.status === 401;
        return isStranger && !this.strangers.take(machineOf(socket)) ? TOO_OFTEN : judgement;
    }

    protected refuseEarly(request: IncomingMessage, response: ServerResponse): void {
        response.setHeaders(new Map(Object.entries(PAGE_HEADERS)));
        refuse(STARTING, request, response);
    }

    protected judgeAddress(request: IncomingMessage): Refusal | undefined {
        if (!request.url?.startsWith('/')) {
            return WHOLE_ADDRESS;
        }
        // The command line is read after this object was made.
        this.ownAddress ??= new OwnAddress(this.options.hostname ?? 'localhost');
        return this.ownAddress.isHostOf(request) && this.ownAddress.isOriginOf(request) ? undefined : FOREIGN;
    }

    protected judgeBrowser(server: Server, request: IncomingMessage, target: ServerResponse | Duplex): Refusal | 'answered' | undefined {
        const { socket, method } = request;
        const { pathname, searchParams } = new URL(`http://ide${request.url}`);
        const token = searchParams.get('token');
        if (target instanceof ServerResponse) {
            if (method === 'GET' && pathname === '/' && token !== null) {
                return this.openLink(request, target, token);
            }
            if (method === 'POST' && pathname === IDE_LINK_PATH && this.access.mayAskForLink(request)) {
                target.setHeader('Content-Type', 'application/json').setHeader('Cache-Control', 'no-store');
                target.end(JSON.stringify({ url: this.issueLink(server) }));
                return 'answered';
            }
        }
        return this.access.hasCookie(request) ? undefined : notLetIn(socket.localPort);
    }

    /** A browser that was let in already may open a link again; a token that it brings is used up in any case. */
    protected openLink(request: IncomingMessage, response: ServerResponse, token: string): Refusal | 'answered' {
        const { localPort } = request.socket;
        if (this.access.isUnused(token)) {
            const cookie = this.access.useToken(token, request);
            if (cookie === undefined) {
                return unknownBrowser(localPort);
            }
            response.setHeader('Set-Cookie', cookie);
        } else if (!this.access.hasCookie(request)) {
            return usedLink(localPort);
        }
        response.writeHead(303, { Location: '/', 'Cache-Control': 'no-store' }).end();
        return 'answered';
    }
}

function refuse(refusal: Refusal, request: IncomingMessage, target: ServerResponse | Duplex): void {
    if (target instanceof ServerResponse) {
        const { headers, body } = refusalAnswer(refusal, request);
        target.writeHead(refusal.status, headers).end(body);
    } else {
        target.end(rawRefusal(refusal, request, PAGE_HEADERS));
    }
}

function addressOf(server: Server): string {
    const { address, port } = server.address() as AddressInfo;
    return `http://${reachableHost(address)}:${port}`;
}
