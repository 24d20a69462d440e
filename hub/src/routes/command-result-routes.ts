import { commandResultPostSchema } from '@openspace/protocol';
import { FastifyInstance } from 'fastify';
import { PublicationGuard } from '../link/publication-guard';
import { HubMetrics } from '../operation/hub-metrics';
import { HubStore } from '../store/hub-store';
import { completeResult, PostedResult, postedResultSchema } from './completed-posts';
import { SessionQuerystring, sessionQuerySchema } from './query-schemas';

const resultListSchema = {
    type: 'object',
    properties: { results: { type: 'array', items: commandResultPostSchema } },
    required: ['results']
};

/** What became of the agent's commands: published by the IDE, read by people and tests. */
export function registerCommandResultRoutes(
    app: FastifyInstance,
    store: HubStore,
    publications: PublicationGuard,
    metrics: HubMetrics
): void {
    const postSchema = { summary: 'Adds the result of a command to its session.', body: postedResultSchema };
    app.post<{ Body: PostedResult }>('/openspace/command-results', { schema: postSchema }, async request => {
        const post = completeResult(request.body);
        const publisher = await publications.check(request.headers, { sessions: [post.sessionId] });
        if (await store.addResult(post, publisher)) {
            metrics.commandEnded(post, await store.hasCommand(post.commandId));
        }
        return { status: 'ok' };
    });

    const getSchema = {
        summary: 'The latest results of a session, or of all sessions, oldest first.',
        querystring: sessionQuerySchema,
        answer: { type: 'application/json', schema: resultListSchema }
    };
    app.get<{ Querystring: SessionQuerystring }>('/openspace/command-results', { schema: getSchema }, async request => ({
        results: await store.results(request.query.session)
    }));
}
