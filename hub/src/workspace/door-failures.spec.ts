import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { readAudit } from '@openspace/workspace-tools';
import { plainCaller, textsOf } from '../testing/tool-caller';
import { useHub, WorkspaceHub } from '../testing/workspace-hub';

describe('Every door to the workspace, when something goes wrong', () => {
    const workspace = useHub(new WorkspaceHub());

    /** What each door answers to an attempt to write a file, in its own words. */
    const answers = async (): Promise<Record<string, unknown>> => {
        const tools = await workspace.post('/tools/write', { file_path: 'a.txt', content: 'x' });
        const wap = await workspace.post('/wap/writeFile', { path: 'a.txt', content: 'x' });
        const patch = '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+x\n';
        const bench = await workspace.post('/agentbench/tools', { tool: 'apply_patch', params: { unified_diff: patch }, request_id: '1' });
        const mcp = await plainCaller(workspace.hub).call('write_file', { path: 'a.txt', content: 'x' });
        return {
            tools: [tools.status, (tools.body.error as { code: string }).code],
            wap: [wap.status, wap.body.code],
            agentbench: [bench.status, bench.body.status, (bench.body.error as { error_type: string }).error_type],
            mcp: [mcp.isError, ...textsOf(mcp)]
        };
    };

    it('tells what a command made although it may not', async () => {
        await workspace.restart({ sandbox: 'bubblewrap' });
        workspace.file('make.sh', 'mkdir $1; echo x > $1/.envrc');
        const make = (name: string): string => `bash make.sh ${name}`;
        const bench = async (command: string) =>
            (await workspace.post('/agentbench/tools', { tool: 'run', params: { command }, request_id: '1' })).body;
        assert.deepEqual((await workspace.post('/tools/bash', { command: make('a') })).body.refused, ['/workspace/a/.envrc']);
        assert.deepEqual((await workspace.post('/wap/executeCommand', { command: make('b') })).body.refused, ['b/.envrc']);
        assert.deepEqual(((await bench(make('c'))).data as { refused: unknown }).refused, ['c/.envrc']);
        assert.deepEqual((await workspace.post('/tools/bash', { command: 'true' })).body.refused, undefined);
    });

    it('logs why a command failed, with the call and what was thrown, and tells nobody else', async () => {
        const start = (): never => {
            throw Object.assign(new Error('spawn: Resource temporarily unavailable'), { code: 'EAGAIN' });
        };
        const isolates = { files: false, network: false, processes: false };
        await workspace.restart({ sandbox: { name: 'broken', isolates, start } });
        const answers = [
            await workspace.post('/tools/bash', { command: 'true' }),
            await workspace.post('/wap/executeCommand', { command: 'true' }),
            await workspace.post('/agentbench/tools', { tool: 'run', params: { command: 'true' }, request_id: '1' })
        ];
        const calls = readAudit(workspace.hub.auditDirectory);
        const logged = workspace.hub.logLines
            .map(line => JSON.parse(line) as { msg: string; callId: string; command: string; err: { stack: string } })
            .filter(({ msg }) => msg === 'a call failed');
        assert.deepEqual(
            logged.map(({ callId, command }) => [callId, command]),
            calls.map(({ callId, command }) => [callId, command])
        );
        assert.deepEqual(
            logged.map(({ command }) => command),
            ['tools.bash', 'wap.executeCommand', 'agentbench.run']
        );
        logged.forEach(({ err }) => assert.match(err.stack, /Resource temporarily unavailable/));
        assert.doesNotMatch(JSON.stringify(answers), /Resource temporarily/);
    });

    it('says that the folder of the workspace is gone', async () => {
        rmSync(workspace.path(), { recursive: true });
        const reason = 'The folder of the workspace cannot be opened. Make sure that it is there.';
        assert.deepEqual(await answers(), {
            tools: [503, 'no_workspace'],
            wap: [409, 'INTERNAL_ERROR'],
            agentbench: [200, 'error', 'no_workspace'],
            mcp: [true, `Error: Failed to write file - ${reason}`]
        });
    });

    it('changes nothing that cannot be noted in the audit, and says so', async () => {
        workspace.file('b.txt', 'b');
        assert.equal((await workspace.post('/wap/readFile', { path: 'b.txt' })).status, 200);
        rmSync(workspace.hub.auditDirectory, { recursive: true });
        const reason = 'Nothing was done, because it could not be noted in the audit. The log of the Hub says why.';
        assert.deepEqual(await answers(), {
            tools: [500, 'audit_failed'],
            wap: [424, 'INTERNAL_ERROR'],
            agentbench: [200, 'error', 'audit_failed'],
            mcp: [true, `Error: Failed to write file - ${reason}`]
        });
        mkdirSync(workspace.hub.auditDirectory);
        assert.throws(() => workspace.text('a.txt'), { code: 'ENOENT' });
    });
});
