import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { TestHub } from './test-hub';

/** Some way to list and call MCP tools. */
export interface ToolCaller {
    list(): Promise<Tool[]>;
    call(name: string, args: Record<string, unknown>): Promise<CallToolResult>;
}

/** Through the SDK's client, which also checks structured content against the schemas that the server lists. */
export function callerOfClient(client: Client): ToolCaller {
    return {
        list: async () => (await client.listTools()).tools,
        call: async (name, args) => (await client.callTool({ name, arguments: args })) as CallToolResult
    };
}

/** As curl asks: plain JSON, without Accept and session. */
export function plainCaller(hub: TestHub): ToolCaller {
    const ask = async (method: string, params: unknown): Promise<unknown> => {
        const body = { jsonrpc: '2.0', id: 1, method, params };
        const { status, text } = await hub.send({ method: 'POST', path: '/mcp', body });
        assert.equal(status, 200, text);
        return (JSON.parse(text) as { result: unknown }).result;
    };
    return {
        list: async () => ((await ask('tools/list', {})) as { tools: Tool[] }).tools,
        call: async (name, args) => (await ask('tools/call', { name, arguments: args })) as CallToolResult
    };
}

/** The texts of a result, of which there is nearly always one. */
export function textsOf({ content }: CallToolResult): string[] {
    return content.map(part => (part.type === 'text' ? part.text : assert.fail(`unexpected ${part.type}`)));
}

/** The text of a call that succeeds. */
export async function succeed(caller: ToolCaller, name: string, args: Record<string, unknown>): Promise<string> {
    const result = await caller.call(name, args);
    const [text, ...more] = textsOf(result);
    assert.deepEqual([result.isError ?? false, more], [false, []], text);
    assert.ok(result.structuredContent);
    return text;
}

/** The text of a call that fails. */
export async function fail(caller: ToolCaller, name: string, args: Record<string, unknown>): Promise<string> {
    const result = await caller.call(name, args);
    const [text, ...more] = textsOf(result);
    assert.deepEqual([result.isError, more], [true, []], text);
    return text;
}
