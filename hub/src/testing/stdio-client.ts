import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** The program `openspace-hub`. */
export const HUB_PROGRAM = resolve(__dirname, '..', '..', 'bin', 'openspace-hub.js');

/**
 * The MCP SDK's own client, connected to a server that it started itself, in a process of its own.
 * @param starter program and its arguments that start the server, if not the client itself
 */
export async function connectStdioClient(workspace: string, stateDirectory: string, starter: readonly string[] = []): Promise<Client> {
    const [command, ...args] = [...starter, process.execPath, HUB_PROGRAM, 'mcp', '--workspace', workspace];
    const transport = new StdioClientTransport({
        command,
        args,
        env: { ...process.env, OPENSPACE_STATE_DIR: stateDirectory },
        stderr: 'inherit'
    });
    const client = new Client({ name: 'test-client', version: '1.2.3' });
    await client.connect(transport);
    return client;
}
