import { IncomingMessage, Server, ServerResponse } from 'node:http';
import { HubMetrics } from '../operation/hub-metrics';
import { RequestWatch } from '../operation/request-watch';
import { instructionsQuerySchema } from '../routes/query-schemas';
import { Admission } from '../security/admission';
import { HubResponse } from '../security/hub-response';
import { TabQuery } from '../store/hub-store';
import { Instructions } from './instructions-cache';
import { INSTRUCTIONS_TYPE, SessionInstructions } from './session-instructions';

export const INSTRUCTIONS_PATH = '/openspace/instructions';

const { session, tab } = instructionsQuerySchema.properties;
/** The query as the IDE backend writes it: ids that need no decoding, of the lengths that the route allows. */
const USUAL_QUERY = new RegExp(`^\\?session=([\\w-]{1,${session.maxLength}})(?:&tab=([\\w-]{1,${tab.maxLength}}))?$`);

/** What the lane shares with the rest of the Hub. */
export interface LaneParts {
    readonly admission: Admission;
    readonly watch: RequestWatch;
    readonly instructions: SessionInstructions;
    readonly metrics: HubMetrics;
}

/**
 * Answers what is asked for with every message of every agent ahead of the HTTP library, whose own work is most of such an answer.
 * Whom it serves is decided where it is decided for all. Whatever is refused, or asked in another than the usual way, is the
 * library's, whose route of the same address gives the same answer.
 */
export class InstructionsLane {
    constructor(private readonly parts: LaneParts) {}

    /** Goes ahead of those who take the server's requests until now. */
    lead(server: Server): void {
        const others = server.listeners('request');
        const pass = (...taken: [IncomingMessage, ServerResponse]): void =>
            others.forEach(serve => void Reflect.apply(serve, server, taken));
        server.removeAllListeners('request');
        server.on('request', (request: IncomingMessage, raw: ServerResponse) => {
            const query = usualQuery(request);
            const response = HubResponse.of({ raw });
            // A server that ends says so in its answers, which is the library's business.
            if (!query || !server.listening || !this.isAdmitted(request, response)) {
                pass(request, raw);
                return;
            }
            this.parts.watch.watch(request, response, () => INSTRUCTIONS_PATH);
            try {
                const found = this.parts.instructions.read(query);
                if (found instanceof Promise) {
                    found.then(instructions => this.send(response, instructions)).catch(() => pass(request, raw));
                } else {
                    this.send(response, found);
                }
            } catch {
                // The library has an answer for errors.
                pass(request, raw);
            }
        });
    }

    /** The library asks again, and gives the refusal its shape. */
    private isAdmitted(request: IncomingMessage, response: HubResponse): boolean {
        try {
            this.parts.admission.admit(request, response);
            return true;
        } catch {
            return false;
        }
    }

    private send(response: HubResponse, { octets }: Instructions): void {
        this.parts.metrics.instructionsSent(octets.length);
        response.endAtOnce(INSTRUCTIONS_TYPE, octets);
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
