import { FastifyInstance } from 'fastify';
import { HubMetrics } from '../operation/hub-metrics';
import { OpenApi } from '../operation/open-api';

/** What those who run the Hub look at. */
export function registerOperationRoutes(app: FastifyInstance, metrics: HubMetrics, openApi: OpenApi): void {
    const { registry } = metrics;
    const metricsSchema = { summary: 'Counts what the Hub does, for Prometheus.', answer: { type: 'text/plain' } };
    app.get('/metrics', { schema: metricsSchema }, async (_request, reply) => {
        void reply.type(registry.contentType);
        return registry.metrics();
    });

    app.get('/openapi.json', { schema: { summary: 'This description of all addresses.' } }, () => openApi.describe());
}
