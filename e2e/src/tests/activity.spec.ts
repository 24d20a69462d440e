import { readFile } from 'node:fs/promises';
import { block } from '../application/agent-blocks';
import { connectMcpClient } from '../application/mcp-client';
import { expect, test } from '../application/openspace-test';
import { seriousProblems, takePicture, THEMES } from '../pages/accessibility';
import { timeOnMainThread } from '../pages/main-thread';
import { exposeServices } from '../pages/page-services';

const THREE_ACTIONS = [
    block('openspace.editor.open', { path: 'src/index.ts', line: 42 }),
    block('openspace.editor.open', { path: 'src/nowhere.ts' }),
    block('openspace.editor.highlight', { path: 'src/teas.ts', ranges: [{ startLine: 2, endLine: 3 }], highlightId: 'teas' })
].join(' ');

/** So much more time may the page need for ten thousand actions than for a hundred: only the search looks at them all. */
const MOST_SLOWER = 6;

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

test('in a narrow panel an outcome is its icon, without a part of its words', async ({ ide, model, page }) => {
    model.answer(`Look. ${THREE_ACTIONS}`, 'One file is missing.');
    await ide.chat.ask('Show me three things');
    await ide.chat.actions.click();
    await expect(ide.activity.rows).toHaveCount(3);
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect.poll(() => ide.activity.grid.evaluate(grid => grid.clientWidth)).toBeLessThan(440);
    expect(await ide.activity.cutOutcomes()).toEqual([]);
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

test('ten thousand actions scroll, grow and are searched nearly as fast as a hundred, and the keyboard moves through them', async ({
    ide
}) => {
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
    const work = async (from: number): Promise<{ totalMs: number; longestMs: number }> =>
        timeOnMainThread(ide.page, async () => {
            await ide.activity.grid.focus();
            for (let index = 0; index < 10; index++) {
                await add(from + index, 1);
                await ide.page.keyboard.press(index % 2 === 0 ? 'Home' : 'End');
            }
            await ide.activity.search.pressSequentially('number 1');
            await ide.activity.search.fill('');
        });
    await add(0, 100);
    await work(100);
    const few = await work(110);
    await add(120, 9_880);
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

    const many = await work(10_505);
    expect(many.totalMs, 'ten thousand beside a hundred').toBeLessThan(MOST_SLOWER * few.totalMs);
    test.info().annotations.push({
        type: 'longest task',
        description: `${few.longestMs} ms of a hundred, ${many.longestMs} ms of ten thousand`
    });

    await ide.activity.search.fill('number 10504');
    await expect(ide.activity.rows).toHaveCount(1);
    expect(await ide.activity.rows.count()).toBe(1);
});

for (const { label, word } of THEMES) {
    test(`axe finds nothing serious in the view and in what the chat tells of actions, in the theme ${label}`, async ({
        ide,
        model
    }, info) => {
        await ide.useTheme(label);
        await ide.runFromPalette('Show Agent Activity');
        const refused = { kind: 'toolCall', name: 'ide_openspace_file_read', args: { path: '.env' } } as const;
        model.answer([refused], `Look. ${THREE_ACTIONS} ${block('openspace.editor.open', { path: '.env' })}`, 'Done.');
        await ide.chat.ask('Show me four things');
        await expect(ide.activity.row('Open File at Line', '.env', 'Refused').last()).toBeVisible();
        await ide.activity.row('src/index.ts:42').last().click();
        await ide.chat.results.click();
        await ide.chat.tools.click();
        await takePicture(ide.page, info, `activity-${word}`);
        const selectors = ['#openspace-activity', '.openspace-ide-actions', '.openspace-ide-results', '.theia-toolCall'];
        const problems: string[] = [];
        for (const selector of selectors) {
            problems.push(...(await seriousProblems(ide.page, selector)));
        }
        // The colours are the person's setting, which the next test meets too.
        await ide.useTheme(THEMES[0].label);
        expect(problems).toEqual([]);
    });
}
