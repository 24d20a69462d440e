import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../application/openspace-test';

test('a person uses the editor commands', async ({ ide }) => {
    await ide.runFromPalette('Open File at Line', [
        ['path', 'src/index.ts'],
        ['line', '42'],
        ['column', ''],
        ['highlight', 'false']
    ]);
    await ide.editors.expectAtLine('index.ts', 42);
    await expect(ide.panes.focusedEditor).toContainText('planTasting');
    await ide.runFromPalette('Clear Highlight');
    await expect(ide.toasts.first()).toContainText('Nothing is highlighted.');
    await ide.runFromPalette('Open File at Line', [
        ['path', 'src/teas.ts'],
        ['line', ''],
        ['column', ''],
        ['highlight', 'false']
    ]);
    await expect(ide.panes.focusedEditor).toContainText('interface Tea');

    // Behind another one, it comes to the front.
    await ide.runFromPalette('Highlight Lines', [
        ['path', 'src/index.ts'],
        ['startLine', '5'],
        ['endLine', '6'],
        ['startColumn', ''],
        ['endColumn', ''],
        ['Another one?', 'No'],
        ['highlightId', 'mine'],
        ['color', '']
    ]);
    await expect(ide.editors.highlights).toHaveCount(2);

    await ide.runFromPalette('Clear Highlight');
    await ide.waitUntilAsked('highlightId');
    await expect(ide.offered).toContainText(['mine']);
    await ide.page.keyboard.press('Enter');
    await expect(ide.editors.highlights).toHaveCount(0);

    await ide.runFromPalette('Scroll to Line', [
        ['path', 'src/index.ts'],
        ['line', '70']
    ]);
    await expect(ide.editors.lineNumber(70)).toBeInViewport();

    await ide.runFromPalette('Read File as in the Editor', [
        ['path', 'src/index.ts'],
        ['startLine', '42'],
        ['endLine', '43']
    ]);
    await ide.expectResult('Read File as in the Editor', 'planTasting');

    await ide.runFromPalette('Close Editor', [['path', 'src/index.ts']]);
    await expect(ide.editors.tab('index.ts')).toHaveCount(0);
});

test('a person uses the file commands', async ({ ide, application }) => {
    await ide.runFromPalette('Write File', [
        ['path', 'palette.md'],
        ['content', 'From the palette.\\nTwo lines.']
    ]);
    await expect(ide.toasts.first()).toContainText('palette.md');
    expect(await readFile(join(application.workspace, 'palette.md'), 'utf8')).toBe('From the palette.\nTwo lines.');
    await ide.runFromPalette('Write File', [
        ['path', 'palette.md'],
        ['content', ''],
        ['palette.md exists (2 lines, 28 bytes)', '']
    ]);
    await expect(ide.palette).toBeHidden();
    expect(await readFile(join(application.workspace, 'palette.md'), 'utf8')).toBe('From the palette.\nTwo lines.');

    await ide.runFromPalette('Read File', [['path', 'palette.md']]);
    await ide.expectResult('Read File', 'From the palette.');
    await ide.runFromPalette('List Folder', [['path', 'src']]);
    await ide.expectResult('List Folder', 'brewing.mjs');
    await expect(ide.editors.tab('Read File')).toHaveCount(0);
    await ide.panes.pin('List Folder');
    await ide.runFromPalette('Find Files by Name', [
        ['query', 'brewing'],
        ['includePattern', '**/*.mjs'],
        ['excludePattern', '']
    ]);
    await ide.expectResult('Find Files by Name', 'test/brewing.test.mjs');
    await expect(ide.editors.tab('List Folder')).toBeVisible();
});

test('a person who is asked for a path gets files and folders to choose from, and Enter takes the best one', async ({ ide }) => {
    await ide.runFromPalette('Read File');
    await ide.waitUntilAsked('path');
    await ide.answerField.fill('src tea');
    await expect(ide.offered.first()).toHaveText('src/teas.ts');
    await expect(ide.offered.last()).toHaveText('src tea');
    await ide.page.keyboard.press('Enter');
    await ide.expectResult('Read File', 'oolong');

    await ide.runFromPalette('List Folder');
    await ide.waitUntilAsked('path');
    await expect(ide.offered.first()).toHaveText('.');
    await ide.answerField.fill('sr');
    await expect(ide.offered.first()).toHaveText('src');
    await ide.page.keyboard.press('Enter');
    await ide.expectResult('List Folder', 'brewing.mjs');

    await ide.runFromPalette('Open File at Line', [
        ['path', 'teas.ts'],
        ['line', ''],
        ['column', ''],
        ['highlight', 'false']
    ]);
    await expect(ide.panes.focusedEditor).toContainText('interface Tea');
    await ide.runFromPalette('Close Editor');
    await ide.waitUntilAsked('path');
    await expect(ide.offered).toHaveText(['src/teas.ts']);
    await ide.page.keyboard.press('Enter');
    await expect(ide.editors.tab('teas.ts')).toHaveCount(0);
});

test('a person who writes a file writes the one that was typed, also beside one of the same name', async ({ ide, application }) => {
    await ide.runFromPalette('Write File');
    await ide.waitUntilAsked('path');
    await ide.answerField.fill('teas.ts');
    await expect(ide.offered.first()).toHaveText('teas.ts');
    await expect(ide.offered.nth(1)).toHaveText('src/teas.ts');
    await ide.page.keyboard.press('Enter');
    await ide.continueForm([['content', 'Assam']]);
    await expect(ide.toasts.first()).toContainText('Created teas.ts');
    expect(await readFile(join(application.workspace, 'teas.ts'), 'utf8')).toBe('Assam');
});

test('a person uses the terminal commands', async ({ ide }) => {
    await ide.runFromPalette('Create Terminal', [
        ['title', 'by-palette'],
        ['cwd', ''],
        ['shellPath', '']
    ]);
    await expect(ide.terminals.tab('by-palette')).toBeVisible();
    await ide.runFromPalette('Send Text to Terminal', [
        ['terminalId', 'by-palette'],
        ['text', 'echo typed by a person | tr a-z A-Z'],
        ['waitMs', ''],
        ['The text has no new line', '']
    ]);
    await expect.poll(() => ide.terminals.copiedText()).toContain('TYPED BY A PERSON');
    await ide.runFromPalette('Open Pane', [
        ['type', 'terminal'],
        ['contentId', 'by-pal'],
        ['splitDirection', '(leave out)']
    ]);
    await expect(ide.toasts.filter({ hasText: 'Showed by-palette' }).first()).toBeVisible();
    await ide.runFromPalette('Read Terminal Output', [['terminalId', 'by-palette']]);
    await ide.waitUntilAsked('lines');
    await expect(ide.answerField).toHaveValue('100');
    await ide.continueForm([
        ['lines', '5'],
        ['skip', ''],
        ['waitMs', '']
    ]);
    await ide.expectResult('Read Terminal Output', 'echo typed by a person');
    await ide.runFromPalette('List Terminals');
    await ide.expectResult('List Terminals', 'by-palette');
    await ide.runFromPalette('Close Terminal');
    await ide.waitUntilAsked('terminalId');
    await expect(ide.offered).toContainText(['by-palette']);
    await ide.page.keyboard.press('Enter');
    await expect(ide.terminals.tab('by-palette')).toHaveCount(0);
});

test.describe('panes, which are numbered as they come', () => {
    test.use({ freshBrowser: true });

    test('a person uses the pane commands', async ({ ide }) => {
        await ide.runFromPalette('Open Pane', [
            ['type', 'editor'],
            ['contentId', 'src/index.ts'],
            ['splitDirection', '(leave out)']
        ]);
        await expect(ide.editors.tab('index.ts')).toBeVisible();
        await ide.runFromPalette('Open Pane', [
            ['type', 'editor'],
            ['contentId', 'src/teas.ts'],
            ['splitDirection', 'vertical']
        ]);
        await expect(ide.panes.tabBars).toHaveCount(2);
        const [left, right] = [await ide.panes.main('index.ts'), await ide.panes.main('teas.ts')];
        expect(right.x).toBeGreaterThan(left.x);

        await ide.runFromPalette('Resize Pane', [
            ['paneId', 'main-2'],
            ['width', '20'],
            ['height', '']
        ]);
        await expect.poll(async () => (await ide.panes.main('teas.ts')).width).toBeLessThan(right.width);
        await ide.runFromPalette('Focus Pane', [['paneId', 'main-1']]);
        await expect(ide.panes.focusedEditor).toContainText('import');
        await ide.runFromPalette('Close Pane', [['paneId', 'main-2']]);
        await expect(ide.editors.tab('teas.ts')).toHaveCount(0);
        await ide.runFromPalette('List Panes');
        await ide.expectResult('List Panes', 'index.ts');
    });
});

test('Escape ends the questions, and what is wrong is said while it is typed', async ({ ide }) => {
    await ide.runFromPalette('Open File at Line', [['path', 'src/index.ts']]);
    await ide.waitUntilAsked('line');
    await ide.page.keyboard.type('zero');
    await expect(ide.palette).toContainText('Give a whole number.');
    await ide.page.keyboard.press('Escape');
    await expect(ide.palette).toBeHidden();
    await expect(ide.editors.tab('index.ts')).toHaveCount(0);

    await ide.runFromPalette('Read File', [['path', '.env']]);
    await expect(ide.toasts.first()).toContainText('.env');
});
