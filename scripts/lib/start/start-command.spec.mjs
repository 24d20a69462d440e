import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { FakeRepository } from '../testing/fake-repository.mjs';

describe('npm start', () => {
    const repository = new FakeRepository();
    const everything = ['npm ci --include=dev', 'tsc', 'npm run bundle'];
    let starter;

    function start(...options) {
        starter = spawn(process.execPath, [join(repository.root, 'scripts', 'start.mjs'), '--port=0', '--hub-port=0', ...options], {
            env: repository.environment,
            stdio: ['ignore', 'pipe', 'pipe']
        });
        const child = starter;
        const printed = { stdout: [], stderr: '' };
        createInterface(child.stdout).on('line', line => printed.stdout.push(line));
        child.stderr.setEncoding('utf8').on('data', text => (printed.stderr += text));
        const closed = once(child, 'close');
        const line = async pattern => {
            while (!printed.stdout.some(text => pattern.test(text))) {
                await Promise.race([once(child.stdout, 'data'), closed.then(() => assert.fail(printed.stderr))]);
            }
            return printed.stdout.find(text => pattern.test(text));
        };
        return { child, printed, closed, line };
    }

    async function startJson(...options) {
        const started = start('--json', ...options);
        return { ...started, parts: JSON.parse(await started.line(/^\{/)) };
    }

    const backendPid = async parts => Number(await (await fetch(parts.url)).text());
    const unreachable = async url => {
        for (;;) {
            try {
                await (await fetch(url)).text();
            } catch {
                return; // refused: nobody listens any more
            }
        }
    };

    beforeEach(() => {
        rmSync(join(repository.root, 'no-network'), { force: true });
    });

    afterEach(() => {
        starter.kill('SIGKILL');
    });

    it('installs and builds, and prints exactly the ready line on stdout', async () => {
        rmSync(join(repository.root, 'node_modules'), { recursive: true, force: true });
        repository.takeCalls();
        const { child, closed, parts, printed } = await startJson();
        assert.deepEqual(Object.keys(parts), ['url', 'hubUrl', 'hubTokenFile', 'opencodeUrl', 'workspace']);
        assert.equal(parts.workspace, join(repository.root, 'examples', 'sample-project'));
        assert.deepEqual(repository.takeCalls(), everything);
        child.kill('SIGINT');
        assert.deepEqual(await closed, [0, null]);
        assert.equal(printed.stdout.length, 1);
        assert.match(printed.stderr, /Installing npm packages/);
        assert.match(printed.stderr, /A notice from the backend\./);
    });

    it('does neither the second time', async () => {
        await startJson();
        repository.takeCalls();
        starter.kill('SIGKILL');
        await startJson();
        assert.deepEqual(repository.takeCalls(), []);
    });

    it('builds, but does not install, when a source has changed', async () => {
        await startJson();
        starter.kill('SIGKILL');
        repository.takeCalls();
        repository.write('packages/protocol/src/new.ts', String(performance.now()));
        await startJson();
        assert.deepEqual(repository.takeCalls(), ['tsc', 'npm run bundle']);
    });

    it('installs and builds again when the lockfile has changed', async () => {
        repository.write('package-lock.json', JSON.stringify({ changed: performance.now() }));
        repository.takeCalls();
        await startJson();
        assert.deepEqual(repository.takeCalls(), everything);
    });

    it('shows the output of a failed install and installs again the next time, even when the lockfile is the old one again', async () => {
        await startJson();
        starter.kill('SIGKILL');
        const before = readFileSync(join(repository.root, 'package-lock.json'), 'utf8');
        repository.write('package-lock.json', JSON.stringify({ changed: performance.now() }));
        repository.write('no-network', '');
        const { closed, printed } = start();
        assert.deepEqual(await closed, [1, null]);
        assert.match(printed.stderr, /npm error network[^]*npm ci failed with exit code 1/);
        rmSync(join(repository.root, 'no-network'));
        repository.write('package-lock.json', before);
        repository.takeCalls();
        await startJson();
        assert.deepEqual(repository.takeCalls(), everything);
    });

    it('tells a person the address to open, and where the Hub and its token are', async () => {
        const { child, line, printed } = start();
        assert.match(await line(/ready/), /Open http:\/\/127\.0\.0\.1:\d+/);
        while (!printed.stderr.includes('Ctrl-C')) {
            await once(child.stderr, 'data');
        }
        assert.match(printed.stderr, /^Hub: http:\/\/127\.0\.0\.1:\d+, its token in \/state\/token$/m);
    });

    it('keeps the output of the backend in a log', async () => {
        const { parts } = await startJson();
        const folder = join(repository.root, 'state', 'logs');
        const file = readdirSync(folder).find(name => name.includes(new URL(parts.url).port));
        assert.match(readFileSync(join(folder, file), 'utf8'), /backend output/);
    });

    it('starts a dead backend again on the same port, without a second ready line', async () => {
        const { parts, printed, child, closed } = await startJson();
        const before = await backendPid(parts);
        process.kill(before, 'SIGKILL');
        while (!printed.stderr.includes('is back')) {
            await once(child.stderr, 'data');
        }
        assert.notEqual(await backendPid(parts), before);
        child.kill('SIGTERM');
        assert.deepEqual(await closed, [0, null]);
        assert.equal(printed.stdout.length, 1);
        await unreachable(parts.url);
    });

    it('lets the backend know when it was killed itself', async () => {
        const { parts, child } = await startJson();
        child.kill('SIGKILL');
        await unreachable(parts.url);
    });

    it('checks the workspace and the ports before anything long', async () => {
        repository.takeCalls();
        repository.write('package-lock.json', JSON.stringify({ changed: performance.now() }));
        const missing = start('--workspace', 'nowhere');
        assert.deepEqual(await missing.closed, [1, null]);
        assert.match(missing.printed.stderr, /nowhere does not exist/);
        const wrongHost = start('--host', '192.0.2.1');
        assert.deepEqual(await wrongHost.closed, [1, null]);
        assert.deepEqual(repository.takeCalls(), []);
    });

    it('warns when others can reach the IDE', async () => {
        // The install fails, so that nothing really listens there.
        repository.write('package-lock.json', JSON.stringify({ changed: performance.now() }));
        repository.write('no-network', '');
        const { closed, printed } = start('--host', '0.0.0.0');
        await closed;
        assert.match(printed.stderr, /Warning: the IDE listens on 0\.0\.0\.0/);
    });

    it('shows the usage and leaves with 2 when it does not understand an option', async () => {
        const { closed, printed } = start('--wrokspace', '.');
        assert.deepEqual(await closed, [2, null]);
        assert.match(printed.stderr, /--wrokspace[^]*Usage: npm start/);
    });
});
