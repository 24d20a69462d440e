import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathBelow } from './path-below';
import { useWorkspace } from './test/test-workspace';

describe('pathBelow', () => {
    const workspace = useWorkspace();

    it('names what lies below, whether or not it exists', async () => {
        workspace.file('a/b.txt');
        assert.equal(await pathBelow(workspace.root, workspace.path('a/b.txt')), 'a/b.txt');
        assert.equal(await pathBelow(workspace.root, workspace.path('..a/new/c')), '..a/new/c');
    });

    it('resolves links on the way, also before a part that does not exist', async () => {
        mkdirSync(workspace.path('real'));
        workspace.link('alias', 'real');
        assert.equal(await pathBelow(workspace.root, workspace.path('alias/new/c')), 'real/new/c');
    });

    it('is empty for the directory itself and for all that surrounds it', async () => {
        assert.equal(await pathBelow(workspace.root, workspace.root), '');
        assert.equal(await pathBelow(workspace.path('deep', 'er'), workspace.root), '');
        assert.equal(await pathBelow(workspace.root, '/'), '');
    });

    it('knows a neighbour from a part', async () => {
        assert.equal(await pathBelow(workspace.root, workspace.outside), undefined);
        assert.equal(await pathBelow(workspace.root, `${workspace.root}-evil`), undefined);
        assert.equal(await pathBelow(workspace.root, join(workspace.outside, 'new')), undefined);
    });
});
