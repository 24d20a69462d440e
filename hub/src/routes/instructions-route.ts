import { FastifyInstance } from 'fastify';
import { SessionInstructions } from '../instructions/session-instructions';
import { InstructionsQuerystring, instructionsQuerySchema } from './query-schemas';

/** What the agent is told with every message: fetched by the IDE backend, readable by people. */
export function registerInstructionsRoute(app: FastifyInstance, instructions: SessionInstructions): void {
    app.get<{ Querystring: InstructionsQuerystring }>(
        '/openspace/instructions',
        { schema: { querystring: instructionsQuerySchema } },
        async (request, reply) => {
            const { session, tab } = request.query;
            void reply.type('text/markdown; charset=utf-8');
            return instructions.read({ sessionId: session, tabId: tab });
        }
    );
}
