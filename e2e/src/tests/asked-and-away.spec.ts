import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';
import { PageNetwork } from '../application/page-network';
import { CONSENTED, type RunningApplication } from '../application/running-application';
import { OpenSpaceApp } from '../pages/openspace-app';

const PATH = 'made.txt';
const WRITE = block('openspace.file.write', { path: PATH, content: 'tea\n' });
const QUESTION = 'Change this file?';

const isMade = ({ workspace }: RunningApplication): Promise<boolean> =>
    access(join(workspace, PATH)).then(
        () => true,
        () => false
    );

test.beforeEach(async ({ application }) => {
    await application.changeSettings({ ...CONSENTED, 'openspace.agent.confirmation': 'always' });
});

test('a write that the person is asked about ends once, undone, when the page is loaded anew', async ({ ide, model, application }) => {
    const results = await application.watchResults();
    model.answer(`Writing. ${WRITE}`, 'Nobody knows.', 'It is not there.');
    await ide.chat.send('Write it down');
    await ide.approval.expectAsked(QUESTION);

    await ide.reload();
    await ide.chat.waitUntilAnswered();
    await expect(ide.chat.lastAnswer).toContainText('Nobody knows.');
    await ide.approval.expectGone();
    await ide.chat.ask('Is it there?');
    await expect(ide.chat.lastAnswer).toContainText('It is not there.');
    await expect.poll(async () => (await results()).map(({ outcome }) => outcome)).toEqual(['unknown']);
    expect(await isMade(application)).toBe(false);
});

test('a write that the person is asked about is still asked about, and happens once, after the network was lost for a moment', async ({
    page,
    model,
    application
}) => {
    const network = await PageNetwork.of(page);
    const ide = await OpenSpaceApp.open(page, application.url);
    const results = await application.watchResults();
    model.answer(`Writing. ${WRITE}`, 'You are back.');
    await ide.chat.send('Write it down, once more');
    await ide.approval.expectAsked(QUESTION);

    await network.lose();
    await ide.expectOffline();
    network.restore();
    await ide.expectOnline();
    await ide.approval.expectAsked(QUESTION);
    await ide.approval.button('Allow once').click();
    await ide.chat.waitUntilAnswered();
    await expect.poll(async () => (await results()).map(({ outcome }) => outcome)).toEqual(['done']);
    expect(await isMade(application)).toBe(true);
    await ide.chat.ask('Here I am again');
    await expect(ide.chat.lastAnswer).toContainText('You are back.');
});

test('a write that the person is asked about ends once, undone, when the tab is closed, and the conversation goes on in another', async ({
    ide,
    context,
    model,
    application
}) => {
    const results = await application.watchResults();
    model.answer(`Writing. ${WRITE}`, 'Nobody knows.', 'It is not there.');
    await ide.chat.send('Write it in this tab');
    await ide.approval.expectAsked(QUESTION);

    await ide.close();
    // Sooner than a page whose network is lost is given up.
    await expect.poll(async () => (await results()).map(({ outcome }) => outcome), { timeout: 20_000 }).toEqual(['unknown']);
    const next = await OpenSpaceApp.open(await context.newPage(), application.url);
    await (await next.listChats()).choose('Write it in this tab');
    await expect(next.chat.lastAnswer).toContainText('Writing.');
    await expect(next.chat.lastAnswer).toContainText('Nobody knows.');
    await next.chat.ask('Is it there, in another tab?');
    await expect(next.chat.lastAnswer).toContainText('It is not there.');
    expect(await isMade(application)).toBe(false);
});

test('a second tab that looks at the conversation is not asked, and the write happens once', async ({ ide, page, model, application }) => {
    const results = await application.watchResults();
    model.answer(`Writing. ${WRITE}`);
    await ide.chat.send('Write it while somebody looks');
    await ide.approval.expectAsked(QUESTION);

    const second = await OpenSpaceApp.open(await page.context().newPage(), application.url);
    await (await second.listChats()).choose('Write it while somebody looks');
    await expect(second.chat.lastAnswer).toContainText('Writing.');
    await second.approval.expectGone();
    await page.bringToFront();
    await ide.approval.button('Allow once').click();
    await ide.chat.waitUntilAnswered();
    await second.chat.waitUntilAnswered();
    await expect(second.chat.lastAnswer).toContainText('1 IDE action');
    expect((await results()).map(({ outcome }) => outcome)).toEqual(['done']);
    expect(await isMade(application)).toBe(true);
});
