import { CommandResultPost, commandResultPostSchema } from '@openspace/protocol';
import { FastifyInstance } from 'fastify';
import { HubStore } from '../store/hub-store';
import { SessionQuerystring, sessionQuerySchema } from './query-schemas';

/** What became of the agent's commands: published by the IDE, read by people and tests. */
export function registerCommandResultRoutes(app: FastifyInstance, store: HubStore): void {
    app.post<{ Body: CommandResultPost }>('/openspace/command-results', { schema: { body: commandResultPostSchema } }, async request => {
        await store.addResult(request.body);
        return { status: 'ok' };
    });

    app.get<{ Querystring: SessionQuerystring }>(
        '/openspace/command-results',
        { schema: { querystring: sessionQuerySchema } },
        async request => ({ results: await store.results(request.query.session) })
    );
}
