import { paneStatePostSchema } from '@openspace/protocol';
import { FastifyInstance } from 'fastify';
import { HubError } from '../hub-error';
import { PublicationGuard } from '../link/publication-guard';
import { HubStore } from '../store/hub-store';
import { completeState, PostedState, postedStateSchema } from './completed-posts';
import { TabQuerystring, tabQuerySchema } from './query-schemas';

/** The layout of a tab: published by the IDE, read by people and tests. */
export function registerStateRoutes(app: FastifyInstance, workspace: string, store: HubStore, publications: PublicationGuard): void {
    app.post<{ Body: PostedState }>(
        '/openspace/state',
        { schema: { summary: 'Makes this the layout of a tab.', body: postedStateSchema } },
        async request => {
            const state = completeState(request.body, workspace);
            await store.putState(state, await publications.check(request.headers, state));
            return { status: 'ok' };
        }
    );

    const schema = {
        summary: 'The layout of a tab, or of the tab active last.',
        querystring: tabQuerySchema,
        answer: { type: 'application/json', schema: paneStatePostSchema }
    };
    app.get<{ Querystring: TabQuerystring }>('/openspace/state', { schema }, async request => {
        const tab = await store.findTab({ tabId: request.query.tab });
        if (!tab?.state) {
            throw new HubError(404, 'no_state', 'No IDE is connected that has published a layout. Open the IDE in a browser, or post one.');
        }
        return tab.state;
    });
}
