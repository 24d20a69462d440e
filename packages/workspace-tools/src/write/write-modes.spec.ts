import { strict as assert } from 'node:assert';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { Policy } from '../policy';
import { refusalOf, useWorkspace } from '../test/test-workspace';

describe('The modes of a write', () => {
    const workspace = useWorkspace();
    const text = (path: string): string => readFileSync(workspace.path(path), 'utf8');

    it('create refuses a file that exists', async () => {
        const tools = await workspace.tools();
        await tools.write({ path: 'a.txt', content: 'a', mode: 'create' });
        await refusalOf('already-exists', tools.write({ path: 'a.txt', content: 'b', mode: 'create' }));
        assert.equal(text('a.txt'), 'a');
    });

    it('append writes behind the end, in the encoding of the file, or makes the file', async () => {
        const tools = await workspace.tools();
        const created = await tools.write({ path: 'log/a.txt', content: 'one\n', mode: 'append' });
        const result = await tools.write({ path: 'log/a.txt', content: 'zwö\n', mode: 'append' });
        assert.deepEqual([created.created, result.created, result.bytesWritten, result.size], [true, false, 5, 9]);
        assert.equal(text('log/a.txt'), 'one\nzwö\n');
        workspace.file('wide.txt', Buffer.from('\ufeffa', 'utf16le'));
        assert.equal((await tools.write({ path: 'wide.txt', content: 'b', mode: 'append' })).bytesWritten, 2);
        assert.equal(readFileSync(workspace.path('wide.txt'), 'utf16le'), '\ufeffab');
    });

    it('append loses nothing when several append at once, to a new file and to an old one', async () => {
        const tools = await workspace.tools();
        const append = (letter: string) => tools.write({ path: 'a.txt', content: letter, mode: 'append' });
        await Promise.all(Array.from('abcdef', append));
        await Promise.all(Array.from('ghij', append));
        assert.equal(Array.from(text('a.txt')).toSorted().join(''), 'abcdefghij');
    });

    it('append refuses to grow a file beyond the limit', async () => {
        const tools = await workspace.tools(new Policy({ limits: { writeBytes: 5 } }));
        workspace.file('a.txt', 'abcd');
        await refusalOf('too-large', tools.write({ path: 'a.txt', content: 'ef', mode: 'append' }));
        assert.equal(text('a.txt'), 'abcd');
    });

    it('makes no parents when told so', async () => {
        const tools = await workspace.tools();
        await refusalOf('not-found', tools.write({ path: 'new/a.txt', content: '', makeParents: false }));
        assert.ok(!existsSync(workspace.path('new')));
        assert.ok((await tools.write({ path: 'a.txt', content: '', makeParents: false })).created);
    });
});

describe('WorkspaceTools.makeDirectory', () => {
    const workspace = useWorkspace();

    it('makes a directory with its parents, once', async () => {
        const tools = await workspace.tools();
        assert.deepEqual(await tools.makeDirectory({ path: 'a/b/c/' }), { path: 'a/b/c', created: true });
        assert.ok(statSync(workspace.path('a/b/c')).isDirectory());
        assert.deepEqual(await tools.makeDirectory({ path: 'a/b/c' }), { path: 'a/b/c', created: false });
        workspace.link('alias', 'a');
        assert.deepEqual(await tools.makeDirectory({ path: 'alias/d' }), { path: 'a/d', created: true });
    });

    it('refuses where a file, the policy or the outside is in the way', async () => {
        workspace.file('file', '');
        workspace.link('out', workspace.outside);
        workspace.link('dangling', 'nowhere');
        const tools = await workspace.tools();
        await refusalOf('not-a-directory', tools.makeDirectory({ path: 'file' }));
        await refusalOf('not-a-directory', tools.makeDirectory({ path: 'file/a' }));
        await refusalOf('protected-path', tools.makeDirectory({ path: '.git/hooks' }, { confirmed: true }));
        await refusalOf('outside-workspace', tools.makeDirectory({ path: 'out/a' }));
        await refusalOf('outside-workspace', tools.makeDirectory({ path: 'dangling/a' }));
        await refusalOf('outside-workspace', tools.makeDirectory({ path: '../a' }));
        assert.ok(!existsSync(`${workspace.outside}/a`));
    });
});
