import { CONVERSATION_PASS_HEADER, SESSION_ARGUMENT_HEADER } from '@openspace/protocol';
import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named, postConstruct } from '@theia/core/shared/inversify';
import { ConversationPass } from '../hub/conversation-pass';
import { HubClient } from '../hub/hub-client';
import { HubProcess } from '../hub/hub-process';
import { errorMessage } from '../process/error-message';
import { inTime, OpenCodeClientProvider } from './opencode-client';
import { SESSION_ARGUMENT, TOOL_SERVER } from './opencode-config';
import { OpenCodeServer, type OpenCodeAddress } from './opencode-server';

/** A message of the person waits no longer than this for the tools: without them the agent still has its blocks. */
const PROVIDE_TIMEOUT_MS = 5_000;
/** OpenCode gives up a Hub that does not answer for this long; a call that is under way is heard of more often. */
const CALL_TIMEOUT_MS = 15_000;

/**
 * Gives our own OpenCode server the Hub's tools in place of its own. They are added while it runs, so that either may start first
 * or be started anew, and so that the Hub's token stands in no file and in no environment.
 */
@injectable()
export class HubTools {
    @inject(OpenCodeServer) protected readonly server: OpenCodeServer;
    @inject(OpenCodeClientProvider) protected readonly clients: OpenCodeClientProvider;
    @inject(HubProcess) protected readonly hub: HubProcess;
    @inject(ConversationPass) protected readonly pass: ConversationPass;
    @inject(HubClient) protected readonly hubClient: HubClient;
    @inject(ILogger) @named('openspace:HubTools') protected readonly logger: ILogger;

    /** The server that knows the Hub as it is now. */
    protected provided?: OpenCodeAddress;

    @postConstruct()
    protected init(): void {
        this.hubClient.onDidMeetNewHub(() => (this.provided = undefined));
    }

    /** Sees to it that sessions in this folder have the tools. Never rejects: without them the agent still has its blocks. */
    async provide(directory: string): Promise<void> {
        if (!this.server.isGuarded) {
            return;
        }
        try {
            const address = this.server.current();
            const client = await this.clients.client();
            const options = inTime(PROVIDE_TIMEOUT_MS);
            const { data: known } = await client.mcp.status({ directory }, options);
            if (this.provided === address && Object.hasOwn(known, TOOL_SERVER) && known[TOOL_SERVER].status === 'connected') {
                return;
            }
            const { url, token } = this.hub.current();
            const headers = {
                authorization: `Bearer ${token}`,
                [SESSION_ARGUMENT_HEADER]: SESSION_ARGUMENT,
                [CONVERSATION_PASS_HEADER]: this.pass.value
            };
            const config = { type: 'remote', url: `${url}/mcp`, headers, oauth: false, timeout: CALL_TIMEOUT_MS } as const;
            const { data: added } = await client.mcp.add({ directory, name: TOOL_SERVER, config }, options);
            if (added[TOOL_SERVER].status !== 'connected') {
                throw new Error(`OpenCode says ${JSON.stringify(added[TOOL_SERVER])}`);
            }
            this.provided = address;
            this.logger.debug('OpenCode has the tools of the Hub');
        } catch (error) {
            this.logger.warn(`The agent has no tools in this turn, only blocks: ${errorMessage(error)}`);
        }
    }
}
