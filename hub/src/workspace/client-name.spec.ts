import assert from 'node:assert/strict';
import { readAudit } from '@openspace/workspace-tools';
import { LinkedIde, linkedTab } from '../testing/linked-ide';
import { useHub, WorkspaceHub } from '../testing/workspace-hub';
import { clientName } from './client-name';

describe('The name of a program at a door', () => {
    const workspace = useHub(new WorkspaceHub());
    const READS: Readonly<Record<string, unknown>> = {
        '/tools/read': { file_path: 'a.txt' },
        '/wap/readFile': { path: 'a.txt' },
        '/agentbench/tools': { tool: 'read_file', params: { path: 'a.txt' }, request_id: '1' },
        '/mcp': { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read_file', arguments: { path: 'a.txt' } } }
    };

    it('is that of its User-Agent, at every door', async () => {
        workspace.file('a.txt', 'a');
        for (const [path, body] of Object.entries(READS)) {
            await workspace.post(path, body, { 'user-agent': 'my-agent/2.1' });
            await workspace.post(path, body);
        }
        assert.deepEqual(
            readAudit(workspace.hub.auditDirectory).map(({ client }) => client),
            ['tools', 'wap', 'agentbench', 'mcp'].flatMap(door => [`${door}: my-agent/2.1`, door === 'mcp' ? 'mcp: unknown client' : door])
        );
    });

    it('is what the person lets programs act by, each by itself', async () => {
        const ide = await LinkedIde.link(
            workspace.hub.port,
            workspace.hub.linkKey,
            [linkedTab({ workspace: workspace.path() })],
            undefined,
            message =>
                message.type === 'consent'
                    ? { type: 'answer', callId: message.callId, allowed: message.client === 'tools: trusted/1.0' }
                    : message.type === 'find-document'
                      ? { type: 'document', callId: message.callId }
                      : undefined
        );
        const write = (name: string) =>
            workspace.post('/tools/write', { file_path: 'a.txt', content: name }, { 'user-agent': name, 'x-openspace-session': 'same' });
        assert.deepEqual([(await write('trusted/1.0')).status, (await write('other/1.0')).status], [200, 403]);
        assert.equal(workspace.text('a.txt'), 'trusted/1.0');
        ide.socket.terminate();
    });

    it('is bounded and has no character that hides or reorders text', () => {
        assert.equal(clientName('tools', 'a\u202eb\n'), 'tools: a\\u{202e}b\\u{a}');
        assert.equal(clientName('tools', 'x'.repeat(1000)), `tools: ${'x'.repeat(193)}`);
        assert.equal(clientName('tools', '\u202e'.repeat(1000)).length, 200);
        assert.equal(clientName('tools', ''), 'tools');
    });
});
