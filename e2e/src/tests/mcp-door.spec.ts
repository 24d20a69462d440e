import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ForeignOpenCode } from '../application/foreign-opencode';
import { connectMcpClient } from '../application/mcp-client';
import { expect, test } from '../application/openspace-test';

const execute = promisify(execFile);

const openTool = (line: number) => ({ name: 'openspace_editor_open', arguments: { path: 'src/index.ts', line } });

test("other agents open files in the person's IDE: the MCP SDK's client with the oldest and the newest protocol", async ({
    ide,
    application
}) => {
    for (const [protocolVersion, line] of [
        ['2024-11-05', 12],
        [undefined, 23]
    ] as const) {
        const client = await connectMcpClient(await application.hubAccess(), { protocolVersion });
        const result = await client.callTool(openTool(line));
        expect(result).toMatchObject({ structuredContent: { outcome: 'done', data: { path: 'src/index.ts', line } } });
        await ide.editors.expectAtLine('index.ts', line);
        await client.close();
    }
});

test('a plain program opens a file with the requests that any HTTP client can send', async ({ ide, application }) => {
    const { url, token } = await application.hubAccess();
    const ask = async (id: number, method: string, params: unknown): Promise<unknown> => {
        const response = await fetch(`${url}/mcp`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ jsonrpc: '2.0', id, method, params })
        });
        return response.json();
    };
    const clientInfo = { name: 'test', version: '1.0' };
    expect(await ask(1, 'initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo })).toMatchObject({
        id: 1,
        result: { protocolVersion: '2024-11-05', serverInfo: { name: 'workspace-tool' } }
    });
    expect(JSON.stringify(await ask(2, 'tools/list', {}))).toContain('openspace_editor_open');
    expect(await ask(3, 'tools/call', openTool(42))).toMatchObject({ id: 3, result: { structuredContent: { outcome: 'done' } } });
    await ide.editors.expectAtLine('index.ts', 42);
    expect(await ask(4, 'tools/call', { ...openTool(1), arguments: { path: '.env' } })).toMatchObject({ result: { isError: true } });
});

test('an OpenCode that has the Hub in its configuration opens a file', async ({ ide, application, model, scratch }) => {
    await ide.chat.waitUntilReady();
    model.answer([{ kind: 'toolCall', name: 'hub_openspace_editor_open', args: { path: 'src/index.ts', line: 27 } }], 'Open.');
    const agent = await ForeignOpenCode.start(join(scratch, 'foreign'), model.url, await application.hubAccess());
    try {
        await agent.ask('Open line 27');
    } finally {
        agent.stop();
    }
    await ide.editors.expectAtLine('index.ts', 27);
});

test('curl opens a file with the lines that the document of the tool gives', async ({ ide, application }) => {
    const { url, token } = await application.hubAccess();
    const curl = async (body: object): Promise<unknown> => {
        const headers = ['-H', 'Content-Type: application/json', '-H', `Authorization: Bearer ${token}`];
        const { stdout } = await execute('curl', ['-sS', '-X', 'POST', `${url}/mcp`, ...headers, '-d', JSON.stringify(body)]);
        return JSON.parse(stdout);
    };
    expect(JSON.stringify(await curl({ jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} }))).toContain('openspace_editor_open');
    expect(await curl({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: openTool(35) })).toMatchObject({
        id: 3,
        result: { structuredContent: { outcome: 'done' } }
    });
    await ide.editors.expectAtLine('index.ts', 35);
});

test('the door is open again after the Hub was killed', async ({ ide, application }) => {
    application.kill('hub');
    await expect(async () => {
        const client = await connectMcpClient(await application.hubAccess());
        const { isError } = await client.callTool(openTool(31));
        await client.close();
        expect(isError).toBeUndefined();
    }).toPass();
    await ide.editors.expectAtLine('index.ts', 31);
});
