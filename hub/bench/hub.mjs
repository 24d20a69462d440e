// What the Hub costs beside a bare server of the same HTTP library, each in a process of its own, in turns.
//   node hub/bench/hub.mjs [pattern: only parts whose name matches, such as "instructions|manifest"]
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Figures, quantile } from '../../scripts/lib/bench/figures.mjs';
import { startServer } from './hub/child-server.mjs';
import { load, loadInTurns } from './hub/load.mjs';
import { prepareRequest, RawConnection } from './hub/raw-connection.mjs';

const require = createRequire(import.meta.url);
const { buildInstructions } = require('../lib/instructions/build-instructions.js');
const path = relative => fileURLToPath(new URL(relative, import.meta.url));

const MIN_SHARE_OF_RATE = 0.8;
const MAX_TIMES_P99 = 2;
const MAX_BUILD_MS = 2;
const MAX_TIMES_EMPTY_POST = 3;
const IDLE = 1_000;
const BUSY = 50;
const MANIFESTS = 100;

const pattern = new RegExp(process.argv[2] ?? '');
const figures = new Figures();

const commands = JSON.parse(readFileSync(path('../../e2e/src/snapshots/command-manifest.json'), 'utf8'));
const TAB = { workspace: '/home/ada/sample', tabId: 'tab-1' };

/** A manifest like no other: as many of its commands as are said are new. */
function manifest(count, changes = 0) {
    const described = commands.map((command, index) =>
        index < changes ? { ...command, description: `${command.description} ${count}` } : command
    );
    return { ...TAB, version: '1.0', lastUpdated: new Date(count).toISOString(), commands: described };
}

function state(count) {
    const tabs = Array.from({ length: 10 }, (_, index) => ({
        id: `editor-${index}`,
        title: `component-${index}.ts`,
        path: `src/components/component-${index}-${count}.ts`,
        active: index === count % 10,
        dirty: false,
        openedBy: 'person'
    }));
    const geometry = { x: 0, y: 0, width: 100, height: 100 };
    const pane = { id: 'main-1', area: 'main', type: 'editor', title: 'Editors', geometry, tabs };
    return { ...TAB, timestamp: new Date(count).toISOString(), panes: [pane], activePane: 'main-1' };
}

function checkBuild() {
    const known = manifest(0);
    const times = Array.from({ length: 2_000 }, (_, count) => {
        const changed = state(count);
        const startedAt = performance.now();
        buildInstructions({ manifest: known, state: changed, results: [] });
        return performance.now() - startedAt;
    });
    figures.atMost('building the instructions from a changed state, median, ms', quantile(times, 0.5), MAX_BUILD_MS);
    figures.note('building the instructions from a changed state, p99, ms', quantile(times, 0.99));
}

async function checkInstructions(hub, bare) {
    const { instructions, same } = await loadInTurns(
        {
            instructions: { url: hub.url, requests: [prepareRequest(hub.url, { path: '/openspace/instructions', token: hub.token })] },
            same: { url: bare.url, requests: [prepareRequest(bare.url, { path: '/body' })] }
        },
        { connections: 10, forMs: 1_000, rounds: 7 }
    );
    figures.note('a bare handler with the same body, requests per second', same.perSecond);
    figures.atLeast('instructions beside it, requests per second', instructions.perSecond / same.perSecond, MIN_SHARE_OF_RATE);
    figures.note('a bare handler with the same body, p99, ms', same.p99);
    figures.atMost('instructions beside it, p99', instructions.p99 / same.p99, MAX_TIMES_P99);
}

async function checkManifest(hub, bare) {
    const posts = changes => {
        const bodies = Array.from({ length: MANIFESTS }, (_, count) => manifest(count, changes));
        return {
            url: hub.url,
            requests: bodies.map(body => prepareRequest(hub.url, { method: 'POST', path: '/openspace/manifest', token: hub.token, body }))
        };
    };
    const { again, changed, unknown, empty } = await loadInTurns(
        {
            again: posts(0),
            changed: posts(1),
            unknown: posts(commands.length),
            empty: { url: bare.url, requests: [prepareRequest(bare.url, { method: 'POST', path: '/empty', body: {} })] }
        },
        // All of them together are no more than the Hub takes of one caller at once.
        { connections: 1, forMs: 500, upTo: 800, rounds: 7 }
    );
    figures.note('an empty POST to a bare handler, median, ms', empty.median);
    figures.atMost('a POST of the manifest with known commands beside it', again.median / empty.median, MAX_TIMES_EMPTY_POST);
    figures.atMost('a POST of the manifest with a new command beside it', changed.median / empty.median, MAX_TIMES_EMPTY_POST);
    // No target: this happens with the first manifest after a start, and to read it as JSON takes more than an empty POST by itself.
    figures.note('a POST of a manifest of which nothing is known (once per start) beside it', unknown.median / empty.median);
}

async function checkConnections(hub) {
    const request = prepareRequest(hub.url, { path: '/openspace/instructions', token: hub.token });
    const idle = await Promise.all(
        Array.from({ length: IDLE }, async () => {
            const connection = await RawConnection.open(hub.url);
            await connection.send(request);
            return connection;
        })
    );
    const { perSecond, times } = await load({ url: hub.url, requests: [request], connections: BUSY, forMs: 3_000 });
    const after = await Promise.all(idle.map(connection => connection.send(request)));
    idle.forEach(connection => connection.close());
    figures.note(`${BUSY} busy connections beside ${IDLE} idle ones, requests per second`, perSecond);
    figures.note(`${BUSY} busy connections beside ${IDLE} idle ones, p99, ms`, quantile(times, 0.99));
    figures.atLeast('idle connections that are served afterwards', after.filter(status => status === 200).length, IDLE);
}

const folder = mkdtempSync(join(tmpdir(), 'openspace-bench-hub-'));
const hub = await startServer([path('../bin/openspace-hub.js'), '--workspace', folder, '--port', '0', '--lifeline'], {
    OPENSPACE_STATE_DIR: join(folder, 'state')
});
hub.token = readFileSync(hub.tokenFile, 'utf8').trim();
const fetched = async (url, options) => {
    const response = await fetch(url, options);
    assert.equal(response.status, 200, url);
    return response.text();
};
const headers = { authorization: `Bearer ${hub.token}` };
for (const [route, body] of Object.entries({ '/openspace/manifest': manifest(0), '/openspace/state': state(0) })) {
    const options = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    await fetched(hub.url + route, options);
}
const instructions = await fetched(`${hub.url}/openspace/instructions`, { headers });
assert.equal(instructions, buildInstructions({ manifest: manifest(0), state: state(0), results: [] }));
const bodyFile = join(folder, 'instructions.md');
writeFileSync(bodyFile, instructions);
const bare = await startServer([path('./hub/bare-server.mjs'), bodyFile]);
assert.equal(await fetched(`${bare.url}/body`), instructions);

const PARTS = { build: checkBuild, instructions: checkInstructions, manifest: checkManifest, connections: checkConnections };
for (const [, check] of Object.entries(PARTS).filter(([name]) => pattern.test(name))) {
    await check(hub, bare);
}
await Promise.all([hub.stop(), bare.stop()]);
rmSync(folder, { recursive: true, force: true });
figures.conclude();
