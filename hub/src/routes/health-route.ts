import { FastifyInstance, FastifyRequest } from 'fastify';
import { HUB_VERSION } from '../hub-version';
import { HubStore } from '../store/hub-store';

/** Tells anyone that the Hub is up, and a caller with the token what it consists of. */
export function registerHealthRoute(
    app: FastifyInstance,
    store: HubStore,
    workspace: string,
    hasToken: (request: FastifyRequest) => boolean
): void {
    app.get('/health', async request => {
        const answer = { status: 'ok', service: 'workspace-tool', version: HUB_VERSION };
        if (!hasToken(request)) {
            return answer;
        }
        return {
            ...answer,
            workspace,
            parts: { hub: { processId: process.pid }, store: await store.counts() },
            // Commands run in none so far.
            providers: [],
            versions: { hub: HUB_VERSION, node: process.versions.node, fastify: app.version }
        };
    });
}
