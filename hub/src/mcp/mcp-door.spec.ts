import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { HUB_LINK_KEY_HEADER } from '@openspace/protocol';
import { readAudit, verifyAudit } from '@openspace/workspace-tools';
import {
    LATEST_PROTOCOL_VERSION,
    SUPPORTED_PROTOCOL_VERSIONS,
    Tool,
    ToolListChangedNotificationSchema
} from '@modelcontextprotocol/sdk/types.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { HUB_LIMITS } from '../hub-limits';
import { HUB_VERSION } from '../hub-version';
import { LinkedIde, linkedTab } from '../testing/linked-ide';
import { connectMcpClient } from '../testing/mcp-client';
import { OPEN_COMMAND, sampleManifest, sampleState } from '../testing/sample-data';
import { startTestHub, TestHub, TestResponse } from '../testing/test-hub';

const OPEN_TOOL = { name: 'openspace_editor_open', arguments: { path: 'src/index.ts', line: 42 } };
const DONE = { outcome: 'done', result: { success: true, output: 'Opened.', data: { line: 42 } } } as const;

const ideTools = (tools: readonly Tool[]): Tool[] => tools.filter(({ name }) => name.startsWith('openspace_'));

interface RpcAnswer {
    readonly id: unknown;
    readonly result?: Record<string, unknown>;
    readonly error?: { readonly code: number; readonly message: string };
}

describe('The MCP door', () => {
    let hub: TestHub;
    let clients: Client[];

    beforeEach(async () => {
        hub = await startTestHub();
        clients = [];
        await publish(sampleManifest());
    });
    afterEach(async () => {
        await Promise.all(clients.map(client => client.close()));
        await hub.stop();
    });

    const publish = async (manifest: unknown, path = '/openspace/manifest'): Promise<void> => {
        assert.equal(
            (await hub.send({ method: 'POST', path, body: manifest, headers: { [HUB_LINK_KEY_HEADER]: hub.linkKey } })).status,
            200
        );
    };
    const connect = async (options?: Parameters<typeof connectMcpClient>[1]) => {
        const connection = await connectMcpClient(hub, options);
        clients.push(connection.client);
        return connection;
    };
    const link = (...args: [tabs?: Parameters<typeof LinkedIde.link>[2], answer?: Parameters<typeof LinkedIde.link>[3]]) =>
        LinkedIde.link(hub.port, hub.linkKey, args[0] ?? [linkedTab()], args[1] ?? (() => DONE));
    /** As a plain program asks: no Accept, no session. */
    const post = (body: unknown, headers?: Record<string, string>): Promise<TestResponse> =>
        hub.send({ method: 'POST', path: '/mcp', body, headers });
    const accept = 'application/json, text/event-stream';
    const hello = (params: object) => ({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities: {}, clientInfo: { name: 'test', version: '1' }, ...params }
    });
    const rpc = async (method: string, params: unknown = {}): Promise<RpcAnswer> =>
        JSON.parse((await post({ jsonrpc: '2.0', id: 1, method, params })).text) as RpcAnswer;

    for (const protocolVersion of SUPPORTED_PROTOCOL_VERSIONS.filter(version => version >= '2024-11-05')) {
        it(`serves the SDK's client with protocol ${protocolVersion}`, async () => {
            const ide = await link();
            const { client, transport } = await connect({ protocolVersion });
            assert.equal(transport.protocolVersion, protocolVersion);
            assert.equal(client.getServerVersion()?.name, 'workspace-tool');
            const result = await client.callTool(OPEN_TOOL);
            assert.deepEqual(result.content, [{ type: 'text', text: 'Opened.\n{"line":42}' }]);
            assert.deepEqual(result.structuredContent, { outcome: 'done', ...DONE.result });
            const { commandId, args, client: who, sessionId } = ide.received[0] ?? assert.fail('no call');
            assert.deepEqual([commandId, args, who], ['openspace.editor.open', OPEN_TOOL.arguments, 'mcp: test-client 1.2.3']);
            assert.match(sessionId, /^mcp-[\w-]{36}$/);
            const id = transport.sessionId ?? assert.fail('no session');
            assert.ok(!JSON.stringify(ide.received).includes(id), 'the id that opens the session is shown');
        });
    }

    it('offers every command as a tool with its schema and what its risk class means', async () => {
        const commands = (['read', 'view', 'write', 'execute'] as const).map(risk => ({
            ...OPEN_COMMAND,
            id: `openspace.test.${risk}`,
            risk
        }));
        await publish(sampleManifest({ commands }));
        const { client } = await connect();
        const tools = ideTools((await client.listTools()).tools);
        assert.deepEqual(tools[0]?.inputSchema, OPEN_COMMAND.arguments_schema);
        assert.deepEqual([tools[0].description, tools[0].title], ['Opens a file in an editor.', 'Open File']);
        assert.deepEqual(tools[0].outputSchema?.required, ['outcome', 'success']);
        assert.deepEqual(
            tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint]),
            [
                ['openspace_test_read', true, false],
                ['openspace_test_view', false, false],
                ['openspace_test_write', false, true],
                ['openspace_test_execute', false, true]
            ]
        );
    });

    it('tells clients when the commands have changed', async () => {
        const { client } = await connect();
        const changed = new Promise<void>(resolve => client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()));
        await publish(sampleManifest({ commands: [] }));
        await changed;
        assert.deepEqual(ideTools((await client.listTools()).tools), []);
    });

    it('tells clients when another tab of the IDE is the one that they mean', async () => {
        await publish(sampleManifest({ tabId: 'tab-2', commands: [] }));
        const ide = await link([linkedTab({ tabId: 'tab-1' })]);
        const { client } = await connect();
        assert.equal(ideTools((await client.listTools()).tools).length, 1);
        const changed = new Promise<void>(resolve => client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()));
        ide.send({ type: 'tabs', tabs: [linkedTab({ tabId: 'tab-1' }), linkedTab({ tabId: 'tab-2' })] });
        await changed;
        assert.deepEqual(ideTools((await client.listTools()).tools), []);
    });

    it('offers the instructions and the state as resources', async () => {
        await publish(sampleState(), '/openspace/state');
        const { client } = await connect();
        const { resources } = await client.listResources();
        assert.deepEqual(
            resources.map(({ uri }) => uri),
            ['openspace://instructions', 'openspace://state']
        );
        const textOf = async (uri: string): Promise<string> => {
            const [content] = (await client.readResource({ uri })).contents;
            return 'text' in content ? content.text : '';
        };
        assert.match(await textOf('openspace://instructions'), /^# System Instructions/);
        assert.deepEqual(JSON.parse(await textOf('openspace://state')), sampleState());
        await assert.rejects(client.readResource({ uri: 'openspace://other' }), /List the resources/);
    });

    it('gives failures as errors that the model can read', async () => {
        const results = [
            { outcome: 'failed', result: { success: false, code: 'not-found', error: 'There is no a.ts.' } },
            { outcome: 'refused', result: { success: false, code: 'sensitive-file', error: '".env" is sensitive.' } },
            { outcome: 'unknown', result: { success: false, code: 'timeout', error: 'It may have happened.' } }
        ] as const;
        let call = 0;
        await link(undefined, () => results[call++]);
        const { client } = await connect();
        const texts: unknown[] = [];
        for (const { outcome } of results) {
            const result = await client.callTool(OPEN_TOOL);
            assert.equal(result.isError, true);
            assert.equal((result.structuredContent as { outcome: string }).outcome, outcome);
            texts.push((result.content as [{ text: string }])[0].text);
        }
        assert.deepEqual(texts, ['Error: There is no a.ts.', 'Error: Access denied. ".env" is sensitive.', 'Error: It may have happened.']);
    });

    it('says what to do when there is no IDE, no such tool, or a choice to make', async () => {
        const errorOf = async (client: Client, tool = OPEN_TOOL): Promise<string> => {
            const { isError, content } = await client.callTool(tool);
            assert.equal(isError, true);
            return (content as [{ text: string }])[0].text;
        };
        const { client } = await connect();
        assert.match(await errorOf(client), /No IDE is linked/);
        assert.match(await errorOf(client, { ...OPEN_TOOL, name: 'toString' }), /There is no tool "toString"/);
        await link([linkedTab({ tabId: 'tab-1', workspace: '/one' })]);
        await link([linkedTab({ tabId: 'tab-2', workspace: '/two' })]);
        await publish(sampleManifest({ tabId: 'tab-2', workspace: '/two' }));
        assert.match(await errorOf(client), /Several workspaces are open.*"\/one" in tab "tab-1".*"\/two" in tab "tab-2"/);
        for (const query of ['?workspace=%2Ftwo', '?tab=tab-1']) {
            const { client: chooser } = await connect({ query });
            assert.equal((await chooser.callTool(OPEN_TOOL)).isError, undefined, query);
        }
    });

    it('counts a command that reaches no IDE as refused', async () => {
        const { client } = await connect();
        await client.callTool(OPEN_TOOL);
        const { text } = await hub.send({ path: '/metrics' });
        assert.match(text, /^openspace_commands_total\{command="openspace\.editor\.open",outcome="refused"\} 1$/m);
    });

    it('notes what it refuses in the audit, tools that do not exist included', async () => {
        const { client } = await connect({ session: 'my-session' });
        await client.callTool(OPEN_TOOL);
        await client.callTool({ name: 'n'.repeat(5_000), arguments: { path: 'a.ts', content: 'secret' } });
        const noted = readAudit(hub.auditDirectory).map(({ command, outcome, code, session, args }) => ({
            command,
            outcome,
            code,
            session,
            args
        }));
        const refused = { outcome: 'refused', session: 'my-session' };
        assert.deepEqual(noted, [
            { ...refused, command: 'openspace.editor.open', code: 'no-ide', args: OPEN_TOOL.arguments },
            { ...refused, command: 'n'.repeat(200), code: 'no-such-tool', args: { path: 'a.ts', content: '(6 characters)' } }
        ]);
        assert.deepEqual(verifyAudit(hub.auditDirectory).problems, []);
    });

    it('counts calls for the session that the client names', async () => {
        const ide = await link();
        const { client } = await connect({ session: 'my-session' });
        await client.callTool(OPEN_TOOL);
        assert.equal(ide.received[0]?.sessionId, 'my-session');
    });

    it('counts each call for the session in the argument that the client has named for that, and takes the argument out', async () => {
        const ide = await link([linkedTab({ tabId: 'tab-1', sessions: ['chat'] }), linkedTab({ tabId: 'tab-2' })]);
        await publish(sampleManifest({ tabId: 'tab-2' }));
        const { client } = await connect({ sessionArgument: 'chat_of' });
        const openFor = (chat: unknown) => ({ ...OPEN_TOOL, arguments: { ...OPEN_TOOL.arguments, chat_of: chat } });
        await client.callTool(openFor('chat'));
        await client.callTool(OPEN_TOOL);
        await client.callTool(openFor(7));
        const { client: other } = await connect();
        await other.callTool(openFor('chat'));
        const [named, unnamed, unreadable, plain] = ide.received;
        assert.deepEqual([named.sessionId, named.tabId, named.args], ['chat', 'tab-1', OPEN_TOOL.arguments]);
        assert.match(unnamed.sessionId, /^mcp-/);
        assert.deepEqual([unreadable.sessionId, unreadable.args], [unnamed.sessionId, OPEN_TOOL.arguments]);
        assert.deepEqual(plain.args, { ...OPEN_TOOL.arguments, chat_of: 'chat' });
    });

    it("hands on what tells a caller from others: its connection, and the pass of an IDE's own agent", async () => {
        const ide = await link();
        const { client } = await connect({ pass: 'the-pass' });
        await client.callTool(OPEN_TOOL);
        await client.callTool(OPEN_TOOL);
        await connect({ session: 'chat' }).then(other => other.client.callTool(OPEN_TOOL));
        await rpc('tools/call', OPEN_TOOL);
        const [own, again, other, plain] = ide.received.map(({ connection, pass }) => ({ connection, pass }));
        assert.deepEqual([own, own.pass], [again, 'the-pass']);
        assert.match(own.connection ?? '', /^[\w-]{36}$/);
        assert.ok(!ide.received[0].sessionId.includes(own.connection ?? ''), 'what others see tells the connection');
        assert.ok(other.connection !== undefined && other.connection !== own.connection && other.pass === undefined);
        assert.deepEqual(plain, { connection: undefined, pass: undefined });
    });

    it('tells a client at once that its call waits for a person', async () => {
        const ide = await link(undefined, () => undefined);
        const { client } = await connect();
        let tell: (message: string | undefined) => void = () => undefined;
        const told = new Promise<string | undefined>(resolve => (tell = resolve));
        const call = client.callTool(OPEN_TOOL, undefined, { onprogress: ({ message }) => tell(message) });
        await ide.calls(1);
        const { callId } = ide.received[0] ?? assert.fail('no call');
        ide.send({ type: 'waiting', callId });
        assert.equal(await told, 'Waiting for the person to decide.');
        ide.send({ type: 'result', callId, ...DONE });
        assert.equal((await call).isError, undefined);
    });

    it('ends a call as unknown at once when the IDE goes away', async () => {
        const ide = await link(undefined, () => undefined);
        const { client } = await connect();
        const call = client.callTool(OPEN_TOOL);
        await ide.calls(1);
        ide.socket.terminate();
        assert.equal(((await call).structuredContent as { outcome: string }).outcome, 'unknown');
    });

    it('tells a client that wants to know that its call is still under way', async () => {
        const ide = await link(undefined, () => undefined);
        const { client } = await connect();
        const { mcpProgressMs } = HUB_LIMITS;
        Object.assign(HUB_LIMITS, { mcpProgressMs: 10 });
        try {
            let finish: (() => void) | undefined;
            const call = client.callTool(OPEN_TOOL, undefined, { onprogress: () => finish?.() });
            await new Promise<void>(resolve => (finish = resolve));
            ide.send({ type: 'result', callId: ide.received[0]?.callId ?? '', ...DONE });
            assert.equal((await call).isError, undefined);
        } finally {
            Object.assign(HUB_LIMITS, { mcpProgressMs });
        }
    });

    it('lets a client know that its answer is under way, however long that takes', async () => {
        const ide = await link(undefined, () => undefined);
        const { transport } = await connect();
        const response = await fetch(`http://127.0.0.1:${hub.port}/mcp`, {
            method: 'POST',
            headers: {
                authorization: `Bearer ${hub.token}`,
                accept: 'application/json, text/event-stream',
                'content-type': 'application/json',
                'mcp-session-id': transport.sessionId ?? ''
            },
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: OPEN_TOOL })
        });
        assert.equal(response.status, 200);
        await ide.calls(1);
        ide.send({ type: 'result', callId: ide.received[0]?.callId ?? '', ...DONE });
        assert.match(await response.text(), /Opened/);
    });

    it('answers plain requests without Accept and session as JSON', async () => {
        await link();
        const clientInfo = { name: 'test', version: '1.0' };
        const { result: hello } = await rpc('initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo });
        assert.equal(hello?.protocolVersion, '2024-11-05');
        assert.deepEqual(hello.serverInfo, { name: 'workspace-tool', version: HUB_VERSION });
        assert.deepEqual((hello.capabilities as { tools: unknown }).tools, { listChanged: true });
        const { result: list } = await rpc('tools/list');
        assert.equal((list?.tools as { name: string }[])[0]?.name, OPEN_TOOL.name);
        const { result: called } = await rpc('tools/call', OPEN_TOOL);
        assert.deepEqual((called?.structuredContent as { outcome: string }).outcome, 'done');
        const response = await post({ jsonrpc: '2.0', id: 7, method: 'ping' }, { accept: '*/*' });
        assert.equal(response.headers['content-type'], 'application/json');
        assert.equal(response.headers['mcp-session-id'], undefined);
        assert.deepEqual(JSON.parse(response.text), { jsonrpc: '2.0', id: 7, result: {} });
    });

    it('counts plain requests for the session of their connection, unless they name one', async () => {
        const ide = await link();
        const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: OPEN_TOOL };
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        try {
            await hub.send({ method: 'POST', path: '/mcp', body: call, agent });
            await hub.send({ method: 'POST', path: '/mcp', body: call, agent });
            await hub.send({ method: 'POST', path: '/mcp', body: call, agent, headers: { 'x-openspace-session': 'named' } });
            await hub.send({ method: 'POST', path: '/mcp', body: call });
        } finally {
            agent.destroy();
        }
        const [first, again, named, other] = ide.received.map(({ sessionId }) => sessionId);
        assert.match(first, /^mcp-[\w-]{36}$/);
        assert.deepEqual([again, named], [first, 'named']);
        assert.match(other, /^mcp-[\w-]{36}$/);
        assert.notEqual(other, first);
    });

    it('answers malformed messages and unknown methods with errors of JSON-RPC', async () => {
        for (const body of [
            '{',
            '',
            {},
            [],
            7,
            null,
            { jsonrpc: '1.0', id: 1, method: 'ping' },
            { jsonrpc: '2.0', id: {}, method: 'ping' }
        ]) {
            const { status, text } = await post(body);
            assert.equal(status, 400, text);
            assert.equal(typeof (JSON.parse(text) as RpcAnswer).error?.code, 'number', text);
        }
        assert.equal((await rpc('no/such/method')).error?.code, -32601);
        for (const params of [
            undefined,
            {},
            { name: 7 },
            { name: 'read_file', arguments: [] },
            { name: 'read_file', arguments: 'a.txt' }
        ]) {
            assert.equal((await rpc('tools/call', params)).error?.code, -32602, JSON.stringify(params));
        }
    });

    it('names the first field that no message has, however many there are', async () => {
        const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`${'k'.repeat(150)}${index}`, 1]));
        for (const body of [
            fields,
            { jsonrpc: '2.0', id: 1, method: 'ping', ...fields },
            [{ jsonrpc: '2.0', id: 1, method: 'ping' }, fields]
        ]) {
            const { status, text } = await post(body);
            const { error } = JSON.parse(text) as RpcAnswer;
            assert.deepEqual([status, error?.code], [400, -32700]);
            assert.match(error?.message ?? '', /no message of JSON-RPC 2\.0: it has the field "k{100}"\. Leave that out\./);
        }
    });

    it('knows no sessions but its own, and forgets one that its client ends', async () => {
        const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
        assert.equal((await post(ping, { accept, 'mcp-session-id': 'invented' })).status, 404);
        assert.equal((await hub.send({ path: '/mcp', headers: { accept } })).status, 404);
        assert.equal((await hub.send({ method: 'DELETE', path: '/mcp' })).status, 404);
        const { transport } = await connect();
        const { sessionId = '' } = transport;
        assert.equal((await post(ping, { accept, 'mcp-session-id': sessionId })).status, 200);
        await transport.terminateSession();
        assert.equal((await post(ping, { accept, 'mcp-session-id': sessionId })).status, 404);
    });

    it('tells the IDEs when a client ends its session, and one that links itself later', async () => {
        const linkNewest = (): Promise<LinkedIde> =>
            LinkedIde.link(
                hub.port,
                hub.linkKey,
                [linkedTab()],
                () => DONE,
                () => undefined
            );
        const ide = await linkNewest();
        const [going, staying] = [await connect(), await connect()];
        for (const { client } of [going, staying]) {
            await client.callTool(OPEN_TOOL);
        }
        const [gone, stays] = ide.received.map(({ connection }) => connection);
        assert.notEqual(gone, stays);
        await going.transport.terminateSession();
        await ide.settled();
        assert.deepEqual(ide.connections, [[], [stays]]);
        assert.deepEqual((await linkNewest()).connections, [[stays]]);
    });

    for (const [what, params] of Object.entries({
        'a long name': (bytes: number) => ({ clientInfo: { name: 'x'.repeat(bytes), version: '1' } }),
        'a long name of few characters': (bytes: number) => ({ clientInfo: { name: 'ü'.repeat(Math.floor(bytes / 2)), version: '1' } }),
        'many capabilities': (bytes: number) => ({
            capabilities: { experimental: { more: { list: Array.from({ length: Math.floor(bytes / 3) }, () => []) } } }
        })
    })) {
        it(`keeps no more of a client than a short message says: ${what}`, async () => {
            const send = async (bytes: number) => {
                const { status, headers, text } = await post(hello(params(bytes)), { accept });
                return { status, hasSession: headers['mcp-session-id'] !== undefined, text };
            };
            const { text, ...refused } = await send(HUB_LIMITS.mcpHelloBytes);
            assert.deepEqual(refused, { status: 413, hasSession: false });
            const { error, ...rest } = JSON.parse(text) as RpcAnswer;
            assert.deepEqual([rest, error?.code], [{ jsonrpc: '2.0', id: null }, -32600]);
            assert.match(error?.message ?? '', /"initialize" may have at most 65536 bytes\. Say less/);
            const { status, hasSession } = await send(HUB_LIMITS.mcpHelloBytes - 300);
            assert.deepEqual({ status, hasSession }, { status: 200, hasSession: true });
        });
    }

    it('keeps at most so many sessions; the one idle for longest goes first', async () => {
        const ids: string[] = [];
        for (let client = 0; client <= HUB_LIMITS.mcpSessions; client++) {
            const { headers } = await post(hello({}), { accept });
            ids.push(String(headers['mcp-session-id']));
        }
        const statusOf = async (index: number): Promise<number> =>
            (await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { accept, 'mcp-session-id': ids[index] ?? '' })).status;
        assert.deepEqual([await statusOf(0), await statusOf(1), await statusOf(HUB_LIMITS.mcpSessions)], [404, 200, 200]);
    });

    it('ends although clients hold streams open', async () => {
        const { transport } = await connect();
        const streams = new Promise<Error>(resolve => (transport.onerror = resolve));
        await hub.stop();
        assert.match((await streams).message, /SSE stream disconnected|terminated|Failed to open|fetch failed/);
        hub = await startTestHub();
    });
});
