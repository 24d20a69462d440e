import { strict as assert } from 'node:assert';
import { existsSync, readdirSync } from 'node:fs';
import { refusalOf, useWorkspace } from '../test/test-workspace';

describe('WorkspaceTools.remove', () => {
    const workspace = useWorkspace();

    it('takes a file away with the directories that were made for it', async () => {
        const tools = await workspace.tools();
        workspace.file('kept/file.txt');
        const { missingParents: madeParents } = await tools.locate('kept/new/deep/a.txt', 'write-file');
        assert.deepEqual(madeParents, ['kept/new/deep', 'kept/new']);
        const { path, hash: expectedHash } = await tools.write({ path: 'kept/new/deep/a.txt', content: 'text' });
        await tools.remove({ path, expectedHash, madeParents });
        assert.deepEqual(readdirSync(workspace.path('kept')), ['file.txt']);
    });

    it('leaves directories that hold something else', async () => {
        const tools = await workspace.tools();
        const { path, hash: expectedHash } = await tools.write({ path: 'new/deep/a.txt', content: 'text' });
        workspace.file('new/mine.txt');
        await tools.remove({ path, expectedHash, madeParents: ['new/deep', 'new'] });
        assert.deepEqual(readdirSync(workspace.path('new')), ['mine.txt']);
    });

    it('leaves a file that is another one, and what the policy protects', async () => {
        const tools = await workspace.tools();
        const { path, hash: expectedHash } = await tools.write({ path: 'a.txt', content: 'text' });
        workspace.file('a.txt', 'theirs');
        await refusalOf('changed', tools.remove({ path, expectedHash }));
        workspace.file('.git/config', 'text');
        await refusalOf('protected-path', tools.remove({ path: '.git/config', expectedHash }, { confirmed: true }));
        await refusalOf('outside-workspace', tools.remove({ path: '../a.txt', expectedHash }));
        assert.ok(existsSync(workspace.path('a.txt')) && existsSync(workspace.path('.git/config')));
    });
});
