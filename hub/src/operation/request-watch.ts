import { IncomingMessage } from 'node:http';
import { FastifyBaseLogger } from 'fastify';
import { requestPath } from '../request-path';
import { HubResponse } from '../security/hub-response';
import { HubMetrics } from './hub-metrics';

/** Counts every answer, and logs it for those who want to read that. */
export class RequestWatch {
    private readonly isLogged: boolean;

    constructor(
        private readonly metrics: HubMetrics,
        private readonly logger: FastifyBaseLogger & { isLevelEnabled(level: string): boolean }
    ) {
        this.isLogged = logger.isLevelEnabled('debug');
    }

    /** Notes how long a request takes from now on; `route` is asked at its end, and has nothing for an address that is none of ours. */
    watch(request: IncomingMessage, response: HubResponse, route: () => string | undefined): void {
        const { method = '' } = request;
        const startedAt = performance.now();
        response.whenEnded(() => {
            const ms = performance.now() - startedAt;
            const { requestId: reqId, statusCode: status } = response;
            this.metrics.requestEnded(ms / 1000, method, route(), status);
            if (this.isLogged) {
                this.logger.debug({ reqId, method, path: requestPath(request), status, ms }, 'answered');
            }
        });
    }
}
