import type { Page } from '@playwright/test';
import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect, SAMPLE_PROJECT } from '../application/openspace-test';
import { RunningApplication } from '../application/running-application';
import { OpenSpaceApp } from '../pages/openspace-app';

/** The application as a newcomer has it: the sample project, the default settings, and no model but the guide. */
const test = base.extend<{ project: string; guided: OpenSpaceApp }>({
    project: ['sample-project', { option: true }],
    guided: async ({ page, scratch, sparePort: port, project }, use) => {
        const workspace = join(scratch, 'guided', project);
        await cp(SAMPLE_PROJECT, workspace, { recursive: true });
        if (project !== 'sample-project') {
            await rename(join(workspace, 'README.md'), join(workspace, 'about.md'));
        }
        const stateDirectory = join(scratch, 'guided-state');
        const application = await RunningApplication.start({ workspace, stateDirectory, port, settings: {}, environment: {} });
        await use(await OpenSpaceApp.open(page, application.url));
        await application.stop();
    }
});

test.use({ freshBrowser: true });

/** The page gets nothing from now on but what comes from its own host; answers with whatever else it asks for. */
async function refuseOtherHosts(page: Page): Promise<readonly string[]> {
    const refused: string[] = [];
    const { host } = new URL(page.url());
    await page.route(
        url => /^https?:$/.test(url.protocol) && url.host !== host,
        async route => {
            refused.push(route.request().url());
            await route.abort();
        }
    );
    return refused;
}

test('a person without a model is shown around by the guide, which uses the same commands as an agent', async ({ guided }) => {
    const { approval, chat, editors, panes, terminals } = guided;
    const visited = await refuseOtherHosts(guided.page);
    await guided.welcome.try('Highlight lines 1 to 8 of README.md');
    // Asked once, and never again: everything that the guide does is harmless.
    await approval.expectAsked('Let the agent control the IDE?');
    await approval.button('Allow').click();
    await chat.waitUntilAnswered();
    await expect(editors.frontTab('README.md')).toBeVisible();
    await expect(chat.lastAnswer).toContainText('I mark lines 1 to 8');
    await expect(editors.highlights.filter({ visible: true })).toHaveCount(8);
    await editors.closeByHand('README.md');

    await guided.welcome.try('Run npm test');
    await expect(chat.lastAnswer).toContainText('went well. It printed:');
    await chat.waitUntilAnswered();

    await guided.welcome.try('Take me on a tour');
    await expect(chat.lastAnswer).toContainText('npm test went well');
    await chat.waitUntilAnswered();
    await expect(chat.lastAnswer).toContainText('test/brewing.test.mjs');
    await expect(chat.lastAnswer).toContainText('This is open:');
    await expect(editors.tab('teas.ts')).toBeVisible();
    const [heart, beside] = [await panes.main('index.ts'), await panes.main('brewing.mjs')];
    expect(beside.x).toBeGreaterThanOrEqual(heart.x + heart.width - 1);
    await expect(terminals.tab('guide')).toBeVisible();

    await chat.ask('find brewing');
    await expect(chat.lastAnswer).toContainText('test/brewing.test.mjs');
    await chat.ask('write "Buy oolong" to shopping.md');
    await expect(editors.tab('shopping.md')).toBeVisible();
    await chat.ask('run echo two more cups | cat');
    await expect(chat.lastAnswer).toContainText('went well. It printed:');
    await expect(chat.lastAnswer).not.toContainText('%OS');
    await expect.poll(() => terminals.copiedText()).toContain('two more cups');
    await chat.send('run rm -rf test');
    await approval.button('Refuse').click();
    await chat.waitUntilAnswered();
    await expect(chat.lastAnswer).toContainText('You refused this');
    await expect(chat.lastAnswer).not.toContainText('went well');
    await expect(terminals.tab('guide')).toHaveCount(1);
    await chat.ask('what is open');
    await expect(chat.lastAnswer).toContainText('shopping.md');
    await chat.ask('open nothing.md');
    await expect(chat.lastAnswer).toContainText('That did not work');
    expect(visited).toEqual([]);
});

test.describe('in a folder that the guide does not know', () => {
    test.use({ project: 'other-project' });

    test('the tour begins with another file where there is no README, and how to connect a model is said once', async ({ guided }) => {
        const { approval, chat, editors } = guided;
        await chat.send('pls take me on a tour');
        await approval.button('Allow').click();
        await chat.waitUntilAnswered();
        await expect(chat.lastAnswer).toContainText('OPENSPACE_LLM_BASE_URL');
        await expect(chat.lastAnswer).toContainText('there is no README, so about.md is my first stop');
        await expect(chat.lastAnswer).not.toContainText('did not work');
        await expect(editors.frontTab('about.md')).toBeVisible();
        await chat.ask('could you close about.md please');
        await expect(editors.tab('about.md')).toHaveCount(0);
        await chat.beginAnother();
        await chat.ask('undo');
        await expect(chat.lastAnswer).toContainText('Undo Last Agent Action');
        await expect(chat.lastAnswer).toContainText('scripted guide');
        await expect(chat.lastAnswer).not.toContainText('OPENSPACE_LLM_BASE_URL');
    });
});
