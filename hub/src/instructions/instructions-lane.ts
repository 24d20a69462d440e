import { IncomingMessage, Server, ServerResponse } from 'node:http';
import { HUB_START_HEADER } from '@openspace/protocol';
import { HubError } from '../hub-error';
import { HubMetrics } from '../operation/hub-metrics';
import { RequestGuard } from '../security/request-guard';
import { REQUEST_ID_HEADER, RESPONSE_HEADERS } from '../security/response-headers';
import { TabQuery } from '../store/hub-store';
import { INSTRUCTIONS_TYPE, SessionInstructions } from './session-instructions';

export const INSTRUCTIONS_PATH = '/openspace/instructions';

/** The query as the IDE backend writes it: ids that need no decoding, of the lengths that the route allows. */
const USUAL_QUERY = /^\?session=([\w-]{1,200})(?:&tab=([\w-]{1,100}))?$/;

/** What the lane shares with the rest of the Hub. */
export interface LaneParts {
    readonly guard: RequestGuard;
    readonly instructions: SessionInstructions;
    readonly metrics: HubMetrics;
    readonly nextRequestId: () => string;
    /** Tells this start of the Hub from every other. */
    readonly startId: string;
    /** Notes an answer, if anyone wants to read that. */
    readonly noteAnswer?: (answer: object) => void;
}

/**
 * Answers what is asked for with every message of every agent ahead of the HTTP library, whose own work is most of such an answer.
 * It takes only requests that are sure to be served and asked in the usual way; whatever else comes, refusals above all, is the
 * library's, whose route of the same address gives the same answer.
 */
export class InstructionsLane {
    private readonly fixedHeaders: readonly string[];

    constructor(private readonly parts: LaneParts) {
        const headers = { ...RESPONSE_HEADERS, [HUB_START_HEADER]: parts.startId, 'content-type': INSTRUCTIONS_TYPE };
        this.fixedHeaders = Object.entries(headers).flat();
    }

    /** Goes ahead of those who take the server's requests until now. */
    lead(server: Server): void {
        const serveOtherwise = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
        const pass = (request: IncomingMessage, response: ServerResponse): void =>
            serveOtherwise.forEach(serve => serve.call(server, request, response));
        server.removeAllListeners('request');
        server.on('request', (request: IncomingMessage, response: ServerResponse) => {
            const query = usualQuery(request);
            // A server that ends says so in its answers, which is the library's business.
            if (!query || !server.listening || !this.isAdmitted(request)) {
                pass(request, response);
                return;
            }
            const startedAt = performance.now();
            this.parts.instructions
                .read(query)
                .then(text => this.send(response, text, startedAt))
                .catch(() => pass(request, response));
        });
    }

    /** The guard decides here as it does for the library, which gives the answer to whatever it refuses. */
    private isAdmitted(request: IncomingMessage): boolean {
        try {
            this.parts.guard.check(request);
            return true;
        } catch (error) {
            if (error instanceof HubError) {
                return false;
            }
            throw error;
        }
    }

    private send(response: ServerResponse, text: Buffer, startedAt: number): void {
        const { metrics, nextRequestId, noteAnswer } = this.parts;
        const reqId = nextRequestId();
        response.on('finish', () => {
            metrics.requestEnded(startedAt, 'GET', INSTRUCTIONS_PATH, response.statusCode);
            noteAnswer?.({
                reqId,
                method: 'GET',
                path: INSTRUCTIONS_PATH,
                status: response.statusCode,
                ms: performance.now() - startedAt
            });
        });
        metrics.instructionsSent(text.length);
        response.writeHead(200, [...this.fixedHeaders, REQUEST_ID_HEADER, reqId, 'content-length', String(text.length)]);
        response.end(text);
    }
}

/** What a request asks for in the usual way; nothing when it asks for something else, or in another way. */
function usualQuery({ method, url = '' }: IncomingMessage): TabQuery | undefined {
    if (method !== 'GET' || !url.startsWith(INSTRUCTIONS_PATH)) {
        return undefined;
    }
    if (url.length === INSTRUCTIONS_PATH.length) {
        return {};
    }
    const match = USUAL_QUERY.exec(url.slice(INSTRUCTIONS_PATH.length));
    return match ? { sessionId: match[1], tabId: match[2] } : undefined;
}
