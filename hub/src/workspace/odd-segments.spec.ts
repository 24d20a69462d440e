import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { plainCaller, succeed, textsOf } from '../testing/tool-caller';
import { useHub, WorkspaceHub } from '../testing/workspace-hub';

/** Below the root these would lead to `real.txt` in it, if they were ways up. */
const ODD_PATHS = ['src/.../real.txt', 'src/.. /real.txt', 'src/.. ./real.txt', 'src/....../real.txt', 'src/deep/.../.../real.txt'];

describe('Names of a path that some systems take for ".."', () => {
    const workspace = useHub(new WorkspaceHub());

    it('lead nowhere at any door, and the file that they would lead to stays as it is', async () => {
        const real = workspace.file('real.txt', 'kept\n');
        workspace.file('src/deep/other.txt');
        const mcp = plainCaller(workspace.hub);
        for (const path of ODD_PATHS) {
            const text = async (tool: string, more: object = {}): Promise<string> =>
                textsOf(await mcp.call(tool, { path, ...more })).join('');
            for (const answer of [await text('write_file', { content: 'lost' }), await text('read_file'), await text('create_directory')]) {
                assert.match(answer, /^Error: Access denied\. .*some systems take for "\.\."/, path);
            }
            const refused = async (door: string, body: object): Promise<unknown> => {
                const { status, body: answer } = await workspace.post(door, body);
                return [status, answer.code ?? (answer.error as { code?: string }).code];
            };
            const operations = [{ type: 'insert', afterLine: 0, newContent: 'lost' }];
            for (const [tool, request] of [
                ['writeFile', { path, content: 'lost' }],
                ['modifyFile', { path, operations }],
                ['readFile', { path }]
            ] as const) {
                assert.deepEqual(await refused(`/wap/${tool}`, request), [400, 'INVALID_ARGUMENT'], path);
            }
            for (const [tool, request] of [
                ['write', { file_path: path, content: 'lost' }],
                ['edit', { file_path: path, old_string: 'kept', new_string: 'lost' }],
                ['read', { file_path: path }]
            ] as const) {
                assert.deepEqual(await refused(`/tools/${tool}`, request), [400, 'invalid_path'], path);
            }
            for (const [tool, params] of [
                ['read_file', { path }],
                ['apply_patch', { unified_diff: `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-kept\n+lost\n` }]
            ] as const) {
                const { body } = await workspace.post('/agentbench/tools', { tool, params, request_id: `${tool} ${path}` });
                assert.equal((body.error as { error_type: string }).error_type, 'invalid_path', `${path} ${JSON.stringify(body)}`);
            }
        }
        assert.equal(readFileSync(real, 'utf8'), 'kept\n');
        // The plain way up is another matter.
        assert.equal(await succeed(mcp, 'read_file', { path: 'src/../real.txt' }), 'kept\n');
    });
});
