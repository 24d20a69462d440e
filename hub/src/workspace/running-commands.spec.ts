import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { plainCaller, textsOf } from '../testing/tool-caller';
import { whileCommandRuns } from '../testing/while-command-runs';
import { useHub, WorkspaceHub } from '../testing/workspace-hub';

describe('Every door to the workspace, while a command runs', () => {
    const workspace = useHub(new WorkspaceHub());
    const bash = (command: string) => workspace.post('/tools/bash', { command });

    beforeEach(() => workspace.restart({ sandbox: 'bubblewrap' }));

    it('refuses a command only until another one has ended, while that makes what cannot be kept from both', async () => {
        const unnamed = 'd=$(printf "B\\374ro"); mkdir $d; echo x > $d/.env';
        const meanwhile: unknown[] = [];
        const { body } = await whileCommandRuns(
            workspace.path(),
            bash,
            async () => meanwhile.push((await bash('true')).body.error),
            unnamed
        );
        assert.deepEqual(body.refused, ['/workspace/B\ufffdro']);
        const [{ message }] = meanwhile as { message: string }[];
        assert.match(message, /"B\ufffdro" is not valid UTF-8.* while another command runs.* Try again then\.$/);
        assert.equal((await bash('true')).status, 200);
    });

    it('lists no folder that stands there for the command alone, but one of a person', async () => {
        mkdirSync(workspace.path('.theia'));
        const lists = async (): Promise<string[]> => [
            JSON.stringify((await workspace.post('/tools/read', { file_path: '/workspace' })).body),
            JSON.stringify((await workspace.post('/tools/glob', { pattern: '**' })).body),
            JSON.stringify((await workspace.post('/wap/exploreFiles', { path: '.' })).body),
            JSON.stringify((await workspace.post('/agentbench/tools', { tool: 'list_files', params: {}, request_id: '1' })).body),
            ...textsOf(await plainCaller(workspace.hub).call('list_directory', { path: '.' }))
        ];
        let [listed, onDisk]: string[][] = [[], []];
        await whileCommandRuns(workspace.path(), bash, async () => {
            onDisk = readdirSync(workspace.path()).filter(name => name.startsWith('.'));
            listed = await lists();
        });
        assert.deepEqual(onDisk, ['.opencode', '.theia', '.vscode']);
        assert.equal(listed.length, 5);
        for (const list of listed) {
            assert.match(list, /script\.sh/);
            assert.doesNotMatch(list, /\.opencode|\.vscode/);
        }
        assert.match(listed[0], /\.theia/);
    });
});
