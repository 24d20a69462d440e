// What the file tools of the Hub cost beside those of the reference server for files, both over standard input and output, both asked
// by the client of the MCP SDK, in turns; and how long the Hub lets others wait while it serves the largest requests.
//   node hub/bench/workspace.mjs [pattern: only figures whose name matches, such as "read_file|list_directory"]
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { copyRealTree } from '../../packages/workspace-tools/bench/workspace/real-tree.mjs';
import { Figures } from '../../scripts/lib/bench/figures.mjs';
import { inTurns } from '../../scripts/lib/bench/in-turns.mjs';
import { measureHub } from './workspace/event-loop.mjs';

const REFERENCE = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
const HUB = fileURLToPath(new URL('../bin/openspace-hub.js', import.meta.url));
const CALLS = 50;
const ROUNDS = 15;
const SEARCH_ROUNDS = 5;
const MOST_FOUND = 1000;
const CONTENT = 'a line of a file\n'.repeat(200);

async function connect(args, env) {
    const client = new Client({ name: 'bench', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env: { ...process.env, ...env }, stderr: 'ignore' }));
    const call = async (name, request) => {
        const result = await client.callTool({ name, arguments: request });
        if (result.isError) {
            throw new Error(`${name} failed: ${JSON.stringify(result.content).slice(0, 300)}`);
        }
        return result;
    };
    return { call, close: () => client.close() };
}

const pattern = new RegExp(process.argv[2] ?? '');
const figures = new Figures();
const tree = copyRealTree();
const hub = await connect([HUB, 'mcp', '--workspace', tree.root], { OPENSPACE_STATE_DIR: join(tree.base, 'state') });
const reference = await connect([REFERENCE, tree.root], {});
const below = path => join(tree.root, path);

/** @param request of a path from the root, in the words of one server: the reference knows absolute paths only */
async function compare(tool, rounds, calls, request) {
    const each = (server, name) => async round => {
        for (let call = 0; call < calls; call++) {
            await server.call(tool, request(name, round, call));
        }
    };
    const { ratio, time } = await inTurns({ hub: each(hub, path => path), reference: each(reference, below) }, rounds);
    figures.note(`${tool} of the reference server, ms`, time('reference') / calls);
    return ratio('hub', 'reference');
}

/** Both must find the same, or one of them does less. */
async function checkSearch() {
    const { structuredContent: ours } = await hub.call('search_files', search(String));
    const { content } = await reference.call('search_files', search(below));
    const found = ours.matches.map(({ path }) => below(path.slice('/workspace/'.length))).toSorted();
    const expected = content[0].text.split('\n').toSorted();
    if (ours.truncated || found.join() !== expected.join()) {
        throw new Error(`The two searches differ: ${found.length} and ${expected.length} paths.`);
    }
    figures.note('paths that search_files finds', found.length);
}

const file = path => name => ({ path: name(path) });
const write = (name, round, call) => ({ path: name(`written-${call}.txt`), content: `${round}\n${CONTENT}` });
// The reference knows no limit; ours must not end earlier.
const search = name => ({ path: name('.'), pattern: '**/*shell*.ts', ...(name === below ? {} : { max_results: MOST_FOUND }) });
const notSlower = (what, tool, request) => [what, async () => figures.atMost(what, await compare(tool, ROUNDS, CALLS, request), 1)];
const PARTS = [
    notSlower('read_file beside it, a small file', 'read_file', file('packages/core/src/browser/shell/index.ts')),
    notSlower('read_file beside it, a large file', 'read_file', file('packages/core/src/browser/shell/application-shell.ts')),
    // The one target whose contestants promise different things.
    notSlower('write_file beside it: ours is on the disk then, the other need not be', 'write_file', write),
    notSlower('list_directory beside it', 'list_directory', file('packages/core/src/browser')),
    [
        'search_files, times faster',
        async what => {
            await checkSearch();
            figures.atLeast(what, 1 / (await compare('search_files', SEARCH_ROUNDS, 1, search)), 20);
        }
    ],
    ['longest wait for the Hub', () => measureHub(figures, tree.base)]
];

try {
    for (const [what, measure] of PARTS.filter(([what]) => pattern.test(what))) {
        await measure(what);
    }
} finally {
    await Promise.all([hub.close(), reference.close()]);
    tree.remove();
}
figures.conclude();
