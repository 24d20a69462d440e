import assert from 'node:assert/strict';
import { once } from 'node:events';
import { AddressInfo, createServer, Server } from 'node:net';
import { PolicyMessage } from '@openspace/protocol';
import { LinkedIde, linkedTab } from '../testing/linked-ide';
import { useHub, WorkspaceHub } from '../testing/workspace-hub';

describe('Commands in a sandbox', () => {
    const workspace = useHub(new WorkspaceHub());
    let server: Server;

    beforeEach(async () => {
        server = createServer(socket => socket.end('answer')).listen(0, '127.0.0.1');
        await once(server, 'listening');
    });
    afterEach(() => server.close());

    /** What a command hears of a server of this machine, run through each door. */
    const heard = async (): Promise<Record<string, unknown>> => {
        const { port } = server.address() as AddressInfo;
        workspace.file('hear.sh', `{ exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3; } 2>/dev/null || echo nothing`);
        const command = 'bash hear.sh';
        const bash = await workspace.post('/tools/bash', { command });
        const wap = await workspace.post('/wap/executeCommand', { command });
        const run = await workspace.post('/agentbench/tools', { tool: 'run', params: { command: `${command} > bench` }, request_id: '1' });
        assert.deepEqual(
            [bash.status, wap.status, run.body.status],
            [200, 200, 'success'],
            JSON.stringify([bash.body, wap.body, run.body])
        );
        return { tools: bash.body.stdout, wap: wap.body.stdout, agentbench: workspace.text('bench') };
    };
    const KEPT = { tools: 'nothing\n', wap: 'nothing\n', agentbench: 'nothing\n' };
    const ALLOWED = { tools: 'answer', wap: 'answer', agentbench: 'nothing\n' };

    /** An IDE that has the workspace open and whose person agrees to every command; it says nothing of the network unless told what. */
    const link = async (policy?: Pick<PolicyMessage, 'network'>): Promise<LinkedIde> => {
        const { port, linkKey } = workspace.hub;
        const ide = await LinkedIde.link(port, linkKey, [linkedTab({ workspace: workspace.path() })], undefined, ({ type, callId }) =>
            type === 'ask' ? { type: 'answer', callId, allowed: true } : undefined
        );
        if (policy) {
            ide.send({ type: 'policy', sensitiveFiles: [], forbiddenPaths: [], limits: {}, confirmation: 'risky', ...policy });
        }
        await ide.settled();
        return ide;
    };

    it('have no network', async () => {
        await workspace.restart({ sandbox: 'bubblewrap' });
        assert.deepEqual(await heard(), KEPT);
        for (const [path, request] of [
            ['/tools/bash', { command: 'true', network: true }],
            ['/wap/executeCommand', { command: 'true', network: true }]
        ] as const) {
            assert.equal((await workspace.post(path, request)).status, 400);
        }
    }).timeout(30_000);

    it('have it when the policy of the Hub allows that, but for those of AgentBench', async () => {
        await workspace.restart({ sandbox: 'bubblewrap', policy: { network: true } });
        const { status, body } = await workspace.post('/tools/bash', { command: 'bash hear.sh' });
        assert.equal(status, 403, 'nobody is there to be asked');
        assert.match(JSON.stringify(body), /nobody could be asked/);
        const ide = await link();
        assert.deepEqual(await heard(), ALLOWED);
        ide.socket.terminate();
    }).timeout(30_000);

    it('have it when every person whose IDE has the workspace open allows that', async () => {
        await workspace.restart({ sandbox: 'bubblewrap' });
        const willing = await link({ network: true });
        assert.deepEqual(await heard(), ALLOWED);
        const other = await link({});
        assert.deepEqual(await heard(), KEPT);
        [willing, other].forEach(({ socket }) => socket.terminate());
    }).timeout(30_000);
});
