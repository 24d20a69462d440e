import { timingSafeEqual } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { machineOf, OwnAddress, Rate, RateLimit } from '@openspace/workspace-tools';
import { HubError } from '../hub-error';
import { HUB_LIMITS } from '../hub-limits';
import { requestPath } from '../request-path';
import { SESSION_HEADER, SESSION_NAME_LENGTH } from '../workspace/session-header';

/** The only route that answers without a token. */
export const PUBLIC_ROUTE = { method: 'GET', path: '/health' };

/** Methods that mean to bring a body, even when it is empty. */
const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH'];
/** Methods that only look. */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];
const JSON_TYPE = /^application\/json(?:\s*;\s*charset=(?:utf-8|"utf-8"))?\s*$/i;
const BEARER = /^Bearer +(\S+)$/i;
/** How nearly every client writes it. */
const USUAL_SCHEME = 'Bearer ';

/** A machine may do as much as so many sessions: a caller can give itself ever new names, but not ever new addresses. */
const BUSY_SESSIONS = 5;

/** How often who may knock: callers without the token, and callers with it that want something done. */
export interface RequestRates {
    readonly strangers: Rate;
    readonly callers: Rate;
}

/**
 * Decides about every request before anything else looks at it: unknown routes, wrong methods and malformed addresses included.
 * The server has it asked by its one `Admission`; no route checks access by itself. It judges the bare request of Node, so that a
 * protocol upgrade, which passes no hook, can be checked by the same rules.
 */
export class RequestGuard {
    private readonly token: Buffer;
    /** The header with the token as clients usually write it, and room for the one of a request. */
    private readonly usual: Buffer;
    private readonly given: Buffer;
    private readonly ownAddress: OwnAddress;
    private readonly strangers: RateLimit;
    private readonly callers: RateLimit;
    private readonly machines: RateLimit;

    constructor(
        token: string,
        host: string,
        rates: RequestRates = HUB_LIMITS.rates,
        /** What a caller without the token is told to do. */
        private readonly advice = 'Send the header "Authorization: Bearer TOKEN" with the token from the token file that the Hub names when it starts.'
    ) {
        this.strangers = new RateLimit(rates.strangers);
        this.callers = new RateLimit(rates.callers);
        this.machines = new RateLimit(timesRate(BUSY_SESSIONS, rates.callers));
        this.token = Buffer.from(token);
        this.usual = Buffer.from(USUAL_SCHEME + token);
        this.given = Buffer.alloc(this.usual.length);
        this.ownAddress = new OwnAddress(host);
    }

    /** @throws {HubError} when the request must not be served */
    check(request: IncomingMessage): void {
        this.checkForm(request);
        this.checkHost(request);
        this.checkOrigin(request);
        if (!isPublic(request)) {
            this.checkCaller(request);
        } else if (request.headers.authorization !== undefined && !this.hasToken(request)) {
            // The answer tells whether a token is the right one, so here too nobody tries one after the other.
            this.countStranger(request);
        }
        if (METHODS_WITH_BODY.includes(request.method ?? '')) {
            checkContentType(request);
        }
    }

    /** Whether the request carries the Hub's token. How long that takes tells the length of the token, which is no secret, and no more. */
    hasToken(request: IncomingMessage): boolean {
        const { authorization = '' } = request.headers;
        if (authorization.length === this.usual.length) {
            // Node gives a character for each byte of a header. All of the room is written, so nothing of an earlier request is left.
            this.given.write(authorization, 'latin1');
            if (timingSafeEqual(this.given, this.usual)) {
                return true;
            }
        }
        const token = Buffer.from(BEARER.exec(authorization)?.[1] ?? '');
        return token.length === this.token.length && timingSafeEqual(token, this.token);
    }

    /** Whoever has the token is served, however often others on the same machine knock without it. */
    private checkCaller(request: IncomingMessage): void {
        const { method = '' } = request;
        if (!this.hasToken(request)) {
            this.countStranger(request);
            throw new HubError(401, 'unauthorized', this.advice);
        }
        if (SAFE_METHODS.includes(method)) {
            return;
        }
        if (!this.callers.take(callerName(request) ?? machineOf(request.socket))) {
            throw tooMany('Too many requests of this session.');
        }
        if (!this.machines.take(machineOf(request.socket))) {
            throw tooMany('Too many requests of this machine, all its sessions together.');
        }
    }

    private countStranger(request: IncomingMessage): void {
        if (!this.strangers.take(machineOf(request.socket))) {
            throw tooMany('Too many requests without the right token.');
        }
    }

    private checkForm(request: IncomingMessage): void {
        if (request.headers.host === undefined) {
            throw new HubError(400, 'missing_host', 'Send the header "Host" with the address that the Hub prints when it starts.');
        }
        // The router would strip the address of an absolute target and serve it as if it were ours.
        if (request.url?.startsWith('/') !== true) {
            throw new HubError(400, 'invalid_target', 'Send the path of the resource as the request target, not a whole address.');
        }
    }

    private checkHost(request: IncomingMessage): void {
        if (!this.ownAddress.isHostOf(request)) {
            throw new HubError(403, 'forbidden_host', 'This Host is not allowed. Use the address that the Hub prints when it starts.');
        }
    }

    private checkOrigin(request: IncomingMessage): void {
        if (!this.ownAddress.isOriginOf(request)) {
            throw new HubError(403, 'forbidden_origin', 'Pages of other origins may not use the Hub. Call it from a program instead.');
        }
    }
}

function isPublic(request: IncomingMessage): boolean {
    return request.method === PUBLIC_ROUTE.method && requestPath(request) === PUBLIC_ROUTE.path;
}

/** The session in whose name a request comes. */
function callerName({ headers }: IncomingMessage): string | undefined {
    const name = headers[SESSION_HEADER] ?? headers['mcp-session-id'];
    return typeof name === 'string' ? name.slice(0, SESSION_NAME_LENGTH) : undefined;
}

function timesRate(times: number, { burst, perSecond }: Rate): Rate {
    return { burst: times * burst, perSecond: times * perSecond };
}

function tooMany(what: string): HubError {
    return new HubError(429, 'too_many_requests', `${what} Wait a second, then go on more slowly.`, { 'retry-after': '1' });
}

/** A request without a body needs no type for it. */
function checkContentType(request: IncomingMessage): void {
    if (request.headers['content-type'] === undefined && !announcesBody(request)) {
        return;
    }
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (!JSON_TYPE.test(request.headers['content-type'] ?? '') || encoding !== 'identity') {
        throw new HubError(
            415,
            'unsupported_media_type',
            'Send the body as JSON, not compressed, with the header "Content-Type: application/json".'
        );
    }
}

function announcesBody({ headers }: IncomingMessage): boolean {
    return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
