import { readFile } from 'node:fs/promises';
import { block } from '../application/agent-blocks';
import { connectMcpClient } from '../application/mcp-client';
import { expect, test } from '../application/openspace-test';
import { seriousProblems } from '../pages/accessibility';
import { exposeServices } from '../pages/page-services';

const THREE_ACTIONS = [
    block('openspace.editor.open', { path: 'src/index.ts', line: 42 }),
    block('openspace.editor.open', { path: 'src/nowhere.ts' }),
    block('openspace.editor.highlight', { path: 'src/teas.ts', ranges: [{ startLine: 2, endLine: 3 }], highlightId: 'teas' })
].join(' ');

test('a line in the chat leads to what the agent did, with time, target, outcome and duration', async ({ ide, model }) => {
    model.answer(`Look. ${THREE_ACTIONS}`, 'One file is missing.');
    await ide.chat.ask('Show me three things');
    await expect(ide.chat.actions).toHaveText('3 IDE actions, 1 failed');
    await ide.chat.actions.click();

    await expect(ide.activity.rows).toHaveCount(3);
    await ide.activity.expectSession(/^Chat \d+$/);
    await expect(ide.activity.row('Open File at Line', 'src/index.ts:42', 'Done')).toContainText(/\d+:\d\d.*\d m?s/);
    await ide.activity.row('src/nowhere.ts', 'Failed').click();
    await expect(ide.activity.detail).toHaveText(
        /^Open File at Line src\/nowhere\.ts.* Failed: "src\/nowhere\.ts" does not exist\..*there\.$/
    );
    await ide.editors.closeByHand('index.ts');
    await ide.activity.openTarget(ide.activity.row('src/index.ts:42'));
    await ide.editors.expectAtLine('index.ts', 42);

    await ide.activity.chooseOutcome('Problems');
    await expect(ide.activity.rows).toHaveCount(1);
    await expect(ide.activity.count).toContainText('1 of');
    await ide.activity.chooseOutcome('All outcomes');
    await ide.activity.search.fill('HIGHLIGHT teas');
    await expect(ide.activity.rows).toHaveCount(1);
    expect(await ide.activity.copy()).toMatch(/^[^\n]+\tHighlight Lines\tsrc\/teas\.ts:2\tDone\t[\d.]+ m?s\tChat \d+\t[^\n]+$/);
    const { name, path } = await ide.activity.export();
    expect(name).toMatch(/^agent-activity-.*\.json$/);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject([
        { commandId: 'openspace.editor.highlight', state: 'done', target: { kind: 'file', path: 'src/teas.ts', line: 2 } }
    ]);
    await ide.activity.search.fill('no such thing');
    await expect(ide.activity.empty).toHaveText('No action matches the filter.');
});

test('a tab that comes later sees what happened before, and what another program does, while the Hub hangs', async ({
    ide,
    model,
    application
}) => {
    model.answer(`Here. ${block('openspace.editor.open', { path: 'src/index.ts', line: 17 })}`);
    await ide.chat.ask('Open line seventeen');
    const client = await connectMcpClient(await application.hubAccess());
    await client.callTool({ name: 'openspace_editor_open', arguments: { path: 'src/teas.ts', line: 18 } });
    await client.close();

    const goOn = application.pause('hub');
    try {
        await ide.reload();
        await expect(ide.chat.actions).toHaveText('1 IDE action');
        await ide.runFromPalette('Show Agent Activity');
        await expect(ide.activity.row('src/index.ts:17', 'Done')).toBeVisible();
        await expect(ide.activity.row('src/teas.ts:18', 'Done', 'end-to-end')).toBeVisible();
        await ide.activity.search.fill('ts:1');
        model.answer(`There. ${block('openspace.editor.open', { path: 'src/index.ts', line: 19 })}`);
        await ide.chat.ask('Open line nineteen');
        await expect(ide.activity.row('src/index.ts:19', 'Done')).toBeVisible();
    } finally {
        goOn();
    }
});

test('ten thousand actions scroll and grow by a handful of rows, and the keyboard moves through them', async ({ ide }) => {
    await exposeServices(ide.page);
    await ide.runFromPalette('Show Agent Activity');
    const add = (from: number, count: number): Promise<void> =>
        ide.page.evaluate(
            ([first, length]) =>
                window.openspaceServices.activity.onActivity(
                    Array.from({ length }, (_, index) => ({
                        callId: `many-${first + index}`,
                        revision: 1_000_000 + first + index,
                        sessionId: 'many',
                        commandId: 'openspace.editor.open',
                        client: 'chat',
                        state: 'done',
                        askedAt: Date.now() + index,
                        durationMs: 5,
                        target: { kind: 'file', path: 'src/index.ts', line: 1 + ((first + index) % 60) },
                        detail: `Number ${first + index}.`
                    }))
                ),
            [from, count] as const
        );
    await add(0, 10_000);
    await expect(ide.activity.count).toHaveText('10000 actions');
    await expect(ide.activity.row('Number 9999.')).toBeInViewport();
    expect(await ide.activity.rows.count()).toBeLessThan(60);

    // The end stays in view as it grows; the oldest make room.
    await add(10_000, 500);
    await expect(ide.activity.row('Number 10499.')).toBeInViewport();
    await expect(ide.activity.count).toHaveText('10000 actions');

    await ide.activity.grid.focus();
    await ide.page.keyboard.press('Home');
    await expect(ide.activity.row('Number 500.')).toBeInViewport();
    await ide.page.keyboard.press('ArrowDown');
    await ide.page.keyboard.press('Enter');
    await ide.editors.expectAtLine('index.ts', 22);
    // Who has scrolled away is left in peace.
    await add(10_500, 5);
    await expect(ide.activity.count).toHaveText('10000 actions');
    await expect(ide.activity.row('Number 506.')).toBeInViewport();

    await ide.activity.search.fill('number 10504');
    await expect(ide.activity.rows).toHaveCount(1);
    expect(await ide.activity.rows.count()).toBe(1);
});

for (const theme of ['Light (Theia)', 'Dark (Theia)']) {
    test(`axe finds nothing serious in the view, in the theme ${theme}`, async ({ ide, model }, info) => {
        await ide.useTheme(theme);
        await ide.runFromPalette('Show Agent Activity');
        model.answer(`Look. ${THREE_ACTIONS} ${block('openspace.editor.open', { path: '.env' })}`, 'Done.');
        await ide.chat.ask('Show me four things');
        await expect(ide.activity.row('.env', 'Refused').last()).toBeVisible();
        await ide.activity.row('src/index.ts:42').last().click();
        await info.attach('activity', { body: await ide.page.screenshot(), contentType: 'image/png' });
        const problems = [
            ...(await seriousProblems(ide.page, '#openspace-activity')),
            ...(await seriousProblems(ide.page, '.openspace-ide-actions'))
        ];
        // The colours are the person's setting, which the next test meets too.
        await ide.useTheme('Light (Theia)');
        expect(problems).toEqual([]);
    });
}
