import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { clientName } from '../workspace/client-name';

/**
 * What the client of a server is called, for the audit and the person.
 * @param program what a client that never said hello is called
 */
export function mcpClientName({ server }: McpServer, program = 'unknown client'): string {
    const { name = program, version = '' } = server.getClientVersion() ?? {};
    return clientName('mcp', `${name} ${version}`.trim());
}
