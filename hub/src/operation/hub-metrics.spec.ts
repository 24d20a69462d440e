import assert from 'node:assert/strict';
import { plainCaller } from '../testing/tool-caller';
import { useHub, WorkspaceHub } from '../testing/workspace-hub';

describe('The metrics of the doors to the workspace', () => {
    const workspace = useHub(new WorkspaceHub());

    it('count every operation by its door, tool and outcome, and how long it took', async () => {
        workspace.file('a.txt', 'one\n');
        const bench = (params: object) => workspace.post('/agentbench/tools', { tool: 'read_file', params, request_id: '1' });
        const mcp = plainCaller(workspace.hub);
        for (const path of ['a.txt', '.env']) {
            await workspace.post('/tools/read', { file_path: path });
            await workspace.post('/wap/readFile', { path });
            await bench({ path });
            await mcp.call('read_file', { path });
        }
        // Never became operations.
        await workspace.post('/tools/read', {});
        await workspace.post('/wap/readFile', {});
        await bench({});
        await mcp.call('read_file', {});
        await workspace.post('/agentbench/tools', { tool: 'invented', params: {}, request_id: '1' });
        await mcp.call('invented', {});
        const { text } = await workspace.hub.send({ path: '/metrics' });
        const commands = ['tools.read', 'wap.readFile', 'agentbench.read_file', 'mcp.read_file'];
        for (const line of [
            ...commands.map(command => `openspace_commands_total{command="${command}",outcome="done"} 1`),
            ...commands.map(command => `openspace_commands_total{command="${command}",outcome="refused"} 2`),
            ...commands.map(command => `openspace_command_duration_seconds_count{command="${command}"} 2`),
            'openspace_commands_total{command="agentbench",outcome="refused"} 1',
            'openspace_commands_total{command="other",outcome="refused"} 1'
        ]) {
            assert.ok(text.includes(`${line}\n`), `${line}\n${text.match(/^openspace_command.*$/gm)?.join('\n')}`);
        }
    });
});
