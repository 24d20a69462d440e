import { FastifyInstance } from 'fastify';
import { INSTRUCTIONS_PATH } from '../instructions/instructions-lane';
import { INSTRUCTIONS_TYPE, SessionInstructions } from '../instructions/session-instructions';
import { HubMetrics } from '../operation/hub-metrics';
import { InstructionsQuerystring, instructionsQuerySchema } from './query-schemas';

/** What the agent is told with every message: fetched by the IDE backend, readable by people. */
export function registerInstructionsRoute(app: FastifyInstance, instructions: SessionInstructions, metrics: HubMetrics): void {
    const schema = {
        summary: 'What the agent of a session is told with every message.',
        querystring: instructionsQuerySchema,
        answer: { type: 'text/markdown' }
    };
    app.get<{ Querystring: InstructionsQuerystring }>(INSTRUCTIONS_PATH, { schema }, async (request, reply) => {
        const { session, tab } = request.query;
        const { text, octets } = await instructions.read({ sessionId: session, tabId: tab });
        metrics.instructionsSent(octets.length);
        void reply.type(INSTRUCTIONS_TYPE);
        return text;
    });
}
