import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Gate } from '@openspace/guide-model';
import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';

const open = (path: string, line?: number): string => block('openspace.editor.open', line === undefined ? { path } : { path, line });
const close = (path: string): string => block('openspace.editor.close', { path });
const scrollTo = (path: string, line: number): string => block('openspace.editor.scroll_to', { path, line });
const clear = (highlightId: string): string => block('openspace.editor.clear_highlight', { highlightId });
const highlight = (ranges: object[], options: { path?: string; highlightId?: string; color?: string } = {}): string =>
    block('openspace.editor.highlight', { path: 'src/index.ts', ranges, ...options });
const lines = (startLine: number, endLine = startLine): object => ({ startLine, endLine });

/** Sets preferences of the workspace, in which what is typed stays unsaved. */
async function settings(workspace: string, more: object = {}): Promise<void> {
    await mkdir(join(workspace, '.theia'), { recursive: true });
    await writeFile(join(workspace, '.theia/settings.json'), JSON.stringify({ 'files.autoSave': 'off', ...more }));
}

const testUnsaved = test.extend({
    application: async ({ application }, use) => {
        await settings(application.workspace);
        await use(application);
    }
});

test('the agent scrolls and closes editors, and the person keeps cursor and keyboard', async ({ ide, model, application }) => {
    model.answer(`First ${open('src/index.ts', 3)} then ${open('notes.md')}`);
    await ide.chat.ask('Open two files');
    await expect(ide.editors.frontTab('notes.md')).toBeVisible();

    model.answer(`There ${scrollTo('src/index.ts', 70)}`);
    await ide.chat.ask('Scroll');
    await expect(ide.editors.frontTab('index.ts')).toBeVisible();
    await expect(ide.editors.lineNumber(70)).toBeInViewport();
    await expect(ide.editors.focused).toHaveCount(0);

    model.answer(`Far ${scrollTo('src/index.ts', 999)} ${scrollTo('src/index.ts', 1)} ${close('notes.md')} ${close('notes.md')}`, 'So.');
    await ide.chat.ask('Scroll far');
    await expect(ide.editors.tab('notes.md')).toHaveCount(0);
    await expect(ide.editors.activeLineNumber).toHaveText('3');
    const results = (await application.results()).slice(-4);
    expect(results[0]?.result).toMatchObject({
        output: expect.stringMatching(/line 72: it has only 72 lines, not 999/),
        data: { line: 72 }
    });
    expect(results[3]?.result).toMatchObject({ success: false, code: 'not-open' });

    model.answer(`Closing ${close('src/index.ts')}`);
    await ide.chat.ask('Close it');
    await expect(ide.editors.tab('index.ts')).toHaveCount(0);
    await expect(ide.toasts).toHaveCount(0);
});

test('closing an editor that the person is in puts the keyboard into no other', async ({ ide, model }) => {
    const gate = new Gate();
    model.answer(`Two ${open('notes.md')} ${open('src/teas.ts')}`, ['Closing ', { kind: 'gate', gate }, close('src/teas.ts')]);
    await ide.chat.ask('Open two');
    await ide.chat.send('Close one');
    await gate.reached;
    await ide.editors.text.click();
    await expect(ide.editors.focused).toHaveCount(1);
    gate.open();
    await expect(ide.editors.tab('teas.ts')).toHaveCount(0);
    await ide.chat.waitUntilAnswered();
    await expect(ide.editors.frontTab('notes.md')).toBeVisible();
    await expect(ide.editors.focused).toHaveCount(0);
});

testUnsaved('while the person types, what the agent opens waits behind with a marked tab', async ({ ide, model }) => {
    const gate = new Gate();
    const look = ['Look ', { kind: 'gate', gate } as const, open('src/index.ts', 60), scrollTo('notes.md', 5)];
    model.answer(`Notes ${open('notes.md')}`, look, 'It waits for you.');
    await ide.chat.ask('Open the notes');
    await ide.chat.send('Open the index');
    await gate.reached;
    await ide.editors.clickLine(1);
    let typed = '';
    const type = async (letter: string): Promise<void> => {
        await ide.page.keyboard.type(letter);
        typed += letter;
    };
    await type('my');
    gate.open();
    // However slow the machine is, the person does not pause.
    await expect(async () => {
        await type('x');
        await expect(ide.editors.markedTab('index.ts')).toBeVisible({ timeout: 500 });
    }).toPass();
    await ide.chat.waitUntilAnswered();
    await expect(ide.chat.lastAnswer).toContainText('It waits for you.');
    await type('y');
    await expect(ide.editors.frontTab('notes.md')).toBeVisible();
    await expect(ide.editors.text).toContainText(typed);
    await expect(ide.editors.activeLineNumber).toHaveText('1');

    await ide.editors.tab('index.ts').click();
    await ide.editors.expectAtLine('index.ts', 60);
    await expect(ide.editors.markedTab('index.ts')).toHaveCount(0);
});

test('a file that is open in another split comes to the front there', async ({ ide, model, application }) => {
    const split = block('openspace.pane.open', { type: 'editor', contentId: 'src/teas.ts', splitDirection: 'vertical' });
    model.answer(`Three ${open('notes.md')} ${open('src/index.ts')} ${split}`, `Again ${open('notes.md', 2)}`);
    await ide.chat.ask('Open three');
    await expect(ide.editors.frontTab('teas.ts')).toBeVisible();
    await ide.chat.ask('Open the notes again');
    await expect(ide.editors.frontTab('notes.md')).toBeVisible();
    await expect(ide.editors.tab('notes.md')).toHaveCount(1);
    await expect(ide.editors.frontTab('teas.ts')).toBeVisible();
    expect((await application.results()).at(-1)?.result.data).toMatchObject({ path: 'notes.md', line: 2, inFront: true, inView: true });
});

testUnsaved('the agent highlights in several colours, and the marks follow the text', async ({ ide, model, application }) => {
    model.answer(
        `Look ${highlight([lines(6), lines(9, 10)], { highlightId: 'fix-1' })} ${highlight(
            [{ ...lines(12), startColumn: 5, endColumn: 9 }],
            {
                color: '#ff0080'
            }
        )}`
    );
    await ide.chat.ask('Highlight');
    await expect(ide.editors.highlights).toHaveCount(4);
    // The shade of a light theme, which is the default.
    const green = '#2e9e36';
    expect(await ide.editors.highlightedLines()).toEqual([
        { line: 6, color: green },
        { line: 9, color: green },
        { line: 10, color: green },
        { line: 12, color: '#ff0080' }
    ]);
    await expect(ide.editors.focused).toHaveCount(0);
    const made = (await application.results()).slice(-2);
    expect(made.map(({ result }) => (result.data as { highlightId: string }).highlightId)).toEqual(['fix-1', expect.any(String)]);

    await settings(application.workspace, { 'workbench.colorTheme': 'hc-theia' });
    await expect.poll(async () => (await ide.editors.highlightedLines())[0]?.color).toBe('#7ce38b');
    await settings(application.workspace);

    await ide.editors.clickLine(1);
    // No words, which Enter would complete instead of ending the line.
    await ide.page.keyboard.type('//\n//\n');
    await expect.poll(async () => (await ide.editors.highlightedLines()).map(({ line }) => line)).toEqual([8, 11, 12, 14]);
    await ide.page.keyboard.press('Control+s');
    await expect(ide.editors.unsavedTab('index.ts')).toHaveCount(0);

    await ide.editors.closeByHand('index.ts');
    model.answer(`Back ${open('src/index.ts')}`, `Away ${clear('fix-1')} ${clear('fix-9')}`, 'I see.');
    await ide.chat.ask('Open it again');
    await expect.poll(async () => (await ide.editors.highlightedLines()).map(({ line }) => line)).toEqual([8, 11, 12, 14]);

    await ide.chat.ask('Clear the first');
    await expect.poll(async () => (await ide.editors.highlightedLines()).map(({ line }) => line)).toEqual([14]);
    expect((await application.results()).at(-1)?.result).toMatchObject({
        code: 'unknown-highlight',
        error: expect.stringMatching(/There are: "highlight-\d+" \(src\/index\.ts\)/)
    });

    await ide.reload();
    await expect.poll(async () => (await ide.editors.highlightedLines()).map(({ line }) => line)).toEqual([14]);
});

test('Escape takes the highlights of a text away, but only when it has nothing else to do', async ({ ide, model, application }) => {
    const { keyboard } = ide.page;
    model.answer(`Here ${highlight([lines(2, 4)])}`);
    await ide.chat.ask('Highlight three lines');
    await expect(ide.editors.highlights).toHaveCount(3);
    await ide.editors.clickLine(6);

    await keyboard.press('Control+Space');
    await expect(ide.editors.suggestions).toBeVisible();
    await keyboard.press('Escape');
    await expect(ide.editors.suggestions).toHaveCount(0);

    await keyboard.press('Control+f');
    await expect(ide.editors.findBox).toBeVisible();
    await ide.editors.clickLine(6);
    await keyboard.press('Escape');
    await expect(ide.editors.findBox).toHaveCount(0);

    await keyboard.press('Shift+Alt+ArrowDown');
    await expect(ide.editors.cursors).toHaveCount(2);
    await keyboard.press('Escape');
    await expect(ide.editors.cursors).toHaveCount(1);

    await expect(ide.editors.highlights).toHaveCount(3);
    await keyboard.press('Escape');
    await expect(ide.editors.highlights).toHaveCount(0);

    const blind = ['url(x)', 'transparent', 'rgb(1 2 3 / 0)'].map(color => highlight([lines(1)], { color }));
    const beyond = highlight([{ ...lines(5), startColumn: 900, endColumn: 950 }]);
    model.answer(`No ${blind.join(' ')} ${highlight([lines(80, 90)])} ${beyond}`, 'I see.');
    await ide.chat.ask('Highlight what cannot be seen');
    const results = (await application.results()).slice(-5).map(({ result }) => result);
    for (const refused of results.slice(0, 3)) {
        expect(refused).toMatchObject({ code: 'unknown-color', error: expect.stringContaining('green, yellow') });
    }
    expect(results[3]?.output).toContain('it has only');
    expect(results[4]?.output).toContain('nothing is between the columns given for line 5, which is marked whole');
    await expect.poll(async () => (await ide.editors.highlightedLines()).map(({ line }) => line)).toContain(5);
});

testUnsaved('the agent reads what is not saved, and cannot close it away', async ({ ide, model, application }) => {
    model.answer(`Here ${open('notes.md')}`);
    await ide.chat.ask('Open the notes');
    await ide.editors.clickLine(1);
    await ide.page.keyboard.type('unsaved words ');

    const read = block('openspace.editor.read_file', { path: 'notes.md', startLine: 1, endLine: 1 });
    const secret = block('openspace.editor.read_file', { path: '.env' });
    const missing = block('openspace.editor.read_file', { path: 'src/indx.ts' });
    model.answer(`Reading ${read} ${secret} ${missing} ${block('openspace.file.read', { path: 'notes.md' })} ${close('notes.md')}`, 'So.');
    await ide.chat.ask('Read and close the notes');
    const results = (await application.results()).slice(-5).map(({ result }) => result);
    expect(results[0]?.data).toMatchObject({ content: expect.stringMatching(/^unsaved words [^\n]*$/), unsaved: true, endLine: 1 });
    expect(results[1]?.code).toBe('sensitive-file');
    expect(results[2]).toMatchObject({ code: 'not-found', error: expect.stringContaining('src/index.ts') });
    expect(results[3]).toMatchObject({ output: expect.stringContaining('openspace.editor.read_file'), data: { unsavedInEditor: true } });
    expect(results[4]).toMatchObject({ code: 'unsaved-changes', error: expect.stringContaining('save or discard') });
    await expect(ide.editors.unsavedTab('notes.md')).toBeVisible();
    await expect(ide.editors.text).toContainText('unsaved words');
    await expect(ide.dialogs).toHaveCount(0);
    await expect(ide.toasts).toHaveCount(0);
});

test('an editor closes although its file is gone', async ({ ide, model, application }) => {
    const file = join(application.workspace, 'passing.txt');
    await writeFile(file, 'soon gone\n');
    model.answer(`Here ${open('passing.txt')}`, `Bye ${close('passing.txt')}`);
    await ide.chat.ask('Open the passing file');
    await expect(ide.editors.text).toContainText('soon gone');
    await rm(file);
    await expect(ide.editors.tab('passing.txt')).toContainText('Deleted');
    await ide.chat.ask('Close the passing file');
    await expect(ide.editors.tab('passing.txt')).toHaveCount(0);
});
