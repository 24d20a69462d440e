import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';

/** What the client of a server said that it is, for the audit and the person. */
export function clientName({ server }: McpServer): string {
    const { name = 'unknown client', version = '' } = server.getClientVersion() ?? {};
    return `mcp: ${name} ${version}`.trim().slice(0, 200);
}
