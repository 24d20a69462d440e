import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { PolicyOptions, SandboxProvider } from '@openspace/workspace-tools';
import fastify, { FastifyBaseLogger } from 'fastify';
import { CallAudit } from '../../audit/call-audit';
import { HUB_LIMITS } from '../../hub-limits';
import { HUB_VERSION } from '../../hub-version';
import { HubPolicy } from '../../workspace/hub-policy';
import { HubWorkspace } from '../../workspace/hub-workspace';
import { WorkspaceCalls } from '../../workspace/workspace-calls';
import { mcpClientName } from '../client-name';
import { FILE_ADVICE, FILE_TOOL_LIST, FileToolDoor, isFileTool } from '../files/file-tool-door';
import { onToolCall } from '../on-tool-call';
import { NO_SUCH_TOOL, noSuchTool, shortName } from '../tool-result';
import { StdioConnection } from './stdio-connection';

export interface StdioOptions {
    /** Real path of the workspace. */
    readonly workspace: string;
    readonly policy: PolicyOptions;
    readonly auditDirectory: string;
    /** Where commands would run; the file tools run none. */
    readonly sandbox?: SandboxProvider;
    readonly logLevel: string;
}

const ADVICE =
    `${FILE_ADVICE} The commands of the IDE are not here, since no IDE is linked to a server that a client starts for itself: ` +
    'for them, connect to POST /mcp of the running Hub.';

/**
 * Serves the file tools to the client at the other end of standard input and output, until it has gone or `end` aborts. What still
 * runs then may finish, but not for long.
 */
export async function serveStdio(options: StdioOptions, end: AbortSignal): Promise<void> {
    const { log } = fastify({ logger: { level: options.logLevel, stream: process.stderr } });
    const audit = new CallAudit(options.auditDirectory, log);
    const running = new Set<Promise<unknown>>();
    const server = createServer(workspaceCalls(options, audit, log), running);
    const connection = new StdioConnection(process.stdin, process.stdout);
    await server.connect(connection);
    server.server.onerror = error => log.warn({ err: error }, 'a message could not be used');
    const stopped = new Promise<void>(resolve => end.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([connection.ended, stopped]);
    await Promise.race([connection.answered(), connection.unread, stopped, wait(HUB_LIMITS.stopMs)]);
    await server.close();
    await Promise.race([Promise.allSettled(running), wait(HUB_LIMITS.stopMs)]);
    audit.close();
}

function workspaceCalls(options: StdioOptions, audit: CallAudit, log: FastifyBaseLogger): WorkspaceCalls {
    const policy = new HubPolicy(options.policy);
    const workspace = new HubWorkspace(options.workspace, policy, Promise.resolve(options.sandbox), undefined, log);
    return new WorkspaceCalls(workspace, audit, log);
}

/** @param running the calls that have not ended */
function createServer(calls: WorkspaceCalls, running: Set<Promise<unknown>>): McpServer {
    const files = new FileToolDoor(calls);
    const server = new McpServer({ name: 'workspace-tool', version: HUB_VERSION }, { capabilities: { tools: {} }, instructions: ADVICE });
    const sessionId = `mcp-${randomUUID()}`;
    const protocol = server.server;
    protocol.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...FILE_TOOL_LIST] }));
    onToolCall(server, async ({ name, arguments: args }, { signal }) => {
        const caller = { sessionId, client: mcpClientName(server), signal };
        if (!isFileTool(name)) {
            calls.refuse({ command: shortName(name), request: args, caller }, { outcome: 'refused', code: NO_SUCH_TOOL });
            return noSuchTool(name);
        }
        const call = files.call(name, args, caller);
        running.add(call);
        try {
            return await call;
        } finally {
            running.delete(call);
        }
    });
    return server;
}
