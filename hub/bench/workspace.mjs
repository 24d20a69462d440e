// What the file tools of the Hub cost beside those of the reference server for files, both over standard input and output, both asked
// by the client of the MCP SDK, in turns.
//   node hub/bench/workspace.mjs
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { copyRealTree } from '../../packages/workspace-tools/bench/workspace/real-tree.mjs';
import { Figures } from '../../scripts/lib/bench/figures.mjs';
import { inTurns } from '../../scripts/lib/bench/in-turns.mjs';

const REFERENCE = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
const HUB = fileURLToPath(new URL('../bin/openspace-hub.js', import.meta.url));
const CALLS = 50;
const ROUNDS = 15;
const SEARCH_ROUNDS = 5;
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

try {
    const file = 'packages/core/src/browser/shell/application-shell.ts';
    const small = 'packages/core/src/browser/shell/index.ts';
    figures.atMost('read_file beside it, a small file', await compare('read_file', ROUNDS, CALLS, name => ({ path: name(small) })), 1);
    figures.atMost('read_file beside it, a large file', await compare('read_file', ROUNDS, CALLS, name => ({ path: name(file) })), 1);
    const write = (name, round, call) => ({ path: name(`written-${call}.txt`), content: `${round}\n${CONTENT}` });
    figures.atMost('write_file beside it', await compare('write_file', ROUNDS, CALLS, write), 1);
    const list = name => ({ path: name('packages/core/src/browser') });
    figures.atMost('list_directory beside it', await compare('list_directory', ROUNDS, CALLS, list), 1);
    const search = name => ({ path: name('.'), pattern: '**/*shell*.ts' });
    figures.atLeast('search_files, times faster', 1 / (await compare('search_files', SEARCH_ROUNDS, 1, search)), 20);
} finally {
    await Promise.all([hub.close(), reference.close()]);
    tree.remove();
}
figures.conclude();
