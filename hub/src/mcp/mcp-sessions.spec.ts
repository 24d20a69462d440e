import assert from 'node:assert/strict';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { LIMITS } from '@openspace/protocol';
import { HUB_LIMITS } from '../hub-limits';
import { MemoryStore } from '../store/memory-store';
import { OPEN_COMMAND, sampleManifest } from '../testing/sample-data';
import { McpSession, McpSessions } from './mcp-sessions';

const HELLO = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
};

describe('McpSessions', () => {
    let now: number;
    let store: MemoryStore;
    let sessions: McpSessions;
    let told: readonly string[];
    beforeEach(() => {
        now = 0;
        told = [];
        store = new MemoryStore();
        sessions = new McpSessions(
            store,
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

    it('tells every client that is there of other commands, also when all before it have gone', async () => {
        for (const round of [1, 2]) {
            const clients = [await open(), await open()];
            let changes = 0;
            clients.forEach(({ server }) => (server.sendToolListChanged = () => changes++));
            await store.putManifest(sampleManifest({ commands: [{ ...OPEN_COMMAND, description: `Round ${round}` }] }), 'ide');
            assert.equal(changes, 2);
            await Promise.all(clients.map(({ server }) => server.close()));
            await store.putManifest(sampleManifest({ commands: [] }), 'ide');
            assert.equal(changes, 2);
        }
    });

    it('does not know a client that has not said hello', async () => {
        await sessions.open('unknown', () => new McpServer({ name: 'test', version: '1' }));
        assert.equal(sessions.size, 0);
    });
});
