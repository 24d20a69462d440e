import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { HubAccess } from './running-application';

/** The SDK's transport, for a client that asks for an earlier protocol than the SDK's own. */
class EarlierTransport extends StreamableHTTPClientTransport {
    constructor(
        url: URL,
        headers: Record<string, string>,
        private readonly askedVersion: string | undefined
    ) {
        super(url, { requestInit: { headers } });
    }

    override send(message: JSONRPCMessage | JSONRPCMessage[]): Promise<void> {
        if (this.askedVersion !== undefined && 'method' in message && message.method === 'initialize') {
            return super.send({ ...message, params: { ...message.params, protocolVersion: this.askedVersion } });
        }
        return super.send(message);
    }
}

/** The MCP SDK's own client, connected to the application's Hub; without a version it asks for the newest. */
export async function connectMcpClient(
    { url, token }: HubAccess,
    { protocolVersion, session }: { readonly protocolVersion?: string; readonly session?: string } = {}
): Promise<Client> {
    const client = new Client({ name: 'end-to-end', version: '1.0' });
    const headers = { authorization: `Bearer ${token}`, ...(session === undefined ? {} : { 'x-openspace-session': session }) };
    await client.connect(new EarlierTransport(new URL(`${url}/mcp`), headers, protocolVersion));
    return client;
}

/** Says goodbye, as a client does that is no longer needed. */
export async function endMcpSession(client: Client): Promise<void> {
    if (client.transport instanceof StreamableHTTPClientTransport) {
        await client.transport.terminateSession();
    }
    await client.close();
}
