import { strict as assert } from 'node:assert';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { hashBytes } from '../read/read-file';
import { longestWait } from '../test/longest-wait';
import { refusalOf, useWorkspace } from '../test/test-workspace';

describe('WorkspaceTools.edit', () => {
    const workspace = useWorkspace();
    const text = (path: string): string => readFileSync(workspace.path(path), 'utf8');

    it('replaces the one place where a text stands, and keeps mode and everything else', async () => {
        chmodSync(workspace.file('a.ts', 'const port = 3000;\r\nlisten(port);\n'), 0o751);
        const result = await (await workspace.tools()).edit({ path: 'a.ts', oldText: 'port = 3000', newText: 'port = $& 8080' });
        assert.equal(text('a.ts'), 'const port = $& 8080;\r\nlisten(port);\n');
        assert.deepEqual([result.replacements, result.linesChanged, result.path], [1, 1, 'a.ts']);
        assert.equal(result.hash, hashBytes(readFileSync(workspace.path('a.ts'))));
        assert.equal(statSync(workspace.path('a.ts')).mode & 0o777, 0o751);
    });

    it('finds and writes a text of several lines with the line ends of a file that has CRLF', async () => {
        const tools = await workspace.tools();
        for (const [content, oldText, newText, after] of [
            ['a\r\nb\r\nc\r\n', 'a\nb', 'x\ny', 'x\r\ny\r\nc\r\n'],
            ['a\r\nb\r\nc\r\n', 'b', 'x\ny', 'a\r\nx\r\ny\r\nc\r\n'],
            ['a\r\nb\r\nc\r\n', 'a\nb\r\nc', 'x\r\ny\nz', 'x\r\ny\r\nz\r\n'],
            ['a\r\nb\r\nc\r\n', '\nb', '', 'a\r\nc\r\n'],
            ['a\r\nb\r\nc\r\n', '\nc', '\nc\nd', 'a\r\nb\r\nc\r\nd\r\n'],
            // What stands there exactly is meant.
            ['a\r\nb\r\n', 'a\r\nb', 'a\nb', 'a\nb\r\n'],
            ['a\r\nb\r\nc\nd\r\n', 'c\nd', 'x\ny', 'a\r\nb\r\nx\ny\r\n'],
            ['a\r\nb\r\nc\nd\r\n', 'a\nb', 'x\ny', 'x\r\ny\r\nc\nd\r\n'],
            ['a\nb\r\nc\n', 'b', 'x\ny', 'a\nx\ny\r\nc\n'],
            ['a\nb\n', 'b', 'x\r\ny', 'a\nx\r\ny\n']
        ] as const) {
            workspace.file('a.txt', content);
            await tools.edit({ path: 'a.txt', oldText, newText });
            assert.equal(text('a.txt'), after, JSON.stringify([content, oldText, newText]));
        }
        for (const content of ['a\nb\r\nc\n', 'a\r\nb\n', 'ab']) {
            workspace.file('a.txt', content);
            await refusalOf('text-not-found', tools.edit({ path: 'a.txt', oldText: 'b\nc', newText: 'x' }));
            assert.equal(text('a.txt'), content);
        }
    });

    it('counts every line that it changed once, however often the text stands there', async () => {
        const tools = await workspace.tools();
        for (const [content, oldText, newText, lines] of [
            ['x x\nx\ny\n', 'x', 'z', 2],
            ['x x\nx\ny\n', 'x', '', 2],
            ['x x\nx', 'x', '1\n2', 5],
            ['x\nx\ny', 'x\n', '', 2],
            ['x\nx\ny', 'x\n', 'z\n', 2],
            ['a\nba\nb', 'a\nb', 'c', 3],
            ['aaaa', 'a', 'b', 1]
        ] as const) {
            workspace.file('a.txt', content);
            const { linesChanged } = await tools.edit({ path: 'a.txt', oldText, newText, replaceAll: true });
            assert.equal(linesChanged, lines, JSON.stringify([content, oldText, newText]));
        }
    });

    it('refuses a text that is not there or stands there more than once, with its count', async () => {
        workspace.file('a.txt', 'one two one');
        const tools = await workspace.tools();
        await refusalOf('text-not-found', tools.edit({ path: 'a.txt', oldText: 'three', newText: '' }));
        const { details } = await refusalOf('ambiguous-text', tools.edit({ path: 'a.txt', oldText: 'one', newText: '1' }));
        assert.equal(details.count, 2);
        assert.equal(text('a.txt'), 'one two one');
        const all = await tools.edit({ path: 'a.txt', oldText: 'one', newText: '1', replaceAll: true });
        assert.deepEqual([all.replacements, text('a.txt')], [2, '1 two 1']);
    });

    it('takes places that overlap for several, too', async () => {
        workspace.file('a.ts', '{\n}\n}\n}\n');
        const tools = await workspace.tools();
        const { details } = await refusalOf('ambiguous-text', tools.edit({ path: 'a.ts', oldText: '}\n}\n', newText: '}\n' }));
        assert.deepEqual([details.count, text('a.ts')], [2, '{\n}\n}\n}\n']);
        const all = await tools.edit({ path: 'a.ts', oldText: '}\n}\n', newText: '}\n', replaceAll: true });
        assert.deepEqual([all.replacements, text('a.ts')], [1, '{\n}\n}\n']);
    });

    it('refuses empty and equal texts, missing, binary, sensitive and protected files, and a file that is not the one that was read', async () => {
        workspace.file('a.txt', 'a');
        workspace.file('a.png', Buffer.from([0x89, 0x50, 0]));
        workspace.file('.env', 'a');
        workspace.file('node_modules/a.js', 'a');
        const tools = await workspace.tools();
        await refusalOf('invalid-argument', tools.edit({ path: 'a.txt', oldText: '', newText: 'b' }));
        await refusalOf('invalid-argument', tools.edit({ path: 'a.txt', oldText: 'a', newText: 'a' }));
        await refusalOf('not-found', tools.edit({ path: 'b.txt', oldText: 'a', newText: 'b' }));
        await refusalOf('binary-file', tools.edit({ path: 'a.png', oldText: 'a', newText: 'b' }));
        await refusalOf('sensitive-file', tools.edit({ path: '.env', oldText: 'a', newText: 'b' }, { confirmed: true }));
        await refusalOf('protected-path', tools.edit({ path: 'node_modules/a.js', oldText: 'a', newText: 'b' }, { confirmed: true }));
        await refusalOf('changed', tools.edit({ path: 'a.txt', oldText: 'a', newText: 'b', expectedHash: hashBytes(Buffer.from('x')) }));
        assert.equal(text('a.txt'), 'a');
    });

    it('lets several edits of one file at the same time all take effect, in the encoding of the file', async () => {
        workspace.file('a.txt', Buffer.from('\ufeff0 1 2 3 4 5 6 7 8 9', 'utf16le'));
        const tools = await workspace.tools();
        await Promise.all(Array.from('0123456789', digit => tools.edit({ path: 'a.txt', oldText: digit, newText: `<${digit}>` })));
        assert.equal(readFileSync(workspace.path('a.txt'), 'utf16le'), '\ufeff<0> <1> <2> <3> <4> <5> <6> <7> <8> <9>');
    });

    it('lets others run while it looks for a text that is almost everywhere, and never grows a file without bound', async () => {
        workspace.file('a.txt', 'a'.repeat(5_000_000));
        let letter = 'a';
        const share = await longestWait(async round => {
            const tools = await workspace.patientTools();
            const newText = 'bcd'.charAt(round);
            const all = { path: 'a.txt', oldText: letter, replaceAll: true };
            await refusalOf('too-large', tools.edit({ ...all, newText: newText.repeat(1000) }));
            await tools.edit({ ...all, newText });
            letter = newText;
        });
        assert.ok(share < 0.5, `others waited for ${Math.round(share * 100)} % of its time`);
        assert.ok(text('a.txt') === letter.repeat(5_000_000));
    });
});
