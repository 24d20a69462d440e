import { FastifyInstance, RouteOptions } from 'fastify';
import { HUB_VERSION } from '../hub-version';
import { PUBLIC_ROUTE } from '../security/request-guard';

declare module 'fastify' {
    interface FastifySchema {
        /** What the route is for, in one line. */
        summary?: string;
        /** What it answers, for the description only: answers are sent as they are. */
        answer?: { readonly type: string; readonly schema?: object };
        /** What it takes, for the description only, where whoever serves it checks that or the check has words of its own. */
        takes?: object;
    }
}

type Parameters = { readonly properties?: Readonly<Record<string, object>>; readonly required?: readonly string[] } | undefined;

const ERROR = {
    type: 'object',
    properties: {
        error: {
            type: 'object',
            properties: {
                code: { type: 'string' },
                message: { type: 'string', description: 'What is wrong and what to do.' },
                details: { type: 'object', description: 'Facts for programs.' }
            },
            required: ['code', 'message']
        }
    },
    required: ['error']
};

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
        for (const route of this.routes) {
            for (const method of [route.method].flat()) {
                paths[route.url] = { ...paths[route.url], [method.toLowerCase()]: describeRoute(method, route) };
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
                schemas: { Error: ERROR }
            }
        };
    }
}

function describeRoute(method: string, { url, schema = {} }: RouteOptions): object {
    const { summary, querystring, answer = { type: 'application/json' } } = schema;
    const body = schema.takes ?? schema.body;
    const isPublic = method === PUBLIC_ROUTE.method && url === PUBLIC_ROUTE.path;
    return {
        ...(isPublic && { security: [{}, { token: [] }] }),
        ...(summary !== undefined && { summary }),
        parameters: queryParameters(querystring as Parameters),
        ...(body !== undefined && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
        responses: {
            '200': { description: 'Done.', content: { [answer.type]: { schema: answer.schema ?? {} } } },
            default: {
                description: 'Refused or failed.',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
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
