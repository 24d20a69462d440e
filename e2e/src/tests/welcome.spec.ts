import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';
import { MONACO_QUICK_PICK, seriousProblems, takePicture, THEMES } from '../pages/accessibility';
import { AgentStatus } from '../pages/agent-status';
import { ChatView } from '../pages/chat-view';
import { CommandReference } from '../pages/command-reference';
import { WelcomePage } from '../pages/welcome-page';

test.use({ freshBrowser: true });

test('a newcomer sees the workspace, an open chat and nothing that disturbs', async ({ ide }) => {
    await expect(ide.explorerEntries.filter({ hasText: 'README.md' })).toBeVisible();
    await expect(ide.chat.welcome).toBeVisible();
    await expect(ide.toasts).toHaveCount(0);
    await expect(ide.dialogs).toHaveCount(0);
});

test('the empty window offers three things to try, by mouse and by keyboard, and gives way to what opens', async ({ ide, model, page }) => {
    await expect(ide.welcome.things).toHaveCount(3);

    model.answer(
        `Look. ${block('openspace.editor.open', { path: 'README.md' })}`,
        `Gone. ${block('openspace.editor.close', { path: 'README.md' })}`
    );
    await ide.welcome.try('Take me on a tour');
    await expect(ide.chat.messages).toContainText(['Take me on a tour']);
    await expect(ide.editors.tab('README.md')).toBeVisible();
    await expect(ide.welcome.root).toBeHidden();

    await ide.chat.ask('Close it');
    await expect(ide.welcome.root).toBeVisible();
    model.answer('All well.');
    await ide.welcome.things.last().focus();
    await page.keyboard.press('Enter');
    await expect(ide.chat.messages).toContainText(['Take me on a tour', 'Close it', 'Run npm test']);
    await ide.chat.waitUntilAnswered();

    await ide.welcome.link('Settings').press('Enter');
    await expect(page.locator('#settings_widget')).toContainText('Follow Up Rounds');
});

test('the welcome page fits into a narrow window', async ({ ide, page }) => {
    await expect(ide.welcome.things).toHaveCount(3);
    await page.setViewportSize({ width: 800, height: 700 });
    await expect.poll(() => ide.welcome.root.evaluate(root => root.clientWidth)).toBeLessThan(200);
    expect(await ide.welcome.hiddenWidth()).toBe(0);
});

test('the command reference shows what the manifest has, finds commands, copies an example and starts one', async ({
    ide,
    application,
    page
}) => {
    await (await ide.menuBar.openMenu('Help')).clickMenuItem('What the Agent Can Do');
    const { commands } = await application.manifest();
    await expect(ide.reference.entries).toHaveCount(commands.length);
    const open = commands.find(({ id }) => id === 'openspace.editor.open');
    const entry = ide.reference.entry(open?.name ?? '');
    for (const text of [open?.id, open?.description, ...Object.keys(open?.arguments_schema.properties ?? {})]) {
        await expect(entry).toContainText(text ?? 'nothing');
    }

    await expect(ide.reference.search).toBeFocused();
    await page.keyboard.type('terminal.create');
    await expect(ide.reference.entries).toHaveCount(1);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await ide.reference.entries.getByRole('button', { name: /^Copy the example/ }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('%%OS{"cmd":"openspace.terminal.create"');

    await ide.reference.search.fill('no such command');
    await expect(ide.reference.root).toContainText('No command matches the search.');
    await ide.reference.search.fill('openspace.file.search');
    await ide.reference.entries.first().getByRole('button', { name: 'Try it' }).click();
    await ide.waitUntilAsked('query');
});

test('the command reference comes with its tab in view, whatever else is open', async ({ ide, model }) => {
    const paths = ['README.md', 'src/teas.ts', 'src/index.ts', 'tsconfig.json', 'package.json', 'src/brewing.mjs', 'test/brewing.test.mjs'];
    model.answer(`All of it. ${paths.map(path => block('openspace.editor.open', { path })).join(' ')}`);
    await ide.chat.ask('Open every file');
    await ide.editors.clickLine(1);
    await (await ide.menuBar.openMenu('Help')).clickMenuItem('What the Agent Can Do');
    await expect(ide.editors.tab('Command Reference')).toBeInViewport({ ratio: 0.9 });
});

test('the command reference is readable in a narrow pane', async ({ ide, page }) => {
    await (await ide.menuBar.openMenu('Help')).clickMenuItem('What the Agent Can Do');
    await expect(ide.reference.entries.first()).toBeVisible();
    await page.setViewportSize({ width: 900, height: 700 });
    await expect.poll(() => ide.reference.root.evaluate(root => root.clientWidth)).toBeLessThan(300);
    expect(await ide.reference.hiddenWidth()).toBe(0);
    expect(await ide.reference.narrowestMeaning()).toBeGreaterThan(0.5);
});

for (const { label, word } of THEMES) {
    test(`axe finds nothing serious in the welcome pages, the agent's menu and the reference, in the theme ${label}`, async ({
        ide,
        page
    }, info) => {
        await ide.useTheme(label);
        await expect(ide.welcome.things).toHaveCount(3);
        await takePicture(page, info, `welcome-${word}`);
        const problems = [
            ...(await seriousProblems(page, WelcomePage.SELECTOR)),
            ...(await seriousProblems(page, ChatView.WELCOME_SELECTOR))
        ];
        await ide.agent.openMenu();
        await expect(ide.offered.filter({ hasText: 'Pause Agent' })).toBeVisible();
        await takePicture(page, info, `agent-menu-${word}`);
        problems.push(...(await seriousProblems(page, AgentStatus.MENU_SELECTOR, MONACO_QUICK_PICK)));
        await page.keyboard.press('Escape');
        await ide.welcome.link('All commands').click();
        await expect(ide.reference.entries.first()).toBeVisible();
        await takePicture(page, info, `reference-${word}`);
        problems.push(...(await seriousProblems(page, CommandReference.SELECTOR)));
        // The colours are the person's setting, which the next test meets too.
        await ide.useTheme(THEMES[0].label);
        expect(problems).toEqual([]);
    });
}
