import assert from 'node:assert/strict';
import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { AddressInfo, connect, createServer as createListener, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { sampleManifest } from './testing/sample-data';

const PROGRAM = resolve(__dirname, '..', 'bin', 'openspace-hub.js');

const exitCode = async (child: ChildProcess): Promise<unknown> => (await once(child, 'close'))[0];

describe('openspace-hub', () => {
    let folder: string;
    let children: ChildProcess[];
    let environment: Readonly<Record<string, string>>;

    beforeEach(() => {
        environment = {};
        folder = mkdtempSync(join(tmpdir(), 'openspace-hub-'));
        children = [];
    });
    afterEach(() => {
        children.forEach(child => child.kill('SIGKILL'));
        rmSync(folder, { recursive: true });
    });

    const start = (...args: string[]) => {
        const env = { ...process.env, OPENSPACE_STATE_DIR: join(folder, 'state'), ...environment };
        const child = spawn(process.execPath, [PROGRAM, ...args], { env });
        children.push(child);
        return child;
    };
    /** Starts the Hub and reads its ready line. */
    const serve = async (...args: string[]) => {
        const child = start('--workspace', folder, '--port', '0', ...args);
        const output: string[] = [];
        const lines = createInterface(child.stdout).on('line', line => output.push(line));
        await once(lines, 'line');
        const ready = JSON.parse(output[0] ?? '') as { url: string; tokenFile: string };
        const token = readFileSync(ready.tokenFile, 'utf8').trim();
        const ended = exitCode(child);
        return { child, output, ready, ended, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } };
    };
    const run = async (...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> => {
        const child = start(...args);
        const [code, stdout, stderr] = await Promise.all([exitCode(child), text(child.stdout), text(child.stderr)]);
        return { code, stdout, stderr };
    };

    it('prints one line with its address and token file, serves, and ends with its standard input', async () => {
        const { child, output, ready, ended, headers } = await serve('--lifeline');
        assert.match(ready.url, /^http:\/\/127\.0\.0\.1:\d+$/);
        assert.equal(statSync(ready.tokenFile).mode & 0o777, 0o600);
        assert.equal(statSync(`${ready.tokenFile}.link`).mode & 0o777, 0o600);
        const posted = await fetch(`${ready.url}/openspace/manifest`, { method: 'POST', headers, body: JSON.stringify(sampleManifest()) });
        assert.equal(posted.status, 200);
        const instructions = await fetch(`${ready.url}/openspace/instructions?session=s`, { headers });
        assert.match(await instructions.text(), /openspace\.editor\.open/);
        child.stdin.end();
        assert.equal(await ended, 0);
        assert.equal(output.length, 1);
    });

    it('outlives its standard input without a lifeline and ends on a signal', async () => {
        for (const signal of ['SIGTERM', 'SIGINT'] as const) {
            const { child, ready, ended } = await serve();
            child.stdin.end();
            assert.equal((await fetch(`${ready.url}/health`)).status, 200);
            child.kill(signal);
            assert.equal(await ended, 0);
        }
    });

    it('ends although a client holds its connection open in the middle of a request', async () => {
        const { child, ready, ended } = await serve();
        const socket = connect(Number(new URL(ready.url).port), '127.0.0.1').on('error', () => undefined);
        await once(socket, 'connect');
        socket.write('GET /health HTTP/1.1\r\n');
        assert.equal((await fetch(`${ready.url}/health`)).status, 200);
        child.kill('SIGTERM');
        assert.equal(await ended, 0);
        socket.destroy();
    });

    it('leaves no command behind when it ends on a signal, and notes how each ended', async () => {
        const listener = createListener().listen(0, '127.0.0.1');
        await once(listener, 'listening');
        const { port } = listener.address() as AddressInfo;
        writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { test: 'node stubborn.js' } }));
        const script = `process.on('SIGTERM', () => undefined); require('net').connect(${port}, '127.0.0.1').resume();`;
        writeFileSync(join(folder, 'stubborn.js'), script);
        const { child, ready, ended, headers } = await serve('--sandbox', 'local');
        const body = JSON.stringify({ command: 'npm test' });
        const answer = assert.rejects(fetch(`${ready.url}/tools/bash`, { method: 'POST', headers, body }));
        const [socket] = (await once(listener, 'connection')) as [Socket];
        // The connection of a process ends with it.
        const gone = once(socket.on('error', () => undefined).resume(), 'close');
        child.kill('SIGTERM');
        assert.equal(await ended, 0);
        await gone;
        await answer;
        listener.close();
        const [call] = (await run('audit', 'show', '--json')).stdout.trim().split('\n');
        assert.match(call, /"event":"finished".*"outcome":"failed"/);
    }).timeout(30_000);

    it('accepts the same token after a restart', async () => {
        const first = await serve();
        first.child.kill('SIGKILL');
        await first.ended;
        const second = await serve();
        assert.equal((await fetch(`${second.ready.url}/openspace/command-results`, { headers: first.headers })).status, 200);
    });

    it('writes its log as JSON lines to standard error', async () => {
        const { child, ready } = await serve('--log-level', 'debug');
        const log = text(child.stderr);
        await fetch(`${ready.url}/health?x=1`);
        child.kill('SIGTERM');
        const entries = (await log)
            .trim()
            .split('\n')
            .map(line => JSON.parse(line) as { path?: string; reqId?: string });
        assert.ok(entries.some(entry => entry.path === '/health' && entry.reqId));
    });

    it('notes what it refuses in the audit, shows it, and finds a line that was changed', async () => {
        assert.match((await run('audit', 'show')).stderr, /There is no audit .* yet/);
        const { child, ready, ended, headers } = await serve();
        const call = {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'openspace_editor_open', arguments: { path: 'a.ts' } }
        };
        for (const [path, body] of [
            ['/openspace/manifest', sampleManifest()],
            ['/mcp', call]
        ] as const) {
            await fetch(`${ready.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
        }
        child.kill('SIGTERM');
        await ended;
        const shown = await run('audit', 'show');
        assert.match(
            shown.stdout,
            /^\d{4}-.*Z {2}refused \(no-ide\) .* openspace\.editor\.open {"path":"a\.ts"} {2}mcp: node, session mcp-[\w-]{36}: No IDE .*\n$/
        );
        const session = /session (mcp-[\w-]{36})/.exec(shown.stdout)?.[1] ?? '';
        const [call1] = (await run('audit', 'show', '--json', '--session', session)).stdout.trim().split('\n');
        assert.equal((JSON.parse(call1) as { code: string }).code, 'no-ide');
        assert.equal((await run('audit', 'show', '--session', 'other')).stdout, '');
        assert.deepEqual(await run('audit', 'verify'), {
            code: 0,
            stdout: 'The audit is as it was written: 2 lines in 1 file.\n',
            stderr: ''
        });

        const audit = join(folder, 'state', 'audit');
        const file = join(audit, readdirSync(audit).find(name => name.endsWith('.jsonl')) ?? '');
        writeFileSync(file, readFileSync(file, 'utf8').replace('refused', 'allowed'));
        const verified = await run('audit', 'verify');
        assert.equal(verified.code, 1);
        assert.match(verified.stdout, /, line 2 was changed\n/);
    });

    it('answers "ripgrep_unavailable" and its like where ripgrep is not installed, and does all else', async () => {
        // So ripgrep's package looks for a binary of another machine.
        environment = { npm_config_arch: 'none' };
        const { ready, headers } = await serve();
        const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
            const response = await fetch(ready.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
            return (await response.json()) as Record<string, unknown>;
        };
        const search = await post('/agentbench/tools', { tool: 'search', params: { query: 'x' }, request_id: '1' });
        assert.match(JSON.stringify(search.error), /"error_type":"ripgrep_unavailable".*ripgrep does not start/);
        assert.match(JSON.stringify(await post('/tools/grep', { pattern: 'x' })), /"code":"search_unavailable"/);
        const wap = await post('/wap/searchFiles', { paths: ['.'], query: 'x', type: 'literal' });
        assert.equal(wap.code, 'INTERNAL_ERROR');
        assert.equal((await post('/tools/write', { file_path: 'a.txt', content: 'x' })).success, true);
        assert.deepEqual((await post('/tools/glob', { pattern: '*.txt' })).files, ['/workspace/a.txt']);
    });

    it('logs as much as LOG_LEVEL says', async () => {
        const logged = async (level: string): Promise<string> => {
            environment = { LOG_LEVEL: level };
            const { child, ready, headers, ended } = await serve();
            const log = text(child.stderr);
            assert.equal((await fetch(`${ready.url}/nowhere`, { headers })).status, 404);
            child.kill();
            assert.equal(await ended, 0);
            return log;
        };
        const refusal = /"path":"\/nowhere".*"msg":"refused"/;
        assert.match(await logged('WARN'), refusal);
        assert.doesNotMatch(await logged('error'), refusal);
        const [much, little] = [await logged('debug'), await logged('warn')].map(log => log.split('\n').length);
        assert.ok(much > little, `${much} lines, and ${little} of warnings alone`);
    });

    it('explains itself', async () => {
        assert.match((await run('--help')).stdout, /^Usage: openspace-hub --workspace DIR/);
        assert.match((await run('--version')).stdout, /^\d+\.\d+\.\d+\n$/);
    });

    describe('says in one line what is wrong and what to do', () => {
        const assertFails = async (code: number, message: RegExp, ...args: string[]): Promise<void> => {
            const result = await run(...args);
            assert.equal(result.code, code);
            assert.match(result.stderr, message);
            assert.match(result.stderr, /^openspace-hub: .*\n$/);
            assert.equal(result.stdout, '');
        };

        it('when an option is missing', () => assertFails(2, /--workspace DIR/));
        it('when an option is unknown', () => assertFails(2, /--wrong/, '--wrong'));
        it('when the workspace is missing', () =>
            assertFails(1, /missing does not exist\. .*--workspace/, '--workspace', join(folder, 'missing')));
        it('when the workspace is a file', () => assertFails(1, /not a folder/, '--workspace', PROGRAM));
        it('when the host is not its own', () =>
            assertFails(1, /no address.*--host/, '--workspace', folder, '--port', '0', '--host', '192.0.2.1'));
        it('when the token file is no secret', () =>
            assertFails(1, /Others can read.*chmod/, '--workspace', folder, '--port', '0', '--token-file', PROGRAM));
        it('when the port is in use', async () => {
            const blocker = createServer().listen(0, '127.0.0.1');
            await once(blocker, 'listening');
            const { port } = blocker.address() as AddressInfo;
            await assertFails(1, /in use.*--port/, '--workspace', folder, '--port', String(port));
            blocker.close();
        });
    });
});
