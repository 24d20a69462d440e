import { SandboxProvider } from '@openspace/workspace-tools';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { FastifyInstance, FastifyRequest } from 'fastify';
import { HUB_VERSION } from '../hub-version';
import { HubLoad } from '../operation/hub-metrics';
import { HubStore } from '../store/hub-store';

/** What the Hub tells of itself to a caller with the token. */
export interface HealthSource {
    readonly workspace: string;
    readonly store: HubStore;
    readonly load: () => HubLoad;
    readonly sandbox: Promise<SandboxProvider | undefined>;
    readonly hasToken: (request: FastifyRequest) => boolean;
}

/** Tells anyone that the Hub is up, and a caller with the token what it consists of. */
export function registerHealthRoute(app: FastifyInstance, { workspace, store, load, sandbox, hasToken }: HealthSource): void {
    const schema = { summary: 'Whether the Hub is up; with the token, what it consists of.' };
    app.get('/health', { schema }, async request => {
        const answer = { status: 'ok', service: 'workspace-tool', version: HUB_VERSION };
        if (!hasToken(request)) {
            return answer;
        }
        const { links, openCalls, queuedCommands, mcpSessions } = load();
        const provider = await sandbox;
        const { tabs, sessions } = await store.counts();
        return {
            ...answer,
            workspace,
            parts: {
                hub: { processId: process.pid, uptimeSeconds: Math.round(process.uptime()) },
                store: { tabs, sessions },
                link: { ides: links, openCalls, queuedCommands },
                mcp: { sessions: mcpSessions }
            },
            providers: provider ? [{ name: provider.name, isolates: provider.isolates }] : [],
            versions: { hub: HUB_VERSION, node: process.versions.node, fastify: app.version, mcp: LATEST_PROTOCOL_VERSION }
        };
    });
}
