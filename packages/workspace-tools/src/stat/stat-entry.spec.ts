import { strict as assert } from 'node:assert';
import { chmodSync, statSync } from 'node:fs';
import { DEFAULT_EXCLUSIONS } from '../policy-rules';
import { refusalOf, useWorkspace } from '../test/test-workspace';

describe('WorkspaceTools.stat', () => {
    const workspace = useWorkspace();

    it('describes files and directories', async () => {
        const file = workspace.file('data/a.txt', 'abc');
        chmodSync(file, 0o640);
        const tools = await workspace.tools();
        const { uid, gid, birthtimeMs, mtimeMs, atimeMs } = statSync(file);
        assert.deepEqual(await tools.stat({ path: 'data/a.txt' }), {
            path: 'data/a.txt',
            absolutePath: file,
            type: 'file',
            size: 3,
            permissions: 0o640,
            ownerId: uid,
            groupId: gid,
            createdMs: birthtimeMs,
            modifiedMs: mtimeMs,
            accessedMs: atimeMs
        });
        const { type, entries } = await tools.stat({ path: 'data' });
        assert.deepEqual([type, entries], ['directory', 1]);
    });

    it('refuses what is missing, sensitive, outside or a link where none is wanted', async () => {
        workspace.file('a.txt');
        workspace.link('link', 'a.txt');
        workspace.link('out', workspace.outside);
        const tools = await workspace.tools();
        await refusalOf('not-found', tools.stat({ path: 'missing' }));
        await refusalOf('sensitive-file', tools.stat({ path: '.env' }));
        await refusalOf('outside-workspace', tools.stat({ path: 'out' }));
        assert.equal((await tools.stat({ path: 'link' })).path, 'a.txt');
        for (const path of ['link', 'out', 'out/secret.txt']) {
            await refusalOf('link-refused', tools.stat({ path }, { links: 'refuse' }));
        }
        await refusalOf('link-refused', tools.write({ path: 'out/new.txt', content: '' }, { links: 'refuse' }));
        await refusalOf('link-refused', tools.makeDirectory({ path: 'out/new' }, { links: 'refuse' }));
    });

    it('tells about the workspace itself', async () => {
        const tools = await workspace.tools();
        const { root, defaultExclusions, limits } = await tools.info();
        assert.deepEqual([root, defaultExclusions, limits], [workspace.root, DEFAULT_EXCLUSIONS, tools.guard.policy.limits]);
    });
});
