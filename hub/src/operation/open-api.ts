import { FastifyInstance, RouteOptions } from 'fastify';
import { errorSchema } from '../hub-error';
import { HUB_VERSION } from '../hub-version';
import { PUBLIC_ROUTE } from '../security/request-guard';
import { SESSION_HEADER_NAME, SESSION_NAME_LENGTH } from '../workspace/session-header';

declare module 'fastify' {
    interface FastifySchema {
        /** What the route is for, in one line. */
        summary?: string;
        /** What it answers, for the description only: answers are sent as they are. */
        answer?: { readonly type: string; readonly schema?: object };
        /** What it takes, for the description only, where whoever serves it checks that or the check has words of its own. */
        takes?: object;
        /** The errors that it answers, for the description only, where they are not the Hub's own. */
        refusal?: object;
        /** Whether the header that names a session counts, for the description only. */
        namesSession?: boolean;
    }
}

type Parameters = { readonly properties?: Readonly<Record<string, object>>; readonly required?: readonly string[] } | undefined;

const SESSION = {
    name: SESSION_HEADER_NAME,
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: SESSION_NAME_LENGTH },
    description: 'Names the session that the request belongs to.'
};

/** Schemas that have a title stand once in the description and are referred to by it. */
class NamedSchemas {
    readonly all: Record<string, object> = {};

    /** The schema, or where it stands. */
    reference(schema: { readonly title?: string }): object {
        const { title } = schema;
        if (title === undefined) {
            return schema;
        }
        this.all[title] = schema;
        return { $ref: `#/components/schemas/${title}` };
    }
}

/** Describes all routes of the server by the schemas that check their requests. A route added later is described by itself. */
export class OpenApi {
    private readonly routes: RouteOptions[] = [];

    /** Must be called before the routes are registered. */
    watch(app: FastifyInstance): void {
        app.addHook('onRoute', route => void this.routes.push(route));
    }

    /** The description in OpenAPI 3.1. */
    describe(): object {
        const paths: Record<string, Record<string, object>> = {};
        const schemas = new NamedSchemas();
        for (const route of this.routes) {
            for (const method of [route.method].flat()) {
                paths[route.url] = { ...paths[route.url], [method.toLowerCase()]: describeRoute(method, route, schemas) };
            }
        }
        return {
            openapi: '3.1.0',
            info: {
                title: 'OpenSpace Hub',
                version: HUB_VERSION,
                description: 'What agents can do in the IDE, what the person sees there, and the doors for other agents.'
            },
            security: [{ token: [] }],
            paths,
            components: {
                securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The token from the token file.' } },
                parameters: { Session: SESSION },
                schemas: schemas.all
            }
        };
    }
}

function describeRoute(method: string, { url, schema = {} }: RouteOptions, schemas: NamedSchemas): object {
    const { summary, querystring, answer = { type: 'application/json' }, refusal = errorSchema, namesSession = false } = schema;
    const body = schema.takes ?? schema.body;
    const isPublic = method === PUBLIC_ROUTE.method && url === PUBLIC_ROUTE.path;
    return {
        ...(isPublic && { security: [{}, { token: [] }] }),
        ...(summary !== undefined && { summary }),
        parameters: [...queryParameters(querystring as Parameters), ...(namesSession ? [{ $ref: '#/components/parameters/Session' }] : [])],
        ...(body !== undefined && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
        responses: {
            '200': { description: 'Done.', content: { [answer.type]: { schema: schemas.reference(answer.schema ?? {}) } } },
            default: {
                description: 'Refused or failed.',
                content: { 'application/json': { schema: schemas.reference(refusal) } }
            }
        }
    };
}

function queryParameters(query: Parameters): object[] {
    return Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
        name,
        in: 'query',
        required: query?.required?.includes(name) === true,
        schema
    }));
}
