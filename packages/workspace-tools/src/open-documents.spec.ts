import { strict as assert } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { hashBytes } from './read/read-file';
import { TestEditor } from './test/test-editor';
import { refusalOf, useWorkspace } from './test/test-workspace';

describe('A file that is open in an editor', () => {
    const workspace = useWorkspace();
    const saved = (path: string): string => readFileSync(workspace.path(path), 'utf8');
    const patch = (...parts: string[]): string => parts.join('');
    const modifyPart = (path: string): string => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-one\n+two\n`;
    const deletePart = (path: string): string => `--- a/${path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n`;
    const renamePart = (from: string, to: string): string =>
        `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;

    it('is edited and appended to as it stands in the editor, and what the person has not saved stays unsaved', async () => {
        workspace.file('a.txt', 'one\n');
        const tools = await workspace.tools();
        const editor = new TestEditor(workspace.root);
        editor.type('a.txt', 'one\nmine\n');
        const edited = await tools.edit({ path: 'a.txt', oldText: 'mine', newText: 'ours' }, { documents: editor });
        assert.deepEqual([edited.unsaved, edited.size, edited.replacements], [true, 9, 1]);
        assert.equal(edited.hash, hashBytes(Buffer.from('one\nours\n')));
        await tools.write({ path: 'a.txt', content: 'end\n', mode: 'append' }, { documents: editor });
        await tools.modify({ path: 'a.txt', operations: [{ type: 'delete', startLine: 1, endLine: 1 }] }, { documents: editor });
        assert.deepEqual([editor.textOf('a.txt'), saved('a.txt')], ['ours\nend\n', 'one\n']);
    });

    it('is changed and saved when nothing in it is unsaved', async () => {
        workspace.file('a.txt', 'one\n');
        const tools = await workspace.tools();
        const editor = new TestEditor(workspace.root);
        editor.show('a.txt');
        const written = await tools.write({ path: 'a.txt', content: 'two\n' }, { documents: editor });
        assert.deepEqual([written.created, written.unsaved, written.hash], [false, undefined, hashBytes(Buffer.from('two\n'))]);
        assert.deepEqual([editor.textOf('a.txt'), saved('a.txt')], ['two\n', 'two\n']);
        await refusalOf('already-exists', tools.write({ path: 'a.txt', content: 'x', mode: 'create' }, { documents: editor }));
        await refusalOf('changed', tools.write({ path: 'a.txt', content: 'x', expectedHash: '0'.repeat(64) }, { documents: editor }));
        const edit = { path: 'a.txt', oldText: 'two', newText: 'three', expectedHash: written.hash };
        await tools.edit(edit, { documents: editor });
        assert.deepEqual([editor.textOf('a.txt'), saved('a.txt')], ['three\n', 'three\n']);
    });

    it('is not overwritten while it has unsaved text that the caller has not read', async () => {
        workspace.file('a.txt', 'one\n');
        const tools = await workspace.tools();
        const editor = new TestEditor(workspace.root);
        for (const readState of ['never', 'outdated'] as const) {
            editor.type('a.txt', 'mine\n', readState);
            const { message } = await refusalOf('changed', tools.write({ path: 'a.txt', content: 'x' }, { documents: editor }));
            assert.match(message, /unsaved text of the person/);
        }
        assert.deepEqual([editor.textOf('a.txt'), saved('a.txt')], ['mine\n', 'one\n']);
        editor.type('a.txt', 'mine\n', 'current');
        await tools.write({ path: 'a.txt', content: 'known\n' }, { documents: editor });
        assert.deepEqual([editor.textOf('a.txt'), saved('a.txt')], ['known\n', 'one\n']);
    });

    it('can be written whole although it is sensitive, once the person agreed, but is not read for an edit', async () => {
        workspace.file('.env', 'KEY=1\n');
        const tools = await workspace.tools();
        const editor = new TestEditor(workspace.root);
        editor.show('.env');
        await tools.write({ path: '.env', content: 'KEY=2\n' }, { documents: editor, confirmed: true });
        assert.equal(saved('.env'), 'KEY=2\n');
        await refusalOf(
            'sensitive-file',
            tools.edit({ path: '.env', oldText: 'KEY', newText: 'X' }, { documents: editor, confirmed: true })
        );
    });

    it('is not written to the disk when an editor opens it at the last moment', async () => {
        workspace.file('a.txt', 'one\n');
        const tools = await workspace.tools();
        for (const change of [
            (documents: TestEditor) => tools.write({ path: 'a.txt', content: 'two\n' }, { documents }),
            (documents: TestEditor) => tools.edit({ path: 'a.txt', oldText: 'one', newText: 'two' }, { documents })
        ]) {
            const editor = new TestEditor(workspace.root);
            editor.onFind = (path, count) => count === 2 && editor.type(path, 'mine\n');
            await refusalOf('changed', change(editor));
            assert.deepEqual([editor.textOf('a.txt'), saved('a.txt')], ['mine\n', 'one\n']);
        }
    });

    it('is patched in the editor together with files on the disk, and neither is removed nor renamed with unsaved text', async () => {
        ['a.txt', 'b.txt', 'c.txt'].forEach(path => workspace.file(path, 'one\n'));
        const tools = await workspace.tools();
        const editor = new TestEditor(workspace.root);
        editor.type('a.txt', 'one\nmine\n');
        const both = patch(modifyPart('b.txt'), '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n+two\n mine\n');
        await tools.patch({ patch: both }, { documents: editor });
        assert.deepEqual([editor.textOf('a.txt'), saved('a.txt'), saved('b.txt')], ['two\nmine\n', 'one\n', 'two\n']);
        for (const part of [deletePart('a.txt'), renamePart('a.txt', 'd.txt')]) {
            const { message } = await refusalOf('changed', tools.patch({ patch: part + modifyPart('c.txt') }, { documents: editor }));
            assert.match(message, /unsaved text/);
        }
        assert.deepEqual([saved('c.txt'), existsSync(workspace.path('d.txt'))], ['one\n', false]);
        editor.show('c.txt');
        await tools.patch({ patch: deletePart('c.txt') }, { documents: editor });
        assert.equal(existsSync(workspace.path('c.txt')), false);
    });

    it('keeps its byte order mark, and every other character, when a patch shows the mark', async () => {
        workspace.file('a.txt', '\ufeffone\nx\ufeffy\n');
        const tools = await workspace.tools();
        const editor = new TestEditor(workspace.root);
        editor.show('a.txt');
        const patchWith = (lines: string) =>
            tools.patch({ patch: `--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n${lines}` }, { documents: editor });
        await patchWith('-\ufeffone\n+\ufefftwo\n x\ufeffy\n');
        assert.equal(editor.textOf('a.txt'), 'two\nx\ufeffy\n');
        const { message } = await refusalOf('patch-conflict', patchWith('-\ufefftwo\n+three\n x\ufeffy\n'));
        assert.match(message, /byte order mark/);
        assert.equal(editor.textOf('a.txt'), 'two\nx\ufeffy\n');
    });

    it('is put back when a later file of the patch cannot be changed', async () => {
        ['a.txt', 'b.txt'].forEach(path => workspace.file(path, 'one\n'));
        const tools = await workspace.tools();
        const editor = new TestEditor(workspace.root);
        editor.show('a.txt');
        // Looked at while planning once each; then the last look at the second file.
        editor.onFind = (path, count) => count === 3 && path === 'b.txt' && editor.type(path, 'mine\n');
        await refusalOf('changed', tools.patch({ patch: modifyPart('a.txt') + modifyPart('b.txt') }, { documents: editor }));
        assert.deepEqual([editor.textOf('a.txt'), saved('a.txt')], ['one\n', 'one\n']);
        assert.deepEqual([editor.textOf('b.txt'), saved('b.txt')], ['mine\n', 'one\n']);
    });
});
