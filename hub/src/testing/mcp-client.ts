import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { CONVERSATION_PASS_HEADER, SESSION_ARGUMENT_HEADER } from '@openspace/protocol';

/** The SDK's transport, for a client of an earlier protocol than the SDK's own client asks for. */
class EarlierTransport extends StreamableHTTPClientTransport {
    askedVersion?: string;

    override send(message: JSONRPCMessage | JSONRPCMessage[]): Promise<void> {
        if (this.askedVersion !== undefined && 'method' in message && message.method === 'initialize') {
            return super.send({ ...message, params: { ...message.params, protocolVersion: this.askedVersion } });
        }
        return super.send(message);
    }
}

/** The MCP SDK's own client, connected to a Hub. */
export async function connectMcpClient(
    { url, token }: { readonly url: string; readonly token: string },
    options: {
        readonly protocolVersion?: string;
        readonly query?: string;
        readonly session?: string;
        readonly sessionArgument?: string;
        readonly pass?: string;
    } = {}
): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> {
    const { protocolVersion, query = '', session, sessionArgument, pass } = options;
    const transport = new EarlierTransport(new URL(`${url}/mcp${query}`), {
        requestInit: {
            headers: {
                authorization: `Bearer ${token}`,
                ...(session !== undefined && { 'x-openspace-session': session }),
                ...(sessionArgument !== undefined && { [SESSION_ARGUMENT_HEADER]: sessionArgument }),
                ...(pass !== undefined && { [CONVERSATION_PASS_HEADER]: pass })
            }
        }
    });
    transport.askedVersion = protocolVersion;
    const client = new Client({ name: 'test-client', version: '1.2.3' });
    await client.connect(transport);
    return { client, transport };
}
