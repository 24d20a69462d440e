import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HUB_VERSION } from '../hub-version';
import { useHub, WorkspaceHub } from '../testing/workspace-hub';
import { FILE_TOOL_SCHEMAS } from './files/file-tool-schemas';

/** Manual tests as the document of the tool gives them, but for the address. */
const LINES = {
    initialize: `curl -X POST ADDRESS/mcp \\
  -H "Content-Type: application/json" \\
  -d '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"test","version":"1.0"}}}'`,
    list: `curl -X POST ADDRESS/mcp \\
  -H "Content-Type: application/json" \\
  -d '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}'`,
    read: `curl -X POST ADDRESS/mcp \\
  -H "Content-Type: application/json" \\
  -d '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"read_file","arguments":{"path":"README.md"}}}'`,
    listDirectory: `curl -X POST ADDRESS/mcp \\
  -H "Content-Type: application/json" \\
  -d '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"list_directory","arguments":{"path":"."}}}'`,
    health: 'curl ADDRESS/health'
};

interface Answer {
    readonly jsonrpc: string;
    readonly id: number;
    readonly result: Readonly<Record<string, unknown>>;
}

describe('The lines for curl of the document of the MCP tool', () => {
    const workspace = useHub(new WorkspaceHub());

    /** The token stands where curl looks for options of its own, so that the lines stay as they are. */
    const run = async (line: string): Promise<unknown> => {
        mkdirSync(workspace.state, { recursive: true });
        writeFileSync(join(workspace.state, '.curlrc'), `header = "Authorization: Bearer ${workspace.hub.token}"\n`);
        const env = { ...process.env, CURL_HOME: workspace.state };
        const { stdout } = await promisify(execFile)('bash', ['-c', line.replace('ADDRESS', workspace.hub.url)], { env });
        return JSON.parse(stdout) as unknown;
    };

    it('are answered as it says', async () => {
        workspace.file('README.md', '# Read me\n');
        const hello = (await run(LINES.initialize)) as Answer;
        const { protocolVersion, serverInfo, capabilities } = hello.result;
        assert.deepEqual([hello.jsonrpc, hello.id, protocolVersion], ['2.0', 1, '2024-11-05']);
        assert.deepEqual(serverInfo, { name: 'workspace-tool', version: HUB_VERSION });
        assert.equal(typeof (capabilities as { tools?: unknown }).tools, 'object');

        const list = (await run(LINES.list)) as Answer;
        assert.deepEqual([list.id, (list.result.tools as { name: string }[]).map(({ name }) => name)], [2, Object.keys(FILE_TOOL_SCHEMAS)]);

        const read = (await run(LINES.read)) as Answer;
        assert.deepEqual([read.id, read.result.content], [3, [{ type: 'text', text: '# Read me\n' }]]);

        const listed = (await run(LINES.listDirectory)) as Answer;
        assert.deepEqual([listed.id, listed.result.content], [4, [{ type: 'text', text: 'Contents of .:\n\n[FILE] README.md' }]]);

        const { status, service, version } = (await run(LINES.health)) as Record<string, unknown>;
        assert.deepEqual([status, service, version], ['ok', 'workspace-tool', HUB_VERSION]);
    });
});
