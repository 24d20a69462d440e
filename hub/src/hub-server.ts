import { randomUUID } from 'node:crypto';
import { HUB_START_HEADER } from '@openspace/protocol';
import fastify, { FastifyInstance, FastifyReply, FastifyRequest, LogController, RouteOptions } from 'fastify';
import { answerErrors } from './answer-errors';
import { CallAudit } from './audit/call-audit';
import { HUB_LIMITS } from './hub-limits';
import { IdeCommands } from './link/ide-commands';
import { LinkServer } from './link/link-server';
import { SessionInstructions } from './instructions/session-instructions';
import { McpDoor } from './mcp/mcp-door';
import { McpSessions } from './mcp/mcp-sessions';
import { HubLoad, HubMetrics } from './operation/hub-metrics';
import { OpenApi } from './operation/open-api';
import { requestPath } from './request-path';
import { registerCommandResultRoutes } from './routes/command-result-routes';
import { registerHealthRoute } from './routes/health-route';
import { registerInstructionsRoute } from './routes/instructions-route';
import { registerManifestRoutes } from './routes/manifest-routes';
import { registerMcpRoutes } from './routes/mcp-routes';
import { registerOperationRoutes } from './routes/operation-routes';
import { registerStateRoutes } from './routes/state-routes';
import { answerClientError } from './security/answer-client-error';
import { answerOddRequests } from './security/answer-odd-requests';
import { acceptJsonOnly } from './security/json-body';
import { RequestGuard, RequestRates } from './security/request-guard';
import { RESPONSE_HEADERS } from './security/response-headers';
import { HubStore } from './store/hub-store';

export interface HubServerOptions {
    /** Real path of the workspace that the Hub serves. */
    readonly workspace: string;
    /** Name or address that the Hub is reached by, besides those of the loopback interface. */
    readonly host: string;
    readonly token: string;
    readonly store: HubStore;
    /** Where the Hub notes what it decides. */
    readonly auditDirectory: string;
    readonly log: { readonly level: string; readonly stream: { write(line: string): void } };
    /** How often clients may ask, if not as often as usual. */
    readonly rates?: RequestRates;
    /** Told of every route, so that a test can try them all. */
    readonly onRoute?: (route: RouteOptions) => void;
}

/** The Hub's server with all its routes behind one guard, not yet listening. */
export function createHubServer({ workspace, host, token, store, auditDirectory, log, rates, onRoute }: HubServerOptions): FastifyInstance {
    const guard = new RequestGuard(token, host, rates);
    const startId = randomUUID();
    const admit = (request: FastifyRequest, reply: FastifyReply): void => {
        void reply.headers(RESPONSE_HEADERS).header('x-request-id', request.id);
        guard.check(request.raw);
        void reply.header(HUB_START_HEADER, startId);
    };
    const app = fastify({
        bodyLimit: HUB_LIMITS.bodyBytes,
        requestTimeout: HUB_LIMITS.requestTimeoutMs,
        http: {
            headersTimeout: HUB_LIMITS.headersTimeoutMs,
            connectionsCheckingInterval: HUB_LIMITS.timeoutCheckMs,
            maxHeaderSize: HUB_LIMITS.headerBytes,
            // So two Host or Authorization headers never pass as the first of them: joined, they match nothing.
            joinDuplicateHeaders: true,
            // The guard refuses requests without a Host, with an answer that says so.
            requireHostHeader: false
        },
        exposeHeadRoutes: false,
        return503OnClosing: false,
        genReqId: () => randomUUID(),
        logController: new LogController({ disableRequestLogging: true }),
        logger: log,
        ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false, strict: true } },
        clientErrorHandler: answerClientError,
        // Addresses that the router cannot decode end here without passing any hook.
        frameworkErrors: (error, request, reply) => {
            try {
                admit(request, reply);
                app.errorHandler(error, request, reply);
            } catch (refusal) {
                app.errorHandler(refusal as Error, request, reply);
            }
        }
    });
    if (onRoute) {
        app.addHook('onRoute', onRoute);
    }
    app.addHook('onRequest', (request, reply, done) => {
        admit(request, reply);
        done();
    });
    app.addHook('onResponse', (request, reply, done) => {
        const { method, log: requestLog } = request;
        if (app.log.level === 'debug' || app.log.level === 'trace') {
            requestLog.debug({ method, path: requestPath(request), status: reply.statusCode, ms: reply.elapsedTime }, 'answered');
        }
        done();
    });
    answerOddRequests(app.server, guard);
    const openApi = new OpenApi();
    openApi.watch(app);
    acceptJsonOnly(app);
    answerErrors(app);

    const audit = new CallAudit(auditDirectory, app.log);
    const commands = new IdeCommands(store, audit);
    new LinkServer(guard, commands, app.log).listen(app.server);
    app.addHook('preClose', done => {
        commands.terminate();
        done();
    });
    app.addHook('onClose', (_app, done) => {
        audit.close();
        done();
    });

    const sessions = new McpSessions(store);
    const load = (): HubLoad => ({ links: commands.size, openCalls: commands.openCalls, mcpSessions: sessions.size });
    const metrics = new HubMetrics(load);
    metrics.watch(app);
    registerHealthRoute(app, { workspace, store, load, hasToken: request => guard.hasToken(request.raw) });
    registerOperationRoutes(app, metrics, openApi);
    registerManifestRoutes(app, store);
    registerStateRoutes(app, store);
    registerCommandResultRoutes(app, store, metrics);
    const instructions = new SessionInstructions(store);
    registerInstructionsRoute(app, instructions, metrics);
    registerMcpRoutes(app, new McpDoor(store, commands, instructions), sessions);
    return app;
}
