import assert from 'node:assert/strict';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { CommandDefinition, LIMITS } from '@openspace/protocol';
import { HUB_LIMITS } from '../hub-limits';
import { MemoryStore } from '../store/memory-store';
import { linkedTab } from '../testing/linked-ide';
import { OPEN_COMMAND, sampleManifest, sampleState } from '../testing/sample-data';
import { McpSession, McpSessions } from './mcp-sessions';

/** Whoever is to be told of other commands has been. */
const settled = () => new Promise(resolve => setImmediate(resolve));

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
        store = new MemoryStore(() => now);
        sessions = new McpSessions(
            store,
            present => (told = present),
            () => now
        );
    });
    afterEach(() => sessions.close());

    const createServer = (): McpServer => new McpServer({ name: 'test', version: '1' });
    const findCommands = () => Promise.resolve(store.findTab({})?.manifest?.commands ?? []);
    const open = async (connection = 'some connection'): Promise<McpSession> => {
        const session = await sessions.open(connection, createServer, findCommands);
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
            await settled();
            assert.equal(changes, 2);
            await Promise.all(clients.map(({ server }) => server.close()));
            await store.putManifest(sampleManifest({ commands: [] }), 'ide');
            await settled();
            assert.equal(changes, 2);
        }
    });

    it('tells a client when another tab is the one that it means, also because one has gone for good, unless their commands are the same', async () => {
        const scroll = { ...OPEN_COMMAND, id: 'openspace.editor.scroll_to' };
        await store.putManifest(sampleManifest({ tabId: 'twin' }), 'ide');
        await store.putManifest(sampleManifest({ tabId: 'other', commands: [scroll] }), 'ide');
        await store.putManifest(sampleManifest({ tabId: 'first' }), 'ide');
        const { server } = await open();
        let changes = 0;
        server.sendToolListChanged = () => changes++;
        const changesAfter = async (change: () => unknown): Promise<number> => {
            await change();
            await settled();
            return changes;
        };
        const link = (linkId: string, ...tabIds: string[]) => store.putLink({ linkId, tabs: tabIds.map(tabId => linkedTab({ tabId })) });
        assert.equal(await changesAfter(() => link('a', 'first', 'twin')), 0);
        assert.equal(await changesAfter(() => link('a', 'other')), 1);
        assert.equal(await changesAfter(() => store.putState(sampleState({ tabId: 'other' }), 'ide')), 1);
        await store.removeLink('a');
        now += LIMITS.tabGoneMs;
        assert.equal(await changesAfter(() => sessions.lookAround()), 2);
        assert.equal(await changesAfter(() => sessions.lookAround()), 2);
    });

    it('tells a client once of each change when several looks are under way at once', async () => {
        const looks: ((commands: readonly CommandDefinition[]) => void)[] = [];
        let changes = 0;
        const look = () => new Promise<readonly CommandDefinition[]>(resolve => looks.push(resolve));
        const opened = sessions.open('some connection', createServer, look);
        looks[0]([]);
        const session = await opened;
        session.server.sendToolListChanged = () => changes++;
        const changesAfter = async (...found: (readonly CommandDefinition[])[]): Promise<number> => {
            const underWay = found.map(() => session.lookAtCommands());
            looks.slice(-found.length).forEach((end, index) => end(found[index]));
            await Promise.all(underWay);
            return changes;
        };
        assert.equal(await changesAfter([OPEN_COMMAND], [OPEN_COMMAND]), 1);
        assert.equal(await changesAfter([], [OPEN_COMMAND]), 3);
    });

    it('does not know a client that has not said hello', async () => {
        await sessions.open('unknown', createServer, findCommands);
        assert.equal(sessions.size, 0);
    });
});
