import { FastifyInstance } from 'fastify';
import { SessionInstructions } from '../instructions/session-instructions';
import { HubMetrics } from '../operation/hub-metrics';
import { InstructionsQuerystring, instructionsQuerySchema } from './query-schemas';

/** What the agent is told with every message: fetched by the IDE backend, readable by people. */
export function registerInstructionsRoute(app: FastifyInstance, instructions: SessionInstructions, metrics: HubMetrics): void {
    const schema = {
        summary: 'What the agent of a session is told with every message.',
        querystring: instructionsQuerySchema,
        answer: { type: 'text/markdown' }
    };
    app.get<{ Querystring: InstructionsQuerystring }>('/openspace/instructions', { schema }, (request, reply) => {
        const { session, tab } = request.query;
        const send = (text: Buffer): void => {
            metrics.instructionsSent(text.length);
            void reply.type('text/markdown; charset=utf-8').send(text);
        };
        // Asked for with every message of every agent, so it is sent without the promises that the library wraps around a handler's own.
        instructions
            .read({ sessionId: session, tabId: tab })
            .then(send)
            .catch((error: unknown) => void reply.send(error));
    });
}
