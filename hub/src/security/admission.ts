import { IncomingMessage } from 'node:http';
import { HUB_START_HEADER } from '@openspace/protocol';
import { HubResponse, Verdict } from './hub-response';
import { RequestGuard } from './request-guard';

/** Has every request judged by the guard, once, whoever asks first; answers to those that are served say which start of the Hub gave them. */
export class Admission {
    constructor(
        private readonly guard: RequestGuard,
        /** Tells this start of the Hub from every other. */
        private readonly startId: string
    ) {}

    /** @throws {HubError} when the request must not be served: the same one however often it is asked */
    admit(request: IncomingMessage, response: HubResponse): void {
        response.verdict ??= this.judge(request, response);
        if ('refusal' in response.verdict) {
            throw response.verdict.refusal;
        }
    }

    private judge(request: IncomingMessage, response: HubResponse): Verdict {
        try {
            this.guard.check(request);
        } catch (refusal) {
            return { refusal };
        }
        response.mark(HUB_START_HEADER, this.startId);
        return ADMITTED;
    }
}

const ADMITTED: Verdict = {};
