import { randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { CommandDefinition, LIMITS } from '@openspace/protocol';
import { HUB_LIMITS } from '../hub-limits';
import { HubStore } from '../store/hub-store';
import { isSameData } from '../store/same-data';

/** Finds the commands that a client sees as tools now. */
type FindCommands = () => Promise<readonly CommandDefinition[]>;

/** One MCP client: its server object, and the transport that carries its requests. */
export class McpSession {
    private openRequests = 0;
    private usedAt: number;
    private hadStream = false;
    private isLookedAt = false;
    private commands?: readonly CommandDefinition[];

    constructor(
        /** Its name towards the IDEs, which nobody else sees. */
        readonly connection: string,
        readonly server: McpServer,
        readonly transport: WebStandardStreamableHTTPServerTransport,
        private readonly findCommands: FindCommands,
        private readonly now: () => number
    ) {
        this.usedAt = now();
    }

    /** Tells the client that its tools have changed, if its commands are others than they were at the last look. */
    async lookAtCommands(): Promise<void> {
        // The client hears why a store does not answer when it lists its tools.
        const commands = await this.findCommands().catch(() => undefined);
        // Read only now: another look may have ended meanwhile.
        const isOther = this.isLookedAt && !isSameData(this.commands, commands);
        this.commands = commands;
        this.isLookedAt = true;
        if (isOther) {
            this.server.sendToolListChanged();
        }
    }

    /** A client that holds a request or a stream open is not idle. */
    get idleSince(): number {
        return this.openRequests > 0 ? Infinity : this.usedAt;
    }

    /** Whether the client is still there. One that keeps a stream of events open is gone when it has done without for a while. */
    get isPresent(): boolean {
        return this.openRequests > 0 || !this.hadStream || this.now() - this.usedAt < LIMITS.tabGoneMs;
    }

    /** Marks the beginning of a request, which may be for the stream of events; the answer marks its end. */
    use(isStream = false): () => void {
        this.openRequests++;
        this.hadStream ||= isStream;
        return () => {
            this.openRequests--;
            this.usedAt = this.now();
        };
    }
}

/**
 * The MCP clients that keep a session, bounded in number and age. Tells each of them when its tools have changed, and the IDEs which of
 * them are still there.
 */
export class McpSessions {
    private readonly sessions = new Map<string, McpSession>();
    private readonly sweep: NodeJS.Timeout;
    /** Ends listening to the store, which goes on for as long as there is a client to tell. */
    private stopListening?: () => void;

    constructor(
        private readonly store: HubStore,
        private readonly tellConnections: (present: readonly string[]) => void,
        private readonly now: () => number = Date.now
    ) {
        this.sweep = setInterval(() => this.lookAround(), HUB_LIMITS.mcpSweepMs).unref();
    }

    /** How many sessions are open. */
    get size(): number {
        return this.sessions.size;
    }

    /** The session with this id, if it is open. */
    get(sessionId: string): McpSession | undefined {
        return this.sessions.get(sessionId);
    }

    /** A session for a client that says hello, with this connection; it is known once the client has been answered. */
    async open(connection: string, createServer: () => McpServer, findCommands: FindCommands): Promise<McpSession> {
        const sessionId = randomUUID();
        const server = createServer();
        const transport = new WebStandardStreamableHTTPServerTransport({
            sessionIdGenerator: () => sessionId,
            onsessioninitialized: () => {
                this.makeRoom();
                this.sessions.set(sessionId, session);
                this.stopListening ??= this.store.onDidChangeCommands(() => this.lookAtCommands());
                this.tellPresent();
            }
        });
        const session = new McpSession(connection, server, transport, findCommands, this.now);
        await session.lookAtCommands();
        await server.connect(transport);
        server.server.onclose = () => this.forget(sessionId);
        return session;
    }

    /** Ends all sessions. */
    async close(): Promise<void> {
        clearInterval(this.sweep);
        await Promise.all([...this.sessions.values()].map(({ server }) => server.close()));
    }

    /** Ends the sessions that have been idle for too long, tells of the clients that have gone, and clients of tabs that have. */
    lookAround(): void {
        const oldest = this.now() - HUB_LIMITS.mcpSessionIdleMs;
        for (const session of this.sessions.values()) {
            if (session.idleSince < oldest) {
                void session.server.close();
            }
        }
        this.tellPresent();
        this.lookAtCommands();
    }

    private tellPresent(): void {
        this.tellConnections([...this.sessions.values()].flatMap(({ isPresent, connection }) => (isPresent ? [connection] : [])));
    }

    private lookAtCommands(): void {
        this.sessions.forEach(session => void session.lookAtCommands());
    }

    private forget(sessionId: string): void {
        this.sessions.delete(sessionId);
        if (this.sessions.size === 0) {
            this.stopListening?.();
            this.stopListening = undefined;
        }
        this.tellPresent();
    }

    private makeRoom(): void {
        if (this.sessions.size >= HUB_LIMITS.mcpSessions) {
            const [longestIdle] = [...this.sessions.values()].sort((a, b) => (a.idleSince < b.idleSince ? -1 : 1));
            void longestIdle.server.close();
        }
    }
}
