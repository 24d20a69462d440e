import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';

const open = (path: string, more: object = {}): string => block('openspace.editor.open', { path, ...more });
const write = (path: string, content: string): string => block('openspace.file.write', { path, content });
const LINES = 'one\ntwo\nthree\nfour\nfive\n';

test.beforeEach(async ({ application }) => {
    // What is typed stays unsaved.
    await mkdir(join(application.workspace, '.theia'));
    await writeFile(join(application.workspace, '.theia/settings.json'), '{ "files.autoSave": "off", "editor.smoothScrolling": true }');
    await writeFile(join(application.workspace, 'notes.txt'), LINES);
    await writeFile(join(application.workspace, 'long.txt'), 'a line\n'.repeat(400));
});

test('the last actions are taken back one by one, and what the person typed stays', async ({ ide, model, application }) => {
    const undoLast = async (told: RegExp): Promise<void> => {
        await ide.runFromPalette('Undo Last Agent Action');
        await expect(ide.notifications.all.filter({ hasText: told })).toBeVisible();
    };
    model.answer(
        `Look ${open('notes.txt')} ${write('notes.txt', LINES.replace('five', 'FIVE'))} ${write('docs/deep/plan.md', '# Plan\n')} ` +
            open('src/teas.ts', { line: 3, highlight: true })
    );
    await ide.chat.ask('Change a few things');
    await ide.editors.expectAtLine('teas.ts', 3);
    await expect(ide.editors.highlights.first()).toBeVisible();
    await ide.editors.tab('notes.txt').click();
    await expect(ide.editors.text).toContainText('FIVE');
    await ide.editors.clickLine(1);
    await ide.page.keyboard.type('mine ');

    await undoLast(/Undid “Open File at Line”.*Closed teas\.ts/);
    await expect(ide.editors.tab('teas.ts')).toHaveCount(0);
    expect(existsSync(join(application.workspace, 'docs/deep/plan.md'))).toBe(true);
    await undoLast(/Undid “Write File”\. Removed docs\/deep\/plan\.md/);
    expect(existsSync(join(application.workspace, 'docs/deep'))).toBe(false);
    await undoLast(/Undid “Write File”\. Changed notes\.txt back/);
    await expect(ide.editors.text).toHaveText(/mine.one.*five/);
    await expect(ide.editors.unsavedTab('notes.txt')).toBeVisible();
    // An editor with unsaved text is not closed.
    await undoLast(/notes\.txt has unsaved text, so its editor stays open/);
    await expect(ide.editors.text).toHaveText(/mine.one.*five/);
});

test('any single action is undone and redone in the activity view, also after a reload; a conflict changes nothing', async ({
    ide,
    model,
    application
}) => {
    const file = join(application.workspace, 'list.txt');
    await writeFile(file, LINES);
    model.answer(
        `Two changes ${write('list.txt', LINES.replace('one', 'ONE'))} ` +
            `${write('list.txt', LINES.replace('one', 'ONE').replace('five', 'FIVE'))} ${block('openspace.terminal.create', {})}`
    );
    await ide.chat.ask('Change the file twice');
    await ide.runFromPalette('Show Agent Activity');
    await expect(ide.activity.row('Write File', 'list.txt')).toHaveCount(2);
    const first = ide.activity.undoButton(ide.activity.row('Write File', 'list.txt').first());
    await first.click();
    await expect(first).toHaveText('Redo');
    await expect(ide.activity.row('Write File', 'list.txt').filter({ hasText: 'Undone: ' })).toHaveCount(1);
    expect(await readFile(file, 'utf8')).toBe(LINES.replace('five', 'FIVE'));
    await first.click();
    await expect(first).toHaveText('Undo');
    await expect(ide.activity.row('Write File', 'list.txt').filter({ hasNotText: 'Undone: ' })).toHaveCount(2);
    expect(await readFile(file, 'utf8')).toBe(LINES.replace('one', 'ONE').replace('five', 'FIVE'));
    const ran = ide.activity.undoButton(ide.activity.row('Terminal').last());
    await expect(ran).toHaveAttribute('aria-disabled', 'true');
    await expect(ran).toHaveAttribute('title', 'What ran cannot be undone.');

    await ide.reload();
    await ide.runFromPalette('Show Agent Activity');
    await expect(ide.activity.row('Write File', 'list.txt')).toHaveCount(2);
    const last = ide.activity.undoButton(ide.activity.row('Write File', 'list.txt').last());
    // The view was there before, and takes the keyboard only now.
    await expect(ide.activity.grid).toBeFocused();
    await ide.activity.search.fill('list.txt');
    await expect(ide.activity.rows).toHaveCount(2);
    await ide.activity.grid.focus();
    await ide.page.keyboard.press('End');
    await ide.page.keyboard.press('Tab');
    await ide.page.keyboard.press('Tab');
    await expect(last).toBeFocused();
    await ide.page.keyboard.press('Enter');
    await expect(last).toHaveText('Redo');
    expect(await readFile(file, 'utf8')).toBe(LINES.replace('one', 'ONE'));

    const mine = LINES.replace('one', 'ONE and mine');
    await writeFile(file, mine);
    await ide.activity.undoButton(ide.activity.row('Write File', 'list.txt').first()).click();
    await expect(ide.notifications.all.filter({ hasText: 'You changed the same lines of list.txt since' })).toBeVisible();
    await expect(ide.editors.frontTab('list.txt')).toBeVisible();
    await expect(ide.editors.comparison).toContainText('ONE and mine');
    expect(await readFile(file, 'utf8')).toBe(mine);
});

test('panes, editors and highlights come back as they were', async ({ ide, run }) => {
    await run(['editor.open', { path: 'src/index.ts', line: 40 }]);
    await run(
        ['editor.highlight', { path: 'src/index.ts', ranges: [{ startLine: 38, endLine: 39 }], highlightId: 'mark' }],
        ['editor.highlight', { path: 'src/index.ts', ranges: [{ startLine: 41, endLine: 41 }], highlightId: 'mark' }],
        ['editor.clear_highlight', { highlightId: 'mark' }],
        ['pane.open', { type: 'editor', contentId: 'README.md', splitDirection: 'vertical' }]
    );
    const { width } = await ide.panes.main('README.md');
    const panes = await run(['pane.list']);
    const readme = (panes[0]?.data['panes'] as { id: string; title: string }[]).find(({ title }) => title === 'README.md');
    await run(['pane.resize', { paneId: readme?.id, width: 12 }]);
    expect((await ide.panes.main('README.md')).width).toBeLessThan(width - 50);
    await ide.runFromPalette('Undo Last Agent Action');
    await expect.poll(async () => Math.abs((await ide.panes.main('README.md')).width - width)).toBeLessThan(8);
    await run(['editor.close', { path: 'src/index.ts' }]);
    await expect(ide.editors.tab('index.ts')).toHaveCount(0);
    await ide.runFromPalette('Show Agent Activity');
    const undo = (...texts: string[]): Promise<void> => ide.activity.undoButton(ide.activity.row(...texts).last()).click();
    await undo('Close Editor', 'src/index.ts');
    // In its own pane, as it was.
    await expect(ide.panes.tabBars).toHaveCount(2);
    expect((await ide.panes.main('index.ts')).x).toBeLessThan((await ide.panes.main('README.md')).x);
    await undo('Open Pane');
    await expect(ide.editors.tab('README.md')).toHaveCount(0);
    await ide.editors.expectAtLine('index.ts', 40);
    // In another order than they were made: the first mark, the clearing, then the move.
    await undo('Highlight Lines', 'src/index.ts:38');
    await undo('Clear Highlight');
    await expect.poll(async () => (await ide.editors.highlightedLines()).map(({ line }) => line)).toEqual([41]);
    await undo('Highlight Lines', 'src/index.ts:41');
    await expect(ide.editors.highlights).toHaveCount(0);
});

test('what was in view comes back, and whatever was undone is made again', async ({ ide, run }) => {
    const { editors, activity } = ide;
    const toggle = async (texts: string[], next: 'Undo' | 'Redo'): Promise<void> => {
        const button = activity.undoButton(activity.row(...texts));
        // By the keyboard: notifications of what was undone may lie above it.
        await button.press('Enter');
        await expect(button).toHaveText(next);
    };
    await run(['editor.open', { path: 'long.txt', line: 200 }]);
    await editors.expectAtLine('long.txt', 200);
    await ide.runFromPalette('Show Agent Activity');
    await run(['editor.scroll_to', { path: 'long.txt', line: 20 }]);
    await expect(editors.lineNumber(20)).toBeInViewport();
    await toggle(['Scroll to Line', 'long.txt:20'], 'Redo');
    await editors.expectAtLine('long.txt', 200);
    await toggle(['Scroll to Line', 'long.txt:20'], 'Undo');
    await expect(editors.lineNumber(20)).toBeInViewport();

    await run(['editor.open', { path: 'long.txt', line: 390 }]);
    await editors.expectAtLine('long.txt', 390);
    await toggle(['Open File at Line', 'long.txt:390'], 'Redo');
    await expect(editors.lineNumber(20)).toBeInViewport();
    // In another order than they were made: nothing of the scrolling is to be seen below the place that was opened.
    await toggle(['Open File at Line', 'long.txt:390'], 'Undo');
    await editors.expectAtLine('long.txt', 390);
    await toggle(['Scroll to Line', 'long.txt:20'], 'Redo');
    await editors.expectAtLine('long.txt', 390);
    await toggle(['Open File at Line', 'long.txt:390'], 'Redo');
    await editors.expectAtLine('long.txt', 200);

    await run(['editor.highlight', { path: 'long.txt', ranges: [{ startLine: 201, endLine: 202 }], highlightId: 'mark' }]);
    const marked = async (): Promise<number[]> => (await editors.highlightedLines()).map(({ line }) => line);
    await toggle(['Highlight Lines', 'long.txt:201'], 'Redo');
    await expect.poll(marked).toEqual([]);
    await toggle(['Highlight Lines', 'long.txt:201'], 'Undo');
    await expect.poll(marked).toEqual([201, 202]);

    await run(['editor.close', { path: 'long.txt' }]);
    await toggle(['Close Editor', 'long.txt'], 'Redo');
    await editors.expectAtLine('long.txt', 200);
    await toggle(['Close Editor', 'long.txt'], 'Undo');
    await expect(editors.tab('long.txt')).toHaveCount(0);
});
