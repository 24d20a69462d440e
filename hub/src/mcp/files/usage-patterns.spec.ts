import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { FileToolHub } from '../../testing/file-tool-hub';
import { connectMcpClient } from '../../testing/mcp-client';
import { connectStdioClient } from '../../testing/stdio-client';
import { callerOfClient, fail, succeed, textsOf, ToolCaller } from '../../testing/tool-caller';
import { useHub } from '../../testing/workspace-hub';

describe('Agents that keep what they know in files', () => {
    const hub = useHub(new FileToolHub());
    let clients: Client[];
    beforeEach(() => (clients = []));
    afterEach(() => Promise.all(clients.map(client => client.close())));

    const connected = (client: Client): ToolCaller => {
        clients.push(client);
        return callerOfClient(client);
    };
    /** Each run of an agent is a client of its own. */
    const nextRun = async (): Promise<ToolCaller> => connected((await connectMcpClient(hub.hub)).client);
    const readOr = async (tools: ToolCaller, path: string, otherwise: string): Promise<string> => {
        const result = await tools.call('read_file', { path });
        const [text] = textsOf(result);
        if (result.isError) {
            assert.equal(text, `Error: File not found: ${path}`);
            return otherwise;
        }
        return text;
    };

    it('checkpoint: go on behind the last thing that was done', async () => {
        const seen: number[] = [];
        for (let run = 0; run < 3; run++) {
            const tools = await nextRun();
            const { last_id: last } = JSON.parse(await readOr(tools, 'checkpoint.json', '{"last_id":0}')) as { last_id: number };
            seen.push(last);
            const content = JSON.stringify({ last_id: last + 10, timestamp: new Date(0).toISOString() });
            await succeed(tools, 'write_file', { path: 'checkpoint.json', content });
        }
        assert.deepEqual(seen, [0, 10, 20]);
    });

    it('state machine: find the state that the run before left', async () => {
        const next: Readonly<Record<string, string>> = { initialized: 'running', running: 'completed', completed: 'archived' };
        const states: string[] = [];
        for (let run = 0; run < 3; run++) {
            const tools = await nextRun();
            const state = await readOr(tools, 'state.txt', 'initialized');
            states.push(state);
            await succeed(tools, 'write_file', { path: 'state.txt', content: next[state] });
        }
        assert.deepEqual([states, hub.text('state.txt')], [['initialized', 'running', 'completed'], 'archived']);
    });

    it('incremental processing: take up only what is newer than the last time', async () => {
        const events = ['2025-11-05', '2025-11-06', '2025-11-07'];
        const processed: string[][] = [];
        for (const now of ['2025-11-06', '2025-11-06', '2025-11-07']) {
            const tools = await nextRun();
            const since = await readOr(tools, 'last_processed.txt', '1970-01-01');
            processed.push(events.filter(event => event > since && event <= now));
            await succeed(tools, 'write_file', { path: 'last_processed.txt', content: now });
        }
        assert.deepEqual(processed, [['2025-11-05', '2025-11-06'], [], ['2025-11-07']]);
    });

    it('knowledge base: add facts by reading, combining and writing, and find the files again', async () => {
        for (const fact of ['Water is wet.', 'Tea is better.']) {
            const tools = await nextRun();
            const known = await readOr(tools, 'knowledge/facts.txt', '');
            await succeed(tools, 'write_file', { path: 'knowledge/facts.txt', content: `${known}\n${fact}` });
        }
        const tools = await nextRun();
        await succeed(tools, 'write_file', { path: 'knowledge/people/ada.txt', content: 'Ada wrote programs.' });
        assert.equal(
            await succeed(tools, 'search_files', { path: 'knowledge', pattern: '**/*.txt' }),
            "Found 2 match(es) for '**/*.txt':\n\n[FILE] knowledge/facts.txt\n[FILE] knowledge/people/ada.txt"
        );
        assert.equal(await succeed(tools, 'read_file', { path: 'knowledge/facts.txt' }), '\nWater is wet.\nTea is better.');
    });

    it('share a workspace: what one writes over HTTP, another reads over standard input and output, and back', async () => {
        const researcher = await nextRun();
        const analyst = connected(await connectStdioClient(hub.path(), hub.state));
        await succeed(researcher, 'write_file', { path: 'handoff/findings.md', content: '# Findings\n' });
        assert.equal(await succeed(analyst, 'read_file', { path: 'handoff/findings.md' }), '# Findings\n');
        await succeed(analyst, 'write_file', { path: 'handoff/findings.md', content: '# Findings\nRead.\n' });
        await succeed(analyst, 'create_directory', { path: 'handoff/done' });
        assert.equal(await succeed(researcher, 'read_file', { path: 'handoff/findings.md' }), '# Findings\nRead.\n');
        const listing = 'Contents of handoff:\n\n[DIR] done\n[FILE] findings.md';
        for (const tools of [researcher, analyst]) {
            assert.equal(await succeed(tools, 'list_directory', { path: 'handoff' }), listing);
            assert.equal(await fail(tools, 'read_file', { path: 'handoff/none' }), 'Error: File not found: handoff/none');
        }
        await Promise.all(
            Array.from({ length: 20 }, (_, index) =>
                succeed(index % 2 === 0 ? researcher : analyst, 'write_file', { path: `queue/${index}.txt`, content: `${index}` })
            )
        );
        for (const tools of [researcher, analyst]) {
            assert.match(await succeed(tools, 'search_files', { path: 'queue', pattern: '*.txt' }), /^Found 20 match\(es\)/);
        }
    });
});
