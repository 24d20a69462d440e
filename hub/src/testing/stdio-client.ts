import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** The program `openspace-hub`. */
export const HUB_PROGRAM = resolve(__dirname, '..', '..', 'bin', 'openspace-hub.js');

/** The MCP SDK's own client, connected to a server that it started itself, in a process of its own. */
export async function connectStdioClient(workspace: string, stateDirectory: string, ...options: string[]): Promise<Client> {
    const transport = new StdioClientTransport({
        command: process.execPath,
        args: [HUB_PROGRAM, 'mcp', '--workspace', workspace, ...options],
        env: { ...process.env, OPENSPACE_STATE_DIR: stateDirectory },
        stderr: 'inherit'
    });
    const client = new Client({ name: 'test-client', version: '1.2.3' });
    await client.connect(transport);
    return client;
}
