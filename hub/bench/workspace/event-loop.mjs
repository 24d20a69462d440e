import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { startServer } from '../hub/child-server.mjs';

const MOST_MS = 50;
const ROUNDS = 5;
const MEBIBYTE = 1024 * 1024;
const HITS = 500_000;
const LINE = 'a plain line of text\n';
const HUB = fileURLToPath(new URL('../../bin/openspace-hub.js', import.meta.url));

/** Text that has so many bytes in a request, with room for the rest of it. */
const filled = bytes => LINE.repeat(Math.floor((bytes - 4096) / (LINE.length + 1)));
const mcpCall = (name, args) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

/** What is asked of the Hub: where, what, the status of the answer and what it must contain. */
function cases() {
    const content = filled(4 * MEBIBYTE);
    const count = content.length / LINE.length;
    const added = LINE.repeat(Math.floor(count * 0.9));
    const unified_diff = `--- /dev/null\n+++ b/patched.txt\n@@ -0,0 +1,${added.length / LINE.length} @@\n${added.replace(/^(?=.)/gm, '+')}`;
    const operations = Array.from({ length: 60_000 }, () => ({ type: 'insert', afterLine: 0, newContent: 'x' }));
    return {
        'a write of 4 MiB over the tool interface': ['/tools/write', { file_path: 'a.txt', content }, 200, '"success":true'],
        'a write of 4 MiB over HTTP MCP': ['/mcp', mcpCall('write_file', { path: 'a.txt', content }), 200, 'Successfully wrote'],
        'a patch of 4 MiB over AgentBench': [
            '/agentbench/tools',
            { tool: 'apply_patch', params: { unified_diff }, request_id: '1' },
            200,
            '"status":"success"'
        ],
        'a body of 4 MiB in many pieces that WAP refuses': ['/wap/modifyFile', { path: 'a.txt', operations }, 413, 'SIZE_LIMIT_EXCEEDED'],
        'read_file of 4 MiB over HTTP MCP': ['/mcp', mcpCall('read_file', { path: 'read.txt' }), 200, LINE.slice(0, -1)],
        [`a WAP search with ${HITS} hits`]: [
            '/wap/searchFiles',
            { paths: ['hits'], query: 'a', type: 'literal', recursive: true },
            200,
            '"matches":['
        ]
    };
}

/** How long others wait for the Hub at most while this goes on. */
async function longestAnswer(hub, work) {
    const poller = new Worker(new URL('./health-poller.mjs', import.meta.url), { workerData: { url: hub.url, pid: hub.pid } });
    await once(poller, 'message');
    await work();
    poller.postMessage('stop');
    const [longest] = await once(poller, 'message');
    return longest;
}

/** How long the Hub lets others wait while the largest requests are served. */
export async function measureHub(figures, base) {
    const root = join(base, 'large');
    mkdirSync(join(root, 'hits'), { recursive: true });
    writeFileSync(join(root, 'read.txt'), LINE.repeat(Math.floor((4 * MEBIBYTE) / LINE.length)));
    writeFileSync(join(root, 'hits/hits.txt'), 'a\n'.repeat(HITS));
    const hub = await startServer([HUB, '--workspace', root, '--port', '0', '--lifeline'], {
        OPENSPACE_STATE_DIR: join(base, 'large-state')
    });
    const headers = { authorization: `Bearer ${readFileSync(hub.tokenFile, 'utf8').trim()}`, 'content-type': 'application/json' };
    try {
        for (const [what, [path, request, status, text]] of Object.entries(cases())) {
            const body = Buffer.from(JSON.stringify(request));
            const send = async () => {
                const answer = await fetch(hub.url + path, { method: 'POST', headers, body });
                const answered = await answer.text();
                if (answer.status !== status || !answered.includes(text)) {
                    throw new Error(`${what} was answered with ${answer.status}: ${answered.slice(0, 300)}`);
                }
            };
            let longest = 0;
            for (let round = 0; round < ROUNDS; round++) {
                rmSync(join(root, 'patched.txt'), { force: true });
                longest = Math.max(longest, await longestAnswer(hub, send));
            }
            figures.atMost(`longest wait for the Hub, ms: ${what}`, longest, MOST_MS);
        }
        figures.note(
            'longest wait for the Hub, ms: nothing else',
            await longestAnswer(hub, () => new Promise(resolve => setTimeout(resolve, 1000)))
        );
    } finally {
        await hub.stop();
    }
}
