import { CommandManifest, commandManifestSchema } from '@openspace/protocol';
import { FastifyInstance } from 'fastify';
import { HubError } from '../hub-error';
import { PublicationGuard } from '../link/publication-guard';
import { HubStore } from '../store/hub-store';
import { TabQuerystring, tabQuerySchema } from './query-schemas';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

/** The manifest, whose argument schemas must be closed objects and valid JSON Schema, since instructions are derived from them. */
const manifestBodySchema = {
    allOf: [
        commandManifestSchema,
        {
            type: 'object',
            properties: {
                commands: {
                    type: 'array',
                    items: {
                        type: 'object',
                        properties: {
                            arguments_schema: {
                                allOf: [
                                    { $ref: DRAFT_07 },
                                    {
                                        type: 'object',
                                        properties: {
                                            type: { const: 'object' },
                                            properties: { type: 'object' },
                                            additionalProperties: { const: false }
                                        },
                                        required: ['type', 'properties', 'additionalProperties']
                                    }
                                ]
                            }
                        }
                    }
                }
            }
        }
    ]
};

/** The commands of a tab: published by the IDE, read by people and tests. */
export function registerManifestRoutes(app: FastifyInstance, store: HubStore, publications: PublicationGuard): void {
    app.post<{ Body: CommandManifest }>(
        '/openspace/manifest',
        { schema: { summary: 'Makes these the commands of a tab.', body: manifestBodySchema } },
        async request => {
            await store.putManifest(request.body, await publications.check(request.headers, request.body));
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
            throw new HubError(404, 'no_manifest', 'No manifest has been published yet. Open the IDE in a browser, or post one.');
        }
        return tab.manifest;
    });
}
