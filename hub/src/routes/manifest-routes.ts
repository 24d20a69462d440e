import { commandManifestSchema } from '@openspace/protocol';
import { FastifyInstance } from 'fastify';
import { HubError } from '../hub-error';
import { PublicationGuard } from '../link/publication-guard';
import { RecurringItems } from '../security/recurring-items';
import { HubStore } from '../store/hub-store';
import { checkedManifestSchema, completeManifest, PostedManifest, postedManifestSchema } from './completed-posts';
import { TabQuerystring, tabQuerySchema } from './query-schemas';

/** The commands of a tab: published by the IDE, read by people and tests. */
export function registerManifestRoutes(app: FastifyInstance, workspace: string, store: HubStore, publications: PublicationGuard): void {
    app.post<{ Body: PostedManifest }>(
        '/openspace/manifest',
        {
            schema: { summary: 'Makes these the commands of a tab.', body: checkedManifestSchema, takes: postedManifestSchema },
            // An IDE that comes back, or has another tab, brings the commands that are known.
            config: { parseBody: new RecurringItems('commands').parse }
        },
        async request => {
            const manifest = completeManifest(request.body, workspace);
            await store.putManifest(manifest, await publications.check(request.headers, manifest));
            return { status: 'ok' };
        }
    );

    const schema = {
        summary: 'The commands of a tab, or of the tab active last.',
        querystring: tabQuerySchema,
        answer: { type: 'application/json', schema: commandManifestSchema }
    };
    app.get<{ Querystring: TabQuerystring }>('/openspace/manifest', { schema }, async request => {
        const tab = await store.findTab({ tabId: request.query.tab });
        if (!tab?.manifest) {
            throw new HubError(
                404,
                'no_manifest',
                'No IDE is connected that has published a manifest. Open the IDE in a browser, or post one.'
            );
        }
        return tab.manifest;
    });
}
