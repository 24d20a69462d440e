import { strict as assert } from 'node:assert';
import { existsSync, writeFileSync } from 'node:fs';
import { useWorkspace, refusalOf } from '../test/test-workspace';
import { FileChange } from './file-change';

describe('What is told of changed files', () => {
    const workspace = useWorkspace();
    let told: FileChange[];
    const onChanged = (change: FileChange): void => void told.push(change);

    beforeEach(() => (told = []));

    it('is the text before and after, how it is stored, and the directories that were made', async () => {
        const tools = await workspace.tools();
        workspace.file('a.txt', '\uFEFFone\n');
        await tools.edit({ path: 'a.txt', oldText: 'one', newText: 'two' }, { onChanged });
        await tools.write({ path: 'a.txt', content: '+', mode: 'append' }, { onChanged });
        await tools.write({ path: 'deep/er/b.txt', content: 'b' }, { onChanged });
        assert.deepEqual(told, [
            { path: 'a.txt', before: 'one\n', after: 'two\n', encoding: 'utf8bom', madeParents: [] },
            { path: 'a.txt', before: 'two\n', after: 'two\n+', encoding: 'utf8bom', madeParents: [] },
            { path: 'deep/er/b.txt', before: undefined, after: 'b', encoding: 'utf8', madeParents: ['deep/er', 'deep'] }
        ]);
    });

    it('is every file of a patch, those that it moves and removes too, and none of one that fails', async () => {
        const tools = await workspace.tools();
        workspace.file('a.txt', 'one\n');
        workspace.file('gone.txt', 'x\n');
        const patch = [
            'diff --git a/a.txt b/n/b.txt\nrename from a.txt\nrename to n/b.txt\n--- a/a.txt\n+++ b/n/b.txt\n@@ -1 +1 @@\n-one\n+two\n',
            'diff --git a/gone.txt b/gone.txt\ndeleted file mode 100644\n--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n'
        ].join('');
        await refusalOf(
            'changed',
            tools.patch(
                { patch },
                {
                    onChanged,
                    documents: {
                        find: path => {
                            if (path === 'n/b.txt' && !existsSync(workspace.path('a.txt'))) {
                                writeFileSync(workspace.path('gone.txt'), 'theirs\n');
                            }
                            return Promise.resolve(undefined);
                        }
                    }
                }
            )
        );
        assert.deepEqual(told, []);
        writeFileSync(workspace.path('gone.txt'), 'x\n');
        await tools.patch({ patch }, { onChanged });
        assert.deepEqual(
            told.map(({ path, before, after, madeParents }) => [path, before, after, madeParents]),
            [
                ['a.txt', 'one\n', undefined, []],
                ['n/b.txt', undefined, 'one\n', ['n']],
                ['n/b.txt', 'one\n', 'two\n', []],
                ['gone.txt', 'x\n', undefined, []]
            ]
        );
    });

    it('is nothing of a file that may not be read, or that is no text, but that one was made', async () => {
        const tools = await workspace.tools();
        await tools.write({ path: '.env', content: 'KEY=new' }, { onChanged, confirmed: true });
        assert.deepEqual(told.splice(0), [{ path: '.env', before: undefined, after: 'KEY=new', encoding: 'utf8', madeParents: [] }]);
        workspace.file('.env', 'KEY=secret');
        workspace.file('image.png', '\0');
        await tools.write({ path: '.env', content: 'KEY=other' }, { onChanged, confirmed: true });
        await tools.write({ path: 'image.png', content: 'text' }, { onChanged });
        assert.deepEqual(told, []);
    });
});
