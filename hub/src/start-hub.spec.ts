import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseSandbox } from '@openspace/workspace-tools';
import { HubOptions, startHub } from './start-hub';
import { MemoryStore } from './store/memory-store';

describe('startHub', () => {
    const start = (options: Partial<HubOptions>) =>
        startHub({
            workspace: '/workspace',
            host: '127.0.0.1',
            port: 0,
            token: 'token',
            linkKey: 'key',
            store: new MemoryStore(),
            auditDirectory: join(tmpdir(), 'never-written'),
            agentBench: { artifacts: join(tmpdir(), 'never-written') },
            policy: {},
            findSandbox: () => chooseSandbox('local'),
            log: { level: 'info', stream: { write: () => undefined } },
            ...options
        });

    for (const host of ['127.0.0.1', 'localhost', '127.0.0.2']) {
        it(`can be reached by the address that it has on ${host}`, async () => {
            const hub = await start({ host });
            assert.ok(hub.url.startsWith(`http://${host}:`));
            assert.equal((await fetch(`${hub.url}/health`)).status, 200);
            await hub.stop();
        });
    }

    it('says in its log why a stronger sandbox is passed over, and where commands run', async () => {
        let written = '';
        const hub = await start({
            findSandbox: passOver => {
                passOver('bubblewrap', 'there is none');
                return chooseSandbox('local');
            },
            log: { level: 'info', stream: { write: line => void (written += line) } }
        });
        await fetch(`${hub.url}/health`, { headers: { authorization: 'Bearer token' } });
        await hub.stop();
        assert.match(written, /there is none.*the sandbox \\?"bubblewrap\\?" is passed over[^]*commands run in the sandbox \\?"local/);
    });

    it('accepts no connection once it has stopped', async () => {
        const hub = await start({});
        await hub.stop();
        await assert.rejects(fetch(`${hub.url}/health`));
    });
});
