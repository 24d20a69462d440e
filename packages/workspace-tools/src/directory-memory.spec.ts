import { strict as assert } from 'node:assert';
import { lstatSync } from 'node:fs';
import { useWorkspace } from './test/test-workspace';
import { DirectoryMemory } from './directory-memory';

describe('DirectoryMemory', () => {
    const workspace = useWorkspace();

    it('recalls what was found in a directory until a name in it changes', () => {
        workspace.file('sub/a.txt');
        const memory = new DirectoryMemory<string>(workspace.root, lstatSync(workspace.root), () => Date.now() + 3_600_000);
        const stats = lstatSync(workspace.path('sub'));
        assert.equal(memory.recall('sub', stats), undefined);
        memory.remember('sub', stats, 'a.txt');
        assert.equal(memory.recall('sub', lstatSync(workspace.path('sub'))), 'a.txt');
        assert.equal(memory.recall('other', stats), undefined);
        workspace.file('sub/b.txt');
        assert.equal(memory.recall('sub', lstatSync(workspace.path('sub'))), undefined);
    });

    it('recalls nothing of a directory that had changed shortly before it was looked at', () => {
        const stats = lstatSync(workspace.root);
        const memory = new DirectoryMemory<string>(workspace.root, stats, () => stats.ctimeMs + 2000);
        memory.remember('', stats, 'nothing');
        assert.equal(memory.recall('', stats), undefined);
    });

    it('recalls nothing of another device, of which it does not know whether it notes every change', () => {
        const stats = lstatSync(workspace.root);
        const elsewhere = Object.assign(Object.create(stats), { dev: stats.dev + 1 }) as typeof stats;
        const memory = new DirectoryMemory<string>(workspace.root, stats, () => Date.now() + 3_600_000);
        memory.remember('mounted', elsewhere, 'something');
        assert.equal(memory.recall('mounted', elsewhere), undefined);
    });

    it('forgets what is gone', () => {
        const stats = lstatSync(workspace.root);
        const memory = new DirectoryMemory<string>(workspace.root, stats, () => Date.now() + 3_600_000);
        memory.remember('', stats, 'kept');
        memory.remember('gone', stats, 'forgotten');
        memory.keepOnly(new Set(['']));
        assert.deepEqual([memory.recall('', stats), memory.recall('gone', stats)], ['kept', undefined]);
    });
});
