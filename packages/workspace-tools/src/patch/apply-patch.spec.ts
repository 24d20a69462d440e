import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { Policy } from '../policy';
import { longestWait } from '../test/longest-wait';
import { TestEditor } from '../test/test-editor';
import { refusalOf, useWorkspace } from '../test/test-workspace';

const GIT = 'git';
const CHANGE_A = '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n';

describe('WorkspaceTools.patch', () => {
    const workspace = useWorkspace();
    const text = (path: string): string => readFileSync(workspace.path(path), 'utf8');

    it('changes, creates, deletes and renames files, and says what it did', async () => {
        workspace.file('a.txt', 'one\ntwo\nthree\n');
        workspace.file('gone.txt', 'x');
        chmodSync(workspace.file('old.sh', 'echo\n'), 0o755);
        const patch = [
            `diff --git a/a.txt b/a.txt\nindex 1..2 100644\n${CHANGE_A}`,
            'diff --git a/n/new.txt b/n/new.txt\nnew file mode 100644\n--- /dev/null\n+++ b/n/new.txt\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n',
            'diff --git a/empty b/empty\nnew file mode 100644\nindex 0..0\n',
            'diff --git a/gone.txt b/gone.txt\ndeleted file mode 100644\n--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n\\ No newline at end of file\n',
            'diff --git a/old.sh b/m/new.sh\nsimilarity index 100%\nrename from old.sh\nrename to m/new.sh\n'
        ].join('');
        const tools = await workspace.tools();
        const planned = await tools.patch({ patch, dryRun: true });
        assert.deepEqual(readdirSync(workspace.root), ['a.txt', 'gone.txt', 'old.sh']);
        const result = await tools.patch({ patch });
        assert.deepEqual(result, { ...planned, applied: true });
        assert.deepEqual(
            result.files.map(({ path, action, addedLines, removedLines }) => [path, action, addedLines, removedLines]),
            [
                ['a.txt', 'modify', 1, 1],
                ['n/new.txt', 'create', 2, 0],
                ['empty', 'create', 0, 0],
                ['gone.txt', 'delete', 0, 1],
                ['m/new.sh', 'rename', 0, 0]
            ]
        );
        assert.deepEqual(readdirSync(workspace.root), ['a.txt', 'empty', 'm', 'n']);
        assert.deepEqual([text('a.txt'), text('n/new.txt'), text('m/new.sh')], ['one\nTWO\nthree\n', 'a\nb', 'echo\n']);
        assert.equal(statSync(workspace.path('m/new.sh')).mode & 0o777, 0o755);
    });

    it('reads names as git writes them', async () => {
        const tools = await workspace.tools();
        const names = {
            'b c': 'b c',
            'tab\tat': '"tab\\tat"',
            'quo"te': '"quo\\"te"',
            é: '"\\303\\251"',
            'line\u2028end': 'line\u2028end'
        };
        for (const [name, written] of Object.entries(names)) {
            const [from, to] = ['a', 'b'].map(side => (written.startsWith('"') ? `"${side}/${written.slice(1)}` : `${side}/${written}`));
            workspace.file('old', '1\n');
            await tools.patch({ patch: `diff --git a/old ${to}\nsimilarity index 100%\nrename from old\nrename to ${written}\n` });
            await tools.patch({ patch: `diff --git ${from} ${to}\n--- ${from}\t\n+++ ${to}\t2030-01-01\n@@ -1 +1 @@\n-1\n+2\n` });
            assert.deepEqual([readdirSync(workspace.root), text(name)], [[name], '2\n']);
            await tools.patch({
                patch: `diff --git ${from} ${to}\ndeleted file mode 100644\n--- ${from}\n+++ /dev/null\n@@ -1 +0,0 @@\n-2\n`
            });
            await tools.patch({ patch: `diff --git ${from} ${to}\nnew file mode 100644\nindex 0..0\n` });
            assert.deepEqual([readdirSync(workspace.root), text(name)], [[name], '']);
            rmSync(workspace.path(name));
        }
    });

    it('takes a file of the beginning of time for one that is not there, as other tools write it', async () => {
        workspace.file('old', '1\n');
        const tools = await workspace.tools();
        const [now, never] = ['2030-01-01 10:00:00.500000000 +0100', '1970-01-01 01:00:00.000000000 +0100'];
        await tools.patch({ patch: `--- a/new\t${never}\n+++ b/new\t${now}\n@@ -0,0 +1 @@\n+1\n` });
        await tools.patch({ patch: `--- a/old\t${now}\n+++ b/old\t${never}\n@@ -1 +0,0 @@\n-1\n` });
        assert.deepEqual([readdirSync(workspace.root), text('new')], [['new'], '1\n']);
        await tools.patch({ patch: `--- a/new\t${never}\n+++ b/new\t${never}\n@@ -1 +1 @@\n-1\n+2\n` });
        assert.equal(text('new'), '2\n');
        const odd = { patch: '--- /dev/null\n+++ "b/\\303x"\n@@ -0,0 +1 @@\n+1\n' };
        assert.match((await refusalOf('invalid-path', tools.patch(odd))).message, /not valid UTF-8/);
    });

    it('makes of one text the other by their difference, whatever they are', async () => {
        const tools = await workspace.tools();
        const line = fc.constantFrom('a', 'b', 'c', '', ' ', '-', '+', '-- x', '++ y', '@@ -1 +1 @@', 'é', 'x\r', '\\ no');
        const content = fc
            .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
            .map(([lines, end]) => lines.join('\n') + (end ? '\n' : ''));
        await fc.assert(
            fc.asyncProperty(content, content, fc.constantFrom('-U3', '-U0'), async (before, after, context) => {
                // New lines without others around them take the line ends of the file.
                fc.pre(context === '-U3' || !before.includes('\r\n'));
                const [old, next] = [workspace.file('file.txt', before), join(workspace.outside, 'file.txt')];
                writeFileSync(next, after);
                const { stdout } = spawnSync(GIT, ['diff', '--no-index', '--text', context, '--', old, next], {
                    // Away from any repository, whose attributes would change line ends.
                    cwd: workspace.outside,
                    encoding: 'utf8'
                });
                const patch = stdout.replaceAll(`a${old}`, 'a/file.txt').replaceAll(`b${next}`, 'b/file.txt');
                if (patch !== '') {
                    await tools.patch({ patch });
                }
                assert.equal(text('file.txt'), after);
            }),
            { numRuns: 100 }
        );
    });

    it('finds a hunk that has moved, and keeps the line ends of the file', async () => {
        workspace.file('a.txt', '0\r\n0\r\none\r\ntwo\r\nthree\r\n');
        await (await workspace.tools()).patch({ patch: CHANGE_A });
        assert.equal(text('a.txt'), '0\r\n0\r\none\r\nTWO\r\nthree\r\n');
        workspace.file('a.txt', 'one\ntwo\nthree\n');
        await (await workspace.tools()).patch({ patch: CHANGE_A.replaceAll('\n', '\r\n') });
        assert.equal(text('a.txt'), 'one\nTWO\nthree\n');
    });

    it('takes the byte order mark of a file as diffs show it, and as texts without it do', async () => {
        const tools = await workspace.tools();
        const patchTo = async (before: string, hunk: string): Promise<string> => {
            workspace.file('a.txt', before);
            await tools.patch({ patch: `--- a/a.txt\n+++ b/a.txt\n${hunk}` });
            return text('a.txt');
        };
        const [marked, plain] = ['@@ -1,2 +1,2 @@\n \ufeffone\n-two\n+TWO\n', '@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n'];
        assert.equal(await patchTo('\ufeffone\ntwo\n', marked), '\ufeffone\nTWO\n');
        assert.equal(await patchTo('\ufeffone\r\ntwo\r\n', marked), '\ufeffone\r\nTWO\r\n');
        assert.equal(await patchTo('\ufeffone\ntwo\n', plain), '\ufeffone\nTWO\n');
        assert.equal(await patchTo('\ufeffone\n', '@@ -1 +1 @@\n-\ufeffone\n+one\n'), 'one\n');
        assert.equal(await patchTo('one\n', '@@ -1 +1 @@\n-one\n+\ufeffone\n'), '\ufeffone\n');
        workspace.file('a.txt', '\ufeffone\n');
        await tools.patch({ patch: '--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-\ufeffone\n' });
        assert.ok(!existsSync(workspace.path('a.txt')));
        workspace.file('a.txt', '\ufeffone\ntwo\n');
        await refusalOf('patch-conflict', tools.patch({ patch: `--- a/a.txt\n+++ b/a.txt\n${marked.replace('one', 'other')}` }));
    });

    it('leaves one byte order mark where the new text brings it, too', async () => {
        workspace.file('a.txt', '\ufeffone\ntwo\n');
        const tools = await workspace.tools();
        await tools.patch({ patch: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+\ufeffone2\n' });
        assert.equal(text('a.txt'), '\ufeffone2\ntwo\n');
        const twice = '--- a/a.txt\n+++ b/a.txt\n@@ -2 +2 @@\n-two\n+2\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one2\n+\ufeffone\n';
        await tools.patch({ patch: twice });
        assert.equal(text('a.txt'), '\ufeffone\n2\n');
        workspace.file('a.txt', '\ufeff\ufeffone\n');
        await tools.patch({ patch: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-\ufeffone\n+\ufefftwo\n' });
        assert.equal(text('a.txt'), '\ufeff\ufefftwo\n');
    });

    it('takes the byte order mark in each of several diffs of one file as that one has it', async () => {
        const tools = await workspace.tools();
        const diff = (hunk: string): string => `--- a/a.txt\n+++ b/a.txt\n${hunk}`;
        const first = (from: string, to: string): string => diff(`@@ -1 +1 @@\n-${from}\n+${to}\n`);
        const [plain, unseen] = [diff('@@ -2 +2 @@\n-two\n+2\n'), diff('@@ -1,2 +1,2 @@\n 1\n-two\n+2\n')];
        for (const [diffs, after] of [
            [[plain, first('\ufeffone', '\ufeff1')], '\ufeff1\n2\n'],
            [[first('\ufeffone', '\ufeff1'), plain], '\ufeff1\n2\n'],
            [[first('\ufeffone', '\ufeff1'), unseen], '\ufeff1\n2\n'],
            [[first('one', '1'), first('\ufeff1', '\ufeffI'), first('I', 'i')], '\ufeffi\ntwo\n'],
            [[plain, first('\ufeffone', '1')], '1\n2\n'],
            [[first('\ufeffone', '1'), unseen], '1\n2\n'],
            [[first('\ufeffone', '1'), first('1', '\ufeffI'), plain], '\ufeffI\n2\n']
        ] as const) {
            workspace.file('a.txt', '\ufeffone\ntwo\n');
            await tools.patch({ patch: diffs.join('') });
            assert.equal(text('a.txt'), after, diffs.join(''));
        }
        workspace.file('a.txt', '\ufeffone\ntwo\n');
        const taken = first('\ufeffone', '1') + first('\ufeff1', 'I');
        await refusalOf('patch-conflict', tools.patch({ patch: taken }));
        assert.equal(text('a.txt'), '\ufeffone\ntwo\n');
        const documents = new TestEditor(workspace.root);
        documents.show('a.txt');
        const { message } = await refusalOf('patch-conflict', tools.patch({ patch: plain + first('\ufeffone', '1') }, { documents }));
        assert.match(message, /byte order mark/);
        await tools.patch({ patch: plain + first('\ufeffone', '\ufeff1') }, { documents });
        assert.equal(documents.textOf('a.txt'), '1\n2\n');
    });

    it('keeps a last line without a line end for which the patch has one, and ends it where lines follow', async () => {
        const tools = await workspace.tools();
        const patch = (hunk: string): string => `--- a/a.txt\n+++ b/a.txt\n${hunk}`;
        for (const [before, hunk, after] of [
            ['one\ntwo\nthree', '@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n', 'one\nTWO\nthree'],
            ['one\r\ntwo\r\nthree', '@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n', 'one\r\nTWO\r\nthree'],
            ['one\ntwo', '@@ -1,2 +1,3 @@\n one\n two\n+three\n', 'one\ntwo\nthree\n'],
            ['one\r\ntwo', '@@ -2 +2,2 @@\n two\n+three\n', 'one\r\ntwo\r\nthree\r\n']
        ] as const) {
            workspace.file('a.txt', before);
            await tools.patch({ patch: patch(hunk) });
            assert.equal(text('a.txt'), after, JSON.stringify(before));
        }
        workspace.file('a.txt', 'one\ntwo');
        await refusalOf('patch-conflict', tools.patch({ patch: patch('@@ -1,2 +1,2 @@\n one\n-two\n+2\n') }));
        await refusalOf('patch-conflict', tools.patch({ patch: patch('@@ -1,2 +1,2 @@\n-one\n+1\n tw\n') }));
        assert.equal(text('a.txt'), 'one\ntwo');
    });

    it('applies several diffs of one file one after the other, also of one that it makes or renames', async () => {
        workspace.file('a.txt', 'one\ntwo\nthree\n');
        workspace.file('b.txt', 'x\n');
        workspace.file('old.txt', '1\n');
        const change = (path: string, from: string, to: string): string => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;
        const patch = [
            change('a.txt', 'one', '1'),
            change('b.txt', 'x', 'y'),
            CHANGE_A.replace(' one', ' 1'),
            '--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+n\n',
            change('./new.txt', 'n', 'm'),
            'diff --git a/old.txt b/moved.txt\nrename from old.txt\nrename to moved.txt\n',
            change('moved.txt', '1', '2')
        ].join('');
        const tools = await workspace.tools();
        const { files } = await tools.patch({ patch });
        assert.deepEqual(
            files.map(({ path, action, addedLines, removedLines }) => [path, action, addedLines, removedLines]),
            [
                ['a.txt', 'modify', 2, 2],
                ['b.txt', 'modify', 1, 1],
                ['new.txt', 'create', 2, 1],
                ['moved.txt', 'rename', 1, 1]
            ]
        );
        assert.deepEqual(readdirSync(workspace.root), ['a.txt', 'b.txt', 'moved.txt', 'new.txt']);
        assert.deepEqual([text('a.txt'), text('new.txt'), text('moved.txt')], ['1\nTWO\nthree\n', 'm\n', '2\n']);
    });

    it('refuses a file that it makes, removes or renames behind another diff of it, and says what to do', async () => {
        workspace.file('a.txt', 'one\ntwo\nthree\n');
        const tools = await workspace.tools();
        const remove = '--- a/a.txt\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-one\n-TWO\n-three\n';
        const rename = 'diff --git a/a.txt b/b.txt\nrename from a.txt\nrename to b.txt\n';
        const create = '--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1 @@\n+y\n';
        for (const patch of [CHANGE_A + remove, CHANGE_A + rename, `${rename}diff --git a/a.txt b/a.txt\n${CHANGE_A}`, create + create]) {
            const { message } = await refusalOf('invalid-patch', tools.patch({ patch }));
            assert.match(message, /Join all changes of a file in one diff/);
        }
        assert.deepEqual([readdirSync(workspace.root), text('a.txt')], [['a.txt'], 'one\ntwo\nthree\n']);
    });

    it('leaves the line ends of lines that it keeps, and gives new lines those of the lines before them', async () => {
        workspace.file('a.txt', '0\nzero\none\r\ntwo\nthree\r\nfour');
        const tools = await workspace.tools();
        await tools.patch({ patch: '--- a/a.txt\n+++ b/a.txt\n@@ -2,4 +2,5 @@\n zero\n one\n-two\n+2\n+2.5\n three\n' });
        assert.equal(text('a.txt'), '0\nzero\none\r\n2\n2.5\nthree\r\nfour');
        const last = '@@ -6,2 +6,3 @@\n three\n-four\n\\ No newline at end of file\n+4\n+5\n\\ No newline at end of file\n';
        await tools.patch({ patch: `--- a/a.txt\n+++ b/a.txt\n${last}` });
        assert.equal(text('a.txt'), '0\nzero\none\r\n2\n2.5\nthree\r\n4\r\n5');
    });

    it('gives new lines without others in their hunk the line ends of those around them', async () => {
        const tools = await workspace.tools();
        const [first, middle, last] = ['@@ -0,0 +1 @@\n+new\n', '@@ -1,0 +2 @@\n+new\n', '@@ -2,0 +3,2 @@\n+new\n+er\n'];
        for (const [before, hunk, after] of [
            ['a\r\nb\r\n', first, 'new\r\na\r\nb\r\n'],
            ['a\r\nb\r\n', middle, 'a\r\nnew\r\nb\r\n'],
            ['a\r\nb\r\n', last, 'a\r\nb\r\nnew\r\ner\r\n'],
            ['a\r\nb', middle, 'a\r\nnew\r\nb'],
            ['\n\r\n', last, '\n\r\nnew\r\ner\r\n'],
            ['a\r\nb\r\n', last.replace('+new', '+new\r'), 'a\r\nb\r\nnew\r\ner\n'],
            ['a\r\nb\r\n', `${middle}\\ No newline at end of file\n`, undefined],
            ['a\r\nb\r\n', `${last}\\ No newline at end of file\n`, 'a\r\nb\r\nnew\r\ner'],
            ['a\r\nb\n', middle, 'a\r\nnew\nb\n'],
            ['a\nb\n', middle, 'a\nnew\nb\n'],
            ['', first, 'new\n']
        ] as const) {
            workspace.file('a.txt', before);
            const patching = tools.patch({ patch: `--- a/a.txt\n+++ b/a.txt\n${hunk}` });
            await (after === undefined ? refusalOf('patch-conflict', patching) : patching);
            assert.equal(text('a.txt'), after ?? before, JSON.stringify([before, hunk]));
        }
    });

    it('never joins two lines', async () => {
        const tools = await workspace.tools();
        const refused = async (before: string, hunks: string): Promise<void> => {
            workspace.file('a.txt', before);
            const { message } = await refusalOf('patch-conflict', tools.patch({ patch: `--- a/a.txt\n+++ b/a.txt\n${hunks}` }));
            assert.match(message, /would join two lines/);
        };
        const open = '\\ No newline at end of file\n';
        await refused('a', '@@ -1,0 +2 @@\n+b\n');
        await refused('a\nb\n', `@@ -1 +1 @@\n-a\n+c\n${open}`);
        await refused('a', `@@ -1 +1 @@\n-a\n${open}+b\n${open}@@ -1,0 +2 @@\n+c\n`);
        await refused('', `@@ -0,0 +1 @@\n+a\n${open}@@ -0,0 +2 @@\n+b\n`);
    });

    it('names the file and the hunk that does not match, and changes nothing', async () => {
        workspace.file('a.txt', 'one\ntwo\nthree\n');
        workspace.file('b.txt', 'x\n');
        const tools = await workspace.tools();
        const patch = `${CHANGE_A}--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-x\n+y\n@@ -9 +9 @@\n-other\n+y\n`;
        const { details, message } = await refusalOf('patch-conflict', tools.patch({ patch }));
        assert.deepEqual([details.path, details.position], ['b.txt', 2]);
        assert.match(message, /"b\.txt".*hunk 2/);
        await refusalOf('patch-conflict', tools.patch({ patch: `${CHANGE_A}--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1 @@\n+y\n` }));
        await refusalOf('patch-conflict', tools.patch({ patch: `${CHANGE_A}--- a/b.txt\n+++ /dev/null\n@@ -0,0 +0,0 @@\n` }));
        assert.deepEqual([text('a.txt'), text('b.txt')], ['one\ntwo\nthree\n', 'x\n']);
    });

    it('lets others run while it looks for a hunk that fits almost everywhere', async () => {
        workspace.file('a.txt', 'x\n'.repeat(40_000));
        const hunk = ` ${'x\n '.repeat(4000)}`.slice(0, -1);
        const patch = `--- a/a.txt\n+++ b/a.txt\n@@ -20000,4001 +20000,4002 @@\n${hunk} y\n+z\n`;
        const share = await longestWait(async () => refusalOf('patch-conflict', (await workspace.patientTools()).patch({ patch })));
        assert.ok(share < 0.5, `others waited for ${Math.round(share * 100)} % of its time`);
    });

    it('gives up a patch that takes too long to apply', async () => {
        const tools = await workspace.tools(new Policy({ limits: { changeTimeoutMs: 0 } }));
        workspace.file('a.txt', 'one\ntwo\nthree\n');
        await refusalOf('timeout', tools.patch({ patch: CHANGE_A }));
        await refusalOf('cancelled', tools.patch({ patch: CHANGE_A }, { signal: AbortSignal.abort() }));
        assert.equal(text('a.txt'), 'one\ntwo\nthree\n');
    });

    it('puts everything back when a later file cannot be written', async () => {
        workspace.file('a.txt', 'one\ntwo\nthree\n');
        workspace.file('gone.txt', 'x\n');
        const tools = await workspace.tools();
        // Both can be planned; the directory that the first makes then stands where the second is to be written.
        const patch = `${CHANGE_A}--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n--- /dev/null\n+++ b/n/m/f\n@@ -0,0 +1 @@\n+y\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+y\n`;
        await refusalOf('not-a-file', tools.patch({ patch }));
        assert.deepEqual(readdirSync(workspace.root), ['a.txt', 'gone.txt']);
        assert.deepEqual([text('a.txt'), text('gone.txt')], ['one\ntwo\nthree\n', 'x\n']);
    });

    it('refuses every path that the guard or the policy refuses, and changes nothing', async () => {
        workspace.file('a.txt', 'one\ntwo\nthree\n');
        workspace.file('.env', 'x\n');
        workspace.link('out', workspace.outside);
        const tools = await workspace.tools();
        const create = (path: string): string => `${CHANGE_A}--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+y\n`;
        await refusalOf('outside-workspace', tools.patch({ patch: create('out/x.txt') }));
        await refusalOf('outside-workspace', tools.patch({ patch: create('../x.txt') }));
        await refusalOf('protected-path', tools.patch({ patch: create('.git/hooks/x') }, { confirmed: true }));
        await refusalOf('protected-path', tools.patch({ patch: create('.vscode/tasks.json') }));
        const secret = `${CHANGE_A}--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-x\n+y\n`;
        await refusalOf('sensitive-file', tools.patch({ patch: secret }, { confirmed: true }));
        await refusalOf(
            'sensitive-file',
            tools.patch({ patch: 'diff --git a/.env b/e\nrename from .env\nrename to e\n' }, { confirmed: true })
        );
        assert.equal(text('a.txt'), 'one\ntwo\nthree\n');
        assert.ok(!existsSync(workspace.path('.vscode')));
    });

    it('takes a patch whose last blank lines were chopped, if the file has them or ends, and the rest matches', async () => {
        workspace.file('a.txt', 'one\ntwo\n\n\r\nthree\n');
        const tools = await workspace.tools();
        const chopped = (lines: number): string => `--- a/a.txt\n+++ b/a.txt\n@@ -1,${lines} +1,${lines} @@\n one\n-two\n+TWO\n`;
        await refusalOf('invalid-patch', tools.patch({ patch: chopped(6) }));
        await refusalOf('patch-conflict', tools.patch({ patch: chopped(4).replace('-two', '-tow') }));
        workspace.file('b.txt', 'one\ntwo\nthree\n\n');
        await refusalOf('patch-conflict', tools.patch({ patch: chopped(4).replaceAll('a.txt', 'b.txt') }));
        await refusalOf('patch-conflict', tools.patch({ patch: '--- a/b.txt\n+++ b/b.txt\n@@ -1,2 +1,3 @@\n+new\n' }));
        for (const end of ['', '\n']) {
            workspace.file('b.txt', `one\ntwo\n${end}`);
            await tools.patch({ patch: chopped(4).replaceAll('a.txt', 'b.txt') });
            assert.equal(text('b.txt'), `one\nTWO\n${end}`);
        }
        await tools.patch({ patch: chopped(4) });
        assert.equal(text('a.txt'), 'one\nTWO\n\n\r\nthree\n');
    });

    it('refuses names without a prefix instead of taking them for those of other files', async () => {
        ['a.txt', 'docs/a.txt'].forEach(path => workspace.file(path, '1\n'));
        const tools = await workspace.tools();
        const [change, creation] = ['@@ -1 +1 @@\n-1\n+2\n', '@@ -0,0 +1 @@\n+2\n'];
        for (const patch of [
            `--- docs/a.txt\n+++ docs/a.txt\n${change}`,
            `--- /dev/null\n+++ docs/new.txt\n${creation}`,
            `diff --git docs/a.txt docs/a.txt\n--- docs/a.txt\n+++ docs/a.txt\n${change}`
        ]) {
            assert.match((await refusalOf('invalid-patch', tools.patch({ patch }))).message, /without the "a\/" and "b\/" .*; add them/);
        }
        assert.deepEqual([text('a.txt'), text('docs/a.txt'), existsSync(workspace.path('new.txt'))], ['1\n', '1\n', false]);
        await tools.patch({ patch: `--- before/a.txt\n+++ after/a.txt\n${change}` });
        await tools.patch({ patch: `--- docs/a.txt\n+++ docs/a.txt\n${change}`, strip: 0 });
        assert.deepEqual([text('a.txt'), text('docs/a.txt')], ['2\n', '2\n']);
    });

    it('never takes the names behind the headers of git for those of the file that these tell', async () => {
        const tools = await workspace.tools();
        const lay = (): void => ['r1', 'e', 'other'].forEach(path => workspace.file(path, path === 'e' ? '' : 'a\n'));
        const rename = 'diff --git a/r1 b/r2\nrename from r1\nrename to r2\n';
        const change = '--- a/other\n+++ b/other\n@@ -1 +1 @@\n-a\n+b\n';
        const removal = '--- a/other\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n';
        lay();
        for (const patch of [
            `diff --git a/e b/e\nindex 1..2 100644\n${change}`,
            `diff --git a/r1 b/r2\n${change}`,
            `diff --git a/other b/r2\n${change}`
        ]) {
            assert.match(
                (await refusalOf('invalid-patch', tools.patch({ patch }))).message,
                /names other files than the "diff --git" line/
            );
        }
        const emptied = change.replace('+1 @@', '+0,0 @@').replace('+b\n', '');
        for (const [patch, contents] of [
            [rename + change, { e: '', other: 'b\n', r2: 'a\n' }],
            [`diff --git a/e b/e\ndeleted file mode 100644\n${emptied}`, { other: '', r1: 'a\n' }],
            [`diff --git a/e b/e\ndeleted file mode 100644\n${removal}`, { r1: 'a\n' }],
            [
                'diff --git a/e2 b/e2\nnew file mode 100644\n--- /dev/null\n+++ b/n2\n@@ -0,0 +1 @@\n+n\n',
                { e: '', e2: '', n2: 'n\n', other: 'a\n', r1: 'a\n' }
            ]
        ] as const) {
            readdirSync(workspace.root).forEach(path => rmSync(workspace.path(path)));
            lay();
            await tools.patch({ patch });
            assert.deepEqual(Object.fromEntries(readdirSync(workspace.root).map(path => [path, text(path)])), contents, patch);
        }
    });

    it('takes names with any beginnings that git is told to write', async () => {
        const tools = await workspace.tools();
        const changed = '@@ -1 +1 @@\n-1\n+2\n';
        const rename = (from: string, to: string): string => `diff --git ${from} ${to}\nrename from d/r 1\nrename to d/r2\n`;
        const [made, removed] = ['@@ -0,0 +1 @@\n+2\n', '@@ -1 +0,0 @@\n-1\n'];
        for (const [patch, path, strip] of [
            [`${rename('a/d/r 1', 'b/d/r2')}--- a/d/r 1\t\n+++ b/d/r2\n${changed}`, 'd/r2', 1],
            [`${rename('d/r 1', 'd/r2')}--- d/r 1\t\n+++ d/r2\n${changed}`, 'd/r2', 0],
            [`${rename('d/r 1', 'd/r2')}--- d/r 1\t\n+++ d/r2\n${changed}`, 'd/r2', 1],
            [`diff --git old/d/r 1 newer/d/r 1\n--- old/d/r 1\t\n+++ newer/d/r 1\t\n${changed}`, 'd/r 1', 1],
            [`diff --git d/r 1 d/r 1\n--- d/r 1\t\n+++ d/r 1\t\n${changed}`, 'd/r 1', 0],
            [`diff --git x/a/d/r 1 x/b/d/r 1\n--- x/a/d/r 1\t\n+++ x/b/d/r 1\t\n${changed}`, 'd/r 1', 2],
            [`diff --git a/d/r 1.orig b/d/r 1\n--- a/d/r 1.orig\t\n+++ b/d/r 1\t\n${changed}`, 'd/r 1', 1],
            [`diff --git old/n 1 w/n 1\nnew file mode 100644\n--- /dev/null\n+++ w/n 1\t\n${made}`, 'n 1', 1],
            [`diff --git w/d/r 1 newer/d/r 1\ndeleted file mode 100644\n--- w/d/r 1\t\n+++ /dev/null\n${removed}`, undefined, 1]
        ] as const) {
            workspace.file('d/r 1', '1\n');
            await tools.patch({ patch, strip });
            assert.deepEqual(path === undefined ? readdirSync(workspace.path('d')) : text(path), path === undefined ? [] : '2\n', patch);
            readdirSync(workspace.root).forEach(name => rmSync(workspace.path(name), { recursive: true }));
        }
    });

    it('refuses absolute names instead of taking them for names in the workspace', async () => {
        workspace.file('etc/hosts', 'x\n');
        const tools = await workspace.tools();
        await refusalOf('outside-workspace', tools.patch({ patch: '--- /etc/hosts\n+++ /etc/hosts\n@@ -1 +1 @@\n-x\n+y\n' }));
        await refusalOf('outside-workspace', tools.patch({ patch: '--- /dev/null\n+++ /tmp/new\n@@ -0,0 +1 @@\n+y\n' }));
        assert.equal(text('etc/hosts'), 'x\n');
    });

    it('refuses what is no patch, with the line', async () => {
        const tools = await workspace.tools(new Policy({ limits: { patchFiles: 1 } }));
        workspace.file('a.txt', 'one\ntwo\nthree\n');
        await refusalOf('invalid-patch', tools.patch({ patch: 'hello' }));
        await refusalOf('invalid-patch', tools.patch({ patch: '@@ -1 +1 @@\n-a\n+b\n' }));
        const { details } = await refusalOf('invalid-patch', tools.patch({ patch: CHANGE_A.replace('-1,3', '-1,2') }));
        assert.equal(details.line, 7);
        await refusalOf('invalid-patch', tools.patch({ patch: CHANGE_A.replace('-1,3', '-1,4') }));
        await refusalOf('invalid-patch', tools.patch({ patch: 'diff --git a/x b/x\nBinary files a/x and b/x differ\n' }));
        await refusalOf('too-large', tools.patch({ patch: CHANGE_A + CHANGE_A.replaceAll('a.txt', 'b.txt') }));
    });
});
