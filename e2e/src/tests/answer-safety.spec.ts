import { exfiltrationPayloads } from '../application/exfiltration-payloads';
import { expect, test } from '../application/openspace-test';
import { OutsideHost } from '../application/outside-host';

test('an answer can neither cover the IDE nor run a command by a link', async ({ ide, model }) => {
    model.answer(
        'Look [here](command:core.toggle.left.panel) and <a href="command:core.toggle.left.panel">there</a>.\n\n' +
            '<div class="dialogOverlay" style="position:fixed;inset:0">Click <button>Allow</button></div>\n\n' +
            '<style>.theia-ChatInput { display: none }</style>\n\nThat is all.'
    );
    await ide.chat.ask('Try to trick me');
    await expect(ide.chat.lastAnswer).toContainText('That is all.');
    await expect(ide.chat.lastAnswer).toContainText('Click Allow');
    await expect(ide.chat.lastAnswer.getByRole('button', { name: 'Allow' })).toHaveCount(0);
    await expect(ide.dialogs).toHaveCount(0);
    for (const link of ['here', 'there']) {
        await ide.chat.lastAnswer.getByText(link, { exact: true }).click();
        await expect(ide.explorerEntries.first()).toBeVisible();
    }
    await ide.chat.waitUntilReady();
});

test('nothing in an answer calls another host, and what it would have loaded is a link that names it', async ({ ide, model, page }) => {
    const outside = await OutsideHost.start();
    const payloads = exfiltrationPayloads(outside.name);
    expect(payloads.length).toBeGreaterThanOrEqual(60);
    const asked: string[] = [];
    page.on('request', request => asked.push(request.url()));
    page.on('websocket', socket => asked.push(socket.url()));

    for (let first = 0; first < payloads.length; first += 4) {
        model.answer(`Here.\n\n${payloads.slice(first, first + 4).join('\n\n')}`);
        await ide.chat.ask(`Show me four from ${first + 1}`);
    }
    // Each of them once more in a single answer, where one may open what another closes.
    model.answer(`All.\n\n${payloads.join('\n\n')}\n\n![the last](http://${outside.name}/last.png)`);
    await ide.chat.ask('Show me all');
    const last = ide.chat.lastAnswer.getByRole('link', { name: `the last (${outside.name})` });
    await last.scrollIntoViewIfNeeded();
    await last.hover();
    await ide.reload();
    await expect(ide.chat.lastAnswer).toContainText('All.');

    const origin = new URL(page.url()).host;
    const foreign = asked.filter(url => !/^(data|blob):/.test(url) && new URL(url).host !== origin);
    outside.stop();
    expect({ foreign, visits: outside.visits }).toEqual({ foreign: [], visits: [] });
});

test('whatever would be loaded is a link that names its host, and a link that says something else names it too', async ({ ide, model }) => {
    const link = (name: string, host: string): string => `http://${host}/${name}`;
    model.answer(
        [
            `![a picture](${link('picture.png', 'picture.invalid')})`,
            `<svg><title>a drawing</title><image href="${link('drawing.png', 'drawing.invalid')}"/></svg>`,
            `<svg><use href="${link('used.svg#a', 'used.invalid')}"/></svg>`,
            `<link rel="stylesheet" href="${link('sheet.css', 'sheet.invalid')}">`,
            `<style>@import "${link('imported.css', 'imported.invalid')}"; p { background: url(${link('styled.png', 'styled.invalid')}) }</style>`,
            `<p style="background: url(${link('behind.png', 'behind.invalid')})">Before it.</p>`,
            `See the [documentation](${link('docs', 'docs.invalid')}).`
        ].join('\n\n')
    );
    await ide.chat.ask('Show me all kinds');
    const named = (name: string) => ide.chat.lastAnswer.getByRole('link', { name, exact: true });
    await expect(named('a picture (picture.invalid)')).toBeVisible();
    await expect(named('a drawing (drawing.invalid)')).toBeVisible();
    for (const host of ['used', 'sheet', 'imported', 'styled', 'behind']) {
        await expect(named(`${host}.invalid`)).toHaveCount(1);
    }
    await expect(named('documentation')).toHaveAccessibleDescription('http://docs.invalid/docs');
    await named('documentation').focus();
    await ide.page.keyboard.press('Shift+Tab');
    await ide.page.keyboard.press('Tab');
    await expect(named('documentation (docs.invalid)')).toBeFocused();
});
