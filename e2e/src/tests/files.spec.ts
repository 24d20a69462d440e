import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';

const open = (path: string): string => block('openspace.editor.open', { path });
const write = (path: string, content: string): string => block('openspace.file.write', { path, content });

test.beforeEach(async ({ application }) => {
    // What is typed stays unsaved.
    await mkdir(join(application.workspace, '.theia'));
    await writeFile(join(application.workspace, '.theia/settings.json'), '{ "files.autoSave": "off" }');
});

test('the agent writes a new file with its folders, and none where it may not', async ({ ide, model, application }) => {
    const at = (path: string): string => join(application.workspace, path);
    model.answer(
        `Writing ${write('docs/deep/plan.md', '# Plan\n')} ${write('.git/hooks/pre-commit', 'x')} ${write('node_modules/x.js', 'x')} ` +
            `${write('../outside.txt', 'x')} ${write('src', 'x')} ${block('openspace.file.write', { path: 'x' })}`,
        'I see.'
    );
    await ide.chat.ask('Write files');
    const results = (await application.results()).slice(-6).map(({ outcome, result }) => [outcome, result.code]);
    expect(results).toEqual([
        ['done', undefined],
        ['refused', 'protected-path'],
        ['refused', 'protected-path'],
        ['refused', expect.stringMatching(/outside-workspace|invalid-path/)],
        ['failed', 'not-a-file'],
        ['refused', 'invalid-arguments']
    ]);
    expect(await readFile(at('docs/deep/plan.md'), 'utf8')).toBe('# Plan\n');
    expect(['.git/hooks/pre-commit', 'node_modules/x.js', '../outside.txt', 'x'].map(at).filter(existsSync)).toEqual([]);
    await expect(ide.toasts).toHaveCount(0);
    await expect(ide.dialogs).toHaveCount(0);
});

test('the agent lists folders and finds files by name, and learns what it may not see', async ({ ide, run, application }) => {
    const at = (path: string): string => join(application.workspace, path);
    await writeFile(at('.gitignore'), 'brewed/\n');
    await mkdir(at('brewed'));
    await writeFile(at('brewed/brewing.mjs'), '');
    const [root, folder, all, some, none, pattern] = await run(
        ['file.list', { path: '.' }],
        ['file.list', { path: 'src' }],
        ['file.search', { query: 'brewing' }],
        ['file.search', { query: 'brewing', includePattern: '**/*.mjs', excludePattern: 'test/**' }],
        ['file.search', { query: 'coffee' }],
        ['file.search', { query: 'a', includePattern: '{a,b}'.repeat(40) }]
    );
    expect(root.data['files']).toEqual(
        expect.arrayContaining([
            expect.objectContaining({ name: 'src', type: 'directory' }),
            expect.objectContaining({ name: 'README.md' })
        ])
    );
    const names = (folder.data['files'] as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(['brewing.d.mts', 'brewing.mjs', 'index.ts', 'teas.ts']);
    // The best match first, and nothing that git ignores.
    expect(all.data).toMatchObject({ results: ['src/brewing.mjs', 'src/brewing.d.mts', 'test/brewing.test.mjs'], truncated: false });
    expect(some.data).toMatchObject({ results: ['src/brewing.mjs'] });
    expect(none).toMatchObject({ outcome: 'done', data: { results: [] } });
    expect(pattern).toMatchObject({ outcome: 'failed', code: 'invalid-pattern' });
    await expect(ide.chat.results).toContainText('brewing.test.mjs');
});

test('the agent reads lines of a file that is too large to be read whole, open or not', async ({ run, application }) => {
    const lines = Array.from({ length: 300_000 }, (_, index) => `This is line ${index + 1}.`);
    await writeFile(join(application.workspace, 'large.txt'), lines.join('\n'));
    const range = { path: 'large.txt', startLine: 200_000, endLine: 200_001 };
    const [whole, closed, , open] = await run(
        ['editor.read_file', { path: 'large.txt' }],
        ['editor.read_file', range],
        ['editor.open', { path: 'large.txt' }],
        ['editor.read_file', range]
    );
    expect(whole).toMatchObject({ outcome: 'failed', code: 'too-large' });
    for (const read of [closed, open]) {
        expect(read.data).toMatchObject({ content: lines.slice(199_999, 200_001).join('\n'), startLine: 200_000, lineCount: 300_000 });
    }
    expect([closed.data['open'], open.data['open']]).toEqual([false, true]);
});

test('an open file is written through its document: saved, and undone by one undo', async ({ ide, model, application }) => {
    const file = join(application.workspace, 'windows.txt');
    const before = '\uFEFFone\r\ntwo\r\nthree\r\n';
    await writeFile(file, before);
    model.answer(`Here ${open('windows.txt')}`, `Changing ${write('windows.txt', 'one\n2\nthree\nfour\n')}`);
    await ide.chat.ask('Open the file');
    await expect(ide.editors.text).toContainText('three');
    await ide.chat.ask('Change the file');
    await expect(ide.editors.text).toContainText('four');
    await expect(ide.editors.unsavedTab('windows.txt')).toHaveCount(0);
    expect(await readFile(file, 'utf8')).toBe('\uFEFFone\r\n2\r\nthree\r\nfour\r\n');
    expect((await application.results()).at(-1)?.result.data).toMatchObject({ inEditor: true, saved: true, created: false });

    await ide.editors.pressInText('Control+z');
    await expect(ide.editors.text).not.toContainText('four');
    await expect(ide.editors.unsavedTab('windows.txt')).toBeVisible();
    await ide.page.keyboard.press('Control+s');
    await expect(ide.editors.unsavedTab('windows.txt')).toHaveCount(0);
    expect(await readFile(file, 'utf8')).toBe(before);
});

test('what the person typed and did not save survives a write', async ({ ide, model, application }) => {
    const file = join(application.workspace, 'shared.txt');
    await writeFile(file, 'saved\n');
    model.answer(`Here ${open('shared.txt')}`);
    await ide.chat.ask('Open the shared file');
    await ide.editors.clickLine(1);
    await ide.page.keyboard.type('typed ');

    model.answer(`Changing ${write('shared.txt', 'mine\n')}`, 'I have to read first.');
    await ide.chat.ask('Change the shared file');
    expect((await application.results()).at(-1)?.result).toMatchObject({
        code: 'unsaved-changes',
        error: expect.stringContaining('openspace.editor.read_file')
    });
    await expect(ide.editors.text).toContainText('typed saved');

    model.answer(
        `Reading ${block('openspace.editor.read_file', { path: 'shared.txt' })}`,
        `Changing ${write('shared.txt', 'typed saved\nand more\n')}`,
        'Done.'
    );
    await ide.chat.ask('Read, then change the shared file');
    await expect(ide.editors.text).toContainText('and more');
    await expect(ide.editors.unsavedTab('shared.txt')).toBeVisible();
    expect((await application.results()).at(-1)?.result).toMatchObject({
        output: expect.stringContaining('not saved'),
        data: { saved: false }
    });
    expect(await readFile(file, 'utf8')).toBe('saved\n');

    await ide.editors.pressInText('Control+z');
    await expect(ide.editors.text).not.toContainText('and more');
    await expect(ide.editors.text).toContainText('typed saved');
    await expect(ide.dialogs).toHaveCount(0);
});

test('a file that nobody looks at stays on the disk, and its editor behind others follows', async ({ ide, model, application }) => {
    model.answer(
        `Two ${open('src/teas.ts')} ${open('notes.md')}`,
        `Changing ${write('src/teas.ts', 'export const NONE = 0;\n')} ${write('README.md', '# Tea\n')}`
    );
    await ide.chat.ask('Open two files');
    await ide.chat.ask('Change two files');
    await expect(ide.editors.frontTab('notes.md')).toBeVisible();
    await expect(ide.editors.tab('README.md')).toHaveCount(0);
    const results = (await application.results()).slice(-2).map(({ result }) => (result.data as { inEditor: boolean }).inEditor);
    expect(results).toEqual([true, false]);
    expect(await readFile(join(application.workspace, 'src/teas.ts'), 'utf8')).toBe('export const NONE = 0;\n');
    expect(await readFile(join(application.workspace, 'README.md'), 'utf8')).toBe('# Tea\n');
    await ide.editors.tab('teas.ts').click();
    await expect(ide.editors.text).toContainText('NONE');
});
