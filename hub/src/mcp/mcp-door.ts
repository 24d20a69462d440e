import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
    CallToolResult,
    ErrorCode,
    ListResourcesRequestSchema,
    ListToolsRequestSchema,
    McpError,
    ReadResourceRequestSchema,
    ReadResourceResult
} from '@modelcontextprotocol/sdk/types.js';
import { CommandDefinition } from '@openspace/protocol';
import { HUB_LIMITS } from '../hub-limits';
import { HUB_VERSION } from '../hub-version';
import { SessionInstructions } from '../instructions/session-instructions';
import { CallRefusal } from '../link/call-refusal';
import { CallerIdentity, IdeCommands } from '../link/ide-commands';
import { chooseTab, LinkTarget } from '../link/link-target';
import { HubStore, TabRecord } from '../store/hub-store';
import { WorkspaceCaller } from '../workspace/workspace-calls';
import { mcpClientName } from './client-name';
import { commandOfTool, commandTools } from './command-tools';
import { FILE_ADVICE, FILE_TOOL_LIST, FileToolDoor, isFileTool } from './files/file-tool-door';
import { FileToolName } from './files/file-tool-schemas';
import { onToolCall } from './on-tool-call';
import { NO_SUCH_TOOL, noSuchTool, shortName, toolResult } from './tool-result';

/** Who a client says it is, and which IDE it means. */
export interface McpCaller {
    /** Session that its calls count for. */
    readonly sessionId: string;
    readonly target: LinkTarget;
    readonly identity: CallerIdentity;
    /** What it calls itself in its requests. */
    readonly program?: string;
    /** The argument that names the session of a call, for a client that serves several. */
    readonly sessionArgument?: string;
}

/** Tells a client how its call stands. */
type Progress = (message: string) => void;

const INSTRUCTIONS_URI = 'openspace://instructions';
const STATE_URI = 'openspace://state';

const RESOURCES = [
    {
        uri: INSTRUCTIONS_URI,
        name: 'instructions',
        description: 'What an agent that writes command blocks is told: commands, state of the IDE, recent results.',
        mimeType: 'text/markdown'
    },
    { uri: STATE_URI, name: 'state', description: 'The panes, tabs and terminals that the person sees now.', mimeType: 'application/json' }
];

const ADVICE =
    'The tools named openspace_… act in the IDE that a person has open beside you: what you open, mark or run is what the person sees. ' +
    `${FILE_ADVICE} ` +
    'Tools that read change nothing. A result that is unknown may have happened: look before you call again. ' +
    'If you can also write command blocks: a block shows what you speak of while you speak, a tool answers before you go on.';

const UNDER_WAY = 'The call is under way.';
const WAITING_FOR_PERSON = 'Waiting for the person to decide.';

/** Makes the server object of one MCP client: the IDE's commands and the file tools, and the IDE's instructions and state as resources. */
export class McpDoor {
    constructor(
        private readonly store: HubStore,
        private readonly commands: IdeCommands,
        private readonly instructions: SessionInstructions,
        private readonly files: FileToolDoor
    ) {}

    /** The server object of one client, whose calls are made in the name of the caller. */
    createServer(caller: McpCaller): McpServer {
        const server = new McpServer(
            { name: 'workspace-tool', version: HUB_VERSION },
            { capabilities: { tools: { listChanged: true }, resources: {} }, instructions: ADVICE }
        );
        // Most tools are the manifest's, with its own schemas, so the library's registration of tools is not used.
        const protocol = server.server;
        protocol.setRequestHandler(ListToolsRequestSchema, async () => ({
            tools: [...commandTools((await this.tab(caller))?.manifest), ...FILE_TOOL_LIST]
        }));
        onToolCall(server, async ({ name, arguments: args }, { _meta, sendNotification, signal }) => {
            const client = mcpClientName(server, caller.program);
            const call = (tell: Progress): Promise<CallToolResult> => {
                const onWaiting = (): void => tell(WAITING_FOR_PERSON);
                return isFileTool(name)
                    ? this.callFileTool(caller, name, args, { client, signal, onWaiting })
                    : this.call(caller, client, name, args, onWaiting);
            };
            const progressToken = _meta?.progressToken;
            return progressToken === undefined
                ? call(() => undefined)
                : withProgress(call, (progress, message) =>
                      sendNotification({ method: 'notifications/progress', params: { progressToken, progress, message } })
                  );
        });
        protocol.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: RESOURCES }));
        protocol.setRequestHandler(ReadResourceRequestSchema, ({ params }) => this.readResource(caller, params.uri));
        return server;
    }

    /** The commands that a client sees as tools now. */
    async commandsFor(caller: McpCaller): Promise<readonly CommandDefinition[]> {
        return (await this.tab(caller))?.manifest?.commands ?? [];
    }

    private callFileTool(
        connection: McpCaller,
        name: FileToolName,
        given: Record<string, unknown>,
        request: Pick<WorkspaceCaller, 'client' | 'signal' | 'onWaiting'>
    ): Promise<CallToolResult> {
        const { caller, args } = attribute(connection, given);
        return this.files.call(name, args, { sessionId: caller.sessionId, identity: caller.identity, ...request });
    }

    private async call(
        connection: McpCaller,
        client: string,
        name: string,
        given: Record<string, unknown>,
        onWaiting: () => void
    ): Promise<CallToolResult> {
        const { caller, args } = attribute(connection, given);
        const command = commandOfTool((await this.tab(caller))?.manifest, name);
        if (!command) {
            this.commands.refuse({ sessionId: caller.sessionId, client, commandId: shortName(name), args }, NO_SUCH_TOOL);
            return noSuchTool(name);
        }
        const { sessionId, target, identity } = caller;
        return toolResult(await this.commands.execute({ target, sessionId, client, identity, commandId: command.id, args, onWaiting }));
    }

    private async readResource(caller: McpCaller, uri: string): Promise<ReadResourceResult> {
        switch (uri) {
            case INSTRUCTIONS_URI: {
                const tab = await this.tab(caller);
                const { text } = await this.instructions.read({ sessionId: caller.sessionId, tabId: tab?.tabId });
                return { contents: [{ uri, mimeType: 'text/markdown', text }] };
            }
            case STATE_URI: {
                const { state = {} } = (await this.tab(caller)) ?? {};
                return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(state) }] };
            }
            default:
                throw new McpError(ErrorCode.InvalidParams, `There is no resource ${JSON.stringify(uri)}. List the resources.`);
        }
    }

    /** The tab whose commands a client sees. A client that must still choose between IDEs sees those of the tab active last. */
    private async tab({ target, sessionId }: McpCaller): Promise<TabRecord | undefined> {
        const links = await this.store.links();
        try {
            return await this.store.findTab({ tabId: chooseTab(links, target).tabId });
        } catch (error) {
            if (error instanceof CallRefusal) {
                return this.store.findTab({ sessionId });
            }
            throw error;
        }
    }
}

/** A call of a client that serves several sessions, as one of the session that its argument names. */
function attribute(caller: McpCaller, given: Record<string, unknown>): { caller: McpCaller; args: Record<string, unknown> } {
    const { sessionArgument, target } = caller;
    if (sessionArgument === undefined || !Object.hasOwn(given, sessionArgument)) {
        return { caller, args: given };
    }
    const { [sessionArgument]: session, ...args } = given;
    const sessionId = typeof session === 'string' && session !== '' ? session.slice(0, 200) : caller.sessionId;
    return { caller: { ...caller, sessionId, target: { ...target, sessionId } }, args };
}

/**
 * Tells the client what its call waits for: at once when a person has to decide, and from time to time, so that it does not give up.
 */
async function withProgress<T>(
    call: (tell: Progress) => Promise<T>,
    send: (progress: number, message: string) => Promise<void>
): Promise<T> {
    let progress = 0;
    let waitingFor = UNDER_WAY;
    // A client that is gone is told nothing; its call ends all the same.
    const sendNow = (): void => void send(++progress, waitingFor).catch(() => undefined);
    const timer = setInterval(sendNow, HUB_LIMITS.mcpProgressMs);
    try {
        return await call(message => {
            waitingFor = message;
            sendNow();
        });
    } finally {
        clearInterval(timer);
    }
}
