import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, SAMPLE_PROJECT, test } from '../application/openspace-test';
import { freePort } from '../application/free-port';
import { RunningApplication } from '../application/running-application';
import { OpenSpaceApp } from '../pages/openspace-app';

test.use({ freshBrowser: true });

const strangersPage = (page: Page) => page.getByText(/This (link has been used already|browser has not been let in yet)/);

/** What the server answers to the page from now on, as `status path`. */
function watchAnswers(page: Page): string[] {
    const answers: string[] = [];
    page.on('response', response => answers.push(`${response.status()} ${new URL(response.url()).pathname}`));
    return answers;
}

/** How much of the style sheet and the script of the IDE came over the network into this page. */
function transferred(page: Page): Promise<number[]> {
    return page.evaluate(() =>
        performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.includes('/bundle.'))
            .map(entry => (entry as PerformanceResourceTiming).transferSize)
    );
}

test('a link lets in one browser with all its tabs, and no second one', async ({ application, page, browser }) => {
    const link = application.url;
    await OpenSpaceApp.open(page, link);
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    const second = await OpenSpaceApp.open(await page.context().newPage(), application.address);
    expect(await transferred(second.page)).toEqual([0, 0]);
    await OpenSpaceApp.open(await page.context().newPage(), link);
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name.startsWith('openspace-'));
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', name: `openspace-${new URL(link).port}` });
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual([cookie.name]);

    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(link);
    await expect(strangersPage(stranger)).toBeVisible();
    await expect(stranger.getByText('npm start -- --link --port')).toBeVisible();
    await stranger.getByRole('link').click();
    await expect(strangersPage(stranger)).toHaveText(/has not been let in yet/);
    await OpenSpaceApp.open(stranger, application.url);
    await stranger.context().close();
});

test('a stranger gets no asset and no connection, and neither does a foreign page or name', async ({ application, ide, page, request }) => {
    const { address } = application;
    const [cookie] = await page.context().cookies();
    const headers = { cookie: `${cookie.name}=${cookie.value}` };
    await ide.chat.waitUntilReady();
    for (const path of ['/', '/bundle.js', '/bundle.css', '/index.html', '/socket.io/?EIO=4&transport=polling', '/files/?uri=file:///']) {
        expect((await request.get(address + path)).status(), path).toBe(401);
        expect((await request.get(address + path, { headers: { ...headers, origin: 'http://evil.example' } })).status(), path).toBe(403);
        expect((await request.get(address + path, { headers: { ...headers, host: 'evil.example' } })).status(), path).toBe(403);
    }
    const upgrade = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ=='
    };
    const socket = `${address}/socket.io/?EIO=4&transport=websocket`;
    expect((await request.get(socket, { headers: upgrade })).status()).toBe(401);
    expect((await request.get(socket, { headers: { ...upgrade, ...headers, origin: 'null' } })).status()).toBe(403);
    const posted = await request.post(`${address}/files/`, {
        headers: { ...headers, 'content-type': 'application/json' },
        data: '{"broken'
    });
    expect(posted.status()).toBeGreaterThanOrEqual(400);
    expect(await posted.text()).not.toMatch(/node_modules|\/openspace|at /);
});

test('a restart costs an open page one reload, and one that is no longer let in is told so once', async ({ scratch, page }) => {
    const [port, stateDirectory] = [await freePort(), join(scratch, 'restarted')];
    const start = (): Promise<RunningApplication> =>
        RunningApplication.start({ workspace: SAMPLE_PROJECT, stateDirectory, environment: {}, port });
    let application = await start();
    try {
        const ide = await OpenSpaceApp.open(page, application.printedUrl);
        await application.stop();
        application = await start();
        const answers = watchAnswers(page);
        await ide.reload();
        expect(answers.filter(answer => /^(200|304) \/$/.test(answer))).toHaveLength(1);
        expect(answers.filter(answer => /^[45]/.test(answer))).toEqual([]);

        await application.stop();
        await rm(join(stateDirectory, 'ide.token'));
        application = await start();
        await expect(strangersPage(page)).toBeVisible();
        const knocks = answers.filter(answer => answer.startsWith('401 '));
        expect(knocks).toHaveLength(2);
        await OpenSpaceApp.open(page, application.printedUrl);
        expect(answers.filter(answer => answer.startsWith('401 '))).toEqual(knocks);
    } finally {
        await application.stop();
    }
});
