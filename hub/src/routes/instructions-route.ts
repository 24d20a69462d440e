import { FastifyInstance } from 'fastify';
import { HUB_LIMITS } from '../hub-limits';
import { InstructionsCache } from '../instructions/instructions-cache';
import { HubStore } from '../store/hub-store';
import { InstructionsQuerystring, instructionsQuerySchema } from './query-schemas';

/** One object for all callers without a session, so that the cache sees no change. */
const NO_RESULTS: readonly never[] = [];

/** What the agent is told with every message: fetched by the IDE backend, readable by people. */
export function registerInstructionsRoute(app: FastifyInstance, store: HubStore): void {
    const cache = new InstructionsCache(HUB_LIMITS.sessions);
    app.get<{ Querystring: InstructionsQuerystring }>(
        '/openspace/instructions',
        { schema: { querystring: instructionsQuerySchema } },
        async (request, reply) => {
            const { session, tab } = request.query;
            const { manifest, state } = (await store.findTab({ tabId: tab, sessionId: session })) ?? {};
            const results = session === undefined ? NO_RESULTS : await store.results(session);
            void reply.type('text/markdown; charset=utf-8');
            return cache.get(JSON.stringify([session, tab]), { manifest, state, results });
        }
    );
}
