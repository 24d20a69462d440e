import assert from 'node:assert/strict';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { LIMITS } from '@openspace/protocol';
import { HUB_LIMITS } from '../hub-limits';
import { MemoryStore } from '../store/memory-store';
import { McpSession, McpSessions } from './mcp-sessions';

const HELLO = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
};

describe('McpSessions', () => {
    let now: number;
    let sessions: McpSessions;
    let told: readonly string[];
    beforeEach(() => {
        now = 0;
        told = [];
        sessions = new McpSessions(
            new MemoryStore(),
            present => (told = present),
            () => now
        );
    });
    afterEach(() => sessions.close());

    const open = async (connection = 'some connection'): Promise<McpSession> => {
        const session = await sessions.open(connection, () => new McpServer({ name: 'test', version: '1' }));
        const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
        const { status } = await session.transport.handleRequest(new Request('http://hub/mcp', { method: 'POST', headers }), {
            parsedBody: HELLO
        });
        assert.equal(status, 200);
        return session;
    };

    it('ends sessions that have been idle for too long, and not those with an open request', async () => {
        const [idle, used, busy] = [await open(), await open(), await open()];
        const finish = busy.use();
        now = HUB_LIMITS.mcpSessionIdleMs;
        used.use()();
        now++;
        sessions.lookAround();
        const known = (session: McpSession): boolean => sessions.get(session.transport.sessionId ?? '') === session;
        assert.deepEqual([known(idle), known(used), known(busy)], [false, true, true]);
        finish();
        now += HUB_LIMITS.mcpSessionIdleMs + 1;
        sessions.lookAround();
        assert.equal(sessions.size, 0);
    });

    it('tells which clients are still there: not one that has ended its session, nor one that has lost its stream of events', async () => {
        const [ended, streaming] = [await open('ended'), await open('streaming'), await open('without stream')];
        const endStream = streaming.use(true);
        sessions.lookAround();
        assert.deepEqual(told, ['ended', 'streaming', 'without stream']);
        await ended.server.close();
        assert.deepEqual(told, ['streaming', 'without stream']);
        endStream();
        now += LIMITS.tabGoneMs - 1;
        sessions.lookAround();
        assert.deepEqual(told, ['streaming', 'without stream']);
        now++;
        sessions.lookAround();
        assert.deepEqual(told, ['without stream']);
        streaming.use(true);
        sessions.lookAround();
        assert.deepEqual(told, ['streaming', 'without stream']);
    });

    it('does not know a client that has not said hello', async () => {
        await sessions.open('unknown', () => new McpServer({ name: 'test', version: '1' }));
        assert.equal(sessions.size, 0);
    });
});
