import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { GitConfiguration, PolicyOptions, SandboxProvider } from '@openspace/workspace-tools';
import fastify, { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, LogController, RouteOptions } from 'fastify';
import { pino } from 'pino';
import { AgentBenchDoor, AgentBenchOptions } from './agentbench/agentbench-door';
import { answerErrors } from './answer-errors';
import { CallAudit } from './audit/call-audit';
import { HUB_LIMITS } from './hub-limits';
import { IdeCommands } from './link/ide-commands';
import { LinkServer } from './link/link-server';
import { PublicationGuard } from './link/publication-guard';
import { WorkspaceIdes } from './link/workspace-ides';
import { InstructionsLane } from './instructions/instructions-lane';
import { SessionInstructions } from './instructions/session-instructions';
import { FileToolDoor } from './mcp/files/file-tool-door';
import { McpDoor } from './mcp/mcp-door';
import { McpSessions } from './mcp/mcp-sessions';
import { HubLoad, HubMetrics } from './operation/hub-metrics';
import { OpenApi } from './operation/open-api';
import { RequestWatch } from './operation/request-watch';
import { registerAgentBenchRoutes } from './routes/agentbench-routes';
import { COMPLETED_KEYWORD } from './routes/completed-posts';
import { registerCommandResultRoutes } from './routes/command-result-routes';
import { registerHealthRoute } from './routes/health-route';
import { registerInstructionsRoute } from './routes/instructions-route';
import { registerManifestRoutes } from './routes/manifest-routes';
import { registerMcpRoutes } from './routes/mcp-routes';
import { registerOperationRoutes } from './routes/operation-routes';
import { registerToolRoutes } from './routes/tool-routes';
import { registerWapRoutes } from './routes/wap-routes';
import { registerStateRoutes } from './routes/state-routes';
import { Admission } from './security/admission';
import { answerClientError } from './security/answer-client-error';
import { answerOddRequests } from './security/answer-odd-requests';
import { acceptJsonOnly } from './security/json-body';
import { RequestGuard, RequestRates } from './security/request-guard';
import { HubResponse } from './security/hub-response';
import { HubStore } from './store/hub-store';
import { ToolDoor } from './tools/tool-door';
import { WapDoor } from './wap/wap-door';
import { HubPolicy } from './workspace/hub-policy';
import { HubWorkspace } from './workspace/hub-workspace';
import { LinkedPerson } from './workspace/linked-person';
import { WorkspaceCalls } from './workspace/workspace-calls';
import { LinkedViews } from './workspace/workspace-views';

export interface HubServerOptions {
    /** Real path of the workspace that the Hub serves. */
    readonly workspace: string;
    /** Name or address that the Hub is reached by, besides those of the loopback interface. */
    readonly host: string;
    /** What callers of the doors send. */
    readonly token: string;
    /** What IDEs send when they link themselves; it lets them answer for a person, so it is not the token. */
    readonly linkKey: string;
    readonly store: HubStore;
    /** Where the Hub notes what it decides. */
    readonly auditDirectory: string;
    /** What the door of AgentBench keeps where. */
    readonly agentBench: AgentBenchOptions;
    /** What holds in the workspace beside the rules in code; nobody may use the audit and the artifacts anyway. */
    readonly policy: PolicyOptions;
    /**
     * What the IDE that started the Hub calls itself: unless it, or another one that has the workspace open, is linked and has published
     * its person's rules, no door opens the workspace.
     */
    readonly awaitedIde?: string;
    /** Finds where commands run, and tells why stronger sandboxes than that are passed over. Called once, at the start. */
    readonly findSandbox: (passOver: (name: string, reason: string) => void) => Promise<SandboxProvider>;
    /** Whom commits of agents are attributed to, and what they push with, if not the usual. Nobody may use its secrets. */
    readonly git?: GitConfiguration;
    readonly log: { readonly level: string; readonly stream: { write(line: string): void } };
    /** How often clients may ask, if not as often as usual. */
    readonly rates?: RequestRates;
    /** Told of every route, so that a test can try them all. */
    readonly onRoute?: (route: RouteOptions) => void;
}

const LINK_ADVICE =
    "Only an IDE may link itself, with the key in the file beside the Hub's token file. Use one of the doors, such as /mcp.";

/** The Hub's server with all its routes behind one guard, not yet listening. */
export function createHubServer(options: HubServerOptions): FastifyInstance {
    const { workspace, host, token, linkKey, store, auditDirectory, agentBench, log, rates, onRoute } = options;
    const guard = new RequestGuard(token, host, rates);
    const admission = new Admission(guard, randomUUID());
    const admit = (request: FastifyRequest, reply: FastifyReply): void => {
        const response = HubResponse.of(reply);
        watch.watch(request.raw, response, () => request.routeOptions.url);
        // Given to the library, the log would cost a child of its own and two listeners, or a check of all its methods, for every request.
        request.log = reply.log = logger;
        request.id = response.requestId;
        admission.admit(request.raw, response);
    };
    const logger = pino({ level: log.level }, log.stream);
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
            requireHostHeader: false,
            ServerResponse: HubResponse
        },
        exposeHeadRoutes: false,
        return503OnClosing: false,
        // The answer brings the id along, before the library has the request.
        genReqId: () => '',
        logController: new LogController({ disableRequestLogging: true }),
        ajv: {
            customOptions: {
                coerceTypes: false,
                removeAdditional: false,
                useDefaults: false,
                allErrors: false,
                strict: true,
                strictRequired: false,
                discriminator: true,
                keywords: [COMPLETED_KEYWORD]
            }
        },
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
    app.log = logger;
    if (onRoute) {
        app.addHook('onRoute', onRoute);
    }
    app.addHook('onRequest', (request, reply, done) => {
        admit(request, reply);
        done();
    });
    answerOddRequests(app.server, guard);
    const openApi = new OpenApi();
    openApi.watch(app);
    acceptJsonOnly(app);
    answerErrors(app);

    const audit = new CallAudit(auditDirectory, logger);
    const metrics = new HubMetrics(() => load());
    const commands = new IdeCommands(store, audit, metrics, logger);
    const policy = new HubPolicy(
        {
            ...options.policy,
            forbiddenPaths: [
                auditDirectory,
                agentBench.artifacts,
                ...(options.git?.secretFiles ?? []),
                ...(options.policy.forbiddenPaths ?? [])
            ]
        },
        options.awaitedIde !== undefined
    );
    const ides = new WorkspaceIdes(workspace, policy, options.awaitedIde);
    app.addHook('preClose', done => {
        commands.terminate();
        done();
    });
    app.addHook('onClose', async () => {
        await Promise.race([calls.settled(), setTimeout(HUB_LIMITS.settleMs, undefined, { ref: false })]);
        audit.close();
    });

    const sandbox = knownSandbox(options.findSandbox, logger);
    const hubWorkspace = new HubWorkspace(workspace, policy, sandbox, options.git, logger);
    const calls = new WorkspaceCalls(hubWorkspace, audit, logger, new LinkedPerson(ides), new LinkedViews(ides), metrics);

    const sessions = new McpSessions(store, present => commands.tellConnections(present));
    const load = (): HubLoad => ({
        links: commands.size,
        openCalls: commands.openCalls,
        queuedCommands: commands.queuedCommands,
        mcpSessions: sessions.size
    });
    const watch = new RequestWatch(metrics, logger);
    registerHealthRoute(app, { workspace, store, load, sandbox, hasToken: request => guard.hasToken(request.raw) });
    registerOperationRoutes(app, metrics, openApi);
    const publications = new PublicationGuard(linkKey, store);
    registerManifestRoutes(app, workspace, store, publications);
    registerStateRoutes(app, workspace, store, publications);
    registerCommandResultRoutes(app, store, publications, metrics);
    const instructions = new SessionInstructions(store);
    registerInstructionsRoute(app, instructions, metrics);
    new InstructionsLane({ admission, watch, instructions, metrics }).lead(app.server);
    new LinkServer(new RequestGuard(linkKey, host, rates, LINK_ADVICE), commands, ides, logger).listen(app.server);
    registerMcpRoutes(app, new McpDoor(store, commands, instructions, new FileToolDoor(calls)), sessions);
    registerToolRoutes(app, new ToolDoor(calls));
    registerWapRoutes(app, new WapDoor(calls));
    registerAgentBenchRoutes(app, new AgentBenchDoor(calls, agentBench, logger));
    return app;
}

/** Says in the log where commands run, and why not in a stronger sandbox; without one everything else still works. */
function knownSandbox(find: HubServerOptions['findSandbox'], log: FastifyBaseLogger): Promise<SandboxProvider | undefined> {
    return find((name, reason) => log.info({ sandbox: name, reason }, `the sandbox "${name}" is passed over`)).then(
        provider => {
            log.info({ sandbox: provider.name, isolates: provider.isolates }, `commands run in the sandbox "${provider.name}"`);
            return provider;
        },
        (error: unknown) => {
            log.error({ err: error }, 'no command can be run');
            return undefined;
        }
    );
}
