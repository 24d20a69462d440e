import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { block } from '../application/agent-blocks';
import { connectMcpClient } from '../application/mcp-client';
import { test as base, expect, SAMPLE_PROJECT } from '../application/openspace-test';
import { CONSENTED, RunningApplication } from '../application/running-application';
import { takePicture, THEMES } from '../pages/accessibility';
import { OpenSpaceApp } from '../pages/openspace-app';

/** The application of a person who has named no model in the environment. */
const test = base.extend<{ unset: RunningApplication; person: OpenSpaceApp }>({
    unset: async ({ scratch, sparePort }, use) => {
        const workspace = join(scratch, 'settings', 'sample-project');
        await cp(SAMPLE_PROJECT, workspace, { recursive: true });
        const application = await RunningApplication.start({
            workspace,
            stateDirectory: join(scratch, 'settings-state'),
            port: sparePort,
            environment: {}
        });
        await use(application);
        await application.stop();
    },
    person: async ({ page, unset }, use) => {
        await use(await OpenSpaceApp.open(page, unset.url));
    }
});

test.use({ freshBrowser: true });

test('a model that is named in the settings answers without a restart, and a wrong one is told', async ({ person, unset, model }) => {
    const { agent, chat, notifications } = person;
    await chat.ask('How do I connect a model?');
    await expect(chat.lastAnswer).toContainText('scripted guide');

    await unset.changeSettings({ ...CONSENTED, 'openspace.model.baseUrl': model.url, 'openspace.model.name': 'scripted' });
    await expect(notifications.all).toContainText('The agent answers with scripted from now on.');
    model.answer('Here I am.');
    await chat.ask('Are you there?');
    await expect(chat.lastAnswer).toContainText('Here I am.');
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('How do I connect a model?');

    await unset.changeSettings({ ...CONSENTED, 'openspace.model.baseUrl': 'localhost:11434' });
    await expect(notifications.all.filter({ hasText: 'The setting openspace.model.baseUrl is not an address' })).toBeVisible();
    await notifications.button('Open Settings').click();
    await expect(person.settings.entry('openspace.model.baseUrl')).toBeVisible();
    await agent.expectState('disconnected');
    await chat.ask('And now?');
    await expect(chat.lastError).toContainText('The setting openspace.model.baseUrl is not an address');
});

test('a model that is named by halves is told, with what answers instead', async ({ person, unset, model }) => {
    const { chat, notifications, settings } = person;
    await unset.changeSettings({ ...CONSENTED, 'openspace.model.name': 'teapot-7b' });
    await expect(notifications.all).toContainText(
        'The setting openspace.model.baseUrl is empty, though openspace.model.name is set: until an address is given too, the guide answers, without a model.'
    );
    await notifications.button('Open Settings').click();
    await expect(settings.entry('openspace.model.baseUrl')).toBeVisible();

    await unset.changeSettings({ ...CONSENTED, 'openspace.model.baseUrl': model.url });
    await expect(notifications.all.filter({ hasText: 'The setting openspace.model.name is empty' })).toContainText(
        'asked for as "default"'
    );
    model.answer('Here I am.');
    await chat.ask('Are you there?');
    await expect(chat.lastAnswer).toContainText('Here I am.');
    expect(model.requests.at(-1)?.model).toBe('default');
});

test('the settings are one section, each with words', async ({ ide }, info) => {
    await ide.welcome.link('Settings').click();
    await expect(ide.settings.entry('openspace.openCode.url')).toContainText('OpenSpace › OpenCode: Url');
    await expect(ide.settings.sections).toHaveText([/^OpenSpace/, /^Agent/, /^Limits/, /^Model/, /^OpenCode Server/]);
    const shown = await ide.settings.entries('openspace.').evaluateAll(entries => entries.map(entry => entry.textContent));
    expect(shown.length).toBeGreaterThan(15);
    expect(shown.filter(text => !/\w+ \w+ \w+[^]*\./.test(text))).toEqual([]);
    for (const { label, word } of THEMES) {
        await ide.useTheme(label);
        await takePicture(ide.page, info, `settings-${word}`);
    }
    // The colours are the person's setting, which the next test meets too.
    await ide.useTheme(THEMES[0].label);
});

test('the person chooses by the keyboard how much a message may do, and that what the agent opened stays', async ({
    ide,
    application,
    model
}) => {
    await ide.welcome.link('Settings').press('Enter');
    await ide.settings.setNumber('openspace.limits.commandsPerMessage', 2);
    await ide.settings.choose('openspace.agent.cleanUp', 'keep');
    const chosen = { 'openspace.limits.commandsPerMessage': 2, 'openspace.agent.cleanUp': 'keep' };
    await expect.poll(() => application.readSettings()).toMatchObject(chosen);
    const open = (path: string): string => block('openspace.editor.open', { path });
    model.answer(`Now. ${open('README.md')}${open('notes.md')}${open('src/index.ts')}`, 'Two then.');
    await ide.chat.ask('Open all');
    await expect(ide.editors.tab('notes.md')).toBeVisible();
    // What is too much is refused at once, before the others have run.
    const ends = (await application.results()).slice(-3).map(({ outcome, result }) => [outcome, result.code]);
    expect(ends).toEqual([
        ['refused', 'too-many-commands'],
        ['done', undefined],
        ['done', undefined]
    ]);
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('At most 2 blocks per message');
    await (await ide.listChats()).delete('Open all');
    // What ends with its conversation has ended by the time that another one is answered.
    model.answer('Here.');
    await ide.chat.ask('Are you there?');
    await expect(ide.editors.tab('README.md')).toBeVisible();
    await expect(ide.editors.tab('notes.md')).toBeVisible();
});

test('the first setting that a person makes on a machine holds at once', async ({ scratch, sparePort, page }) => {
    const workspace = join(scratch, 'first-setting', 'sample-project');
    await cp(SAMPLE_PROJECT, workspace, { recursive: true });
    const application = await RunningApplication.start({
        workspace,
        stateDirectory: join(scratch, 'first-setting-state'),
        hasSettingsFile: false,
        port: sparePort,
        environment: {}
    });
    try {
        const ide = await OpenSpaceApp.open(page, application.url);
        const client = await connectMcpClient(await application.hubAccess());
        const read = () => client.callTool({ name: 'read_file', arguments: { path: 'notes.md' } });
        expect((await read()).isError).toBeUndefined();
        await ide.welcome.link('Settings').press('Enter');
        await ide.settings.add('openspace.agent.sensitiveFiles', 'notes.md');
        await expect.poll(async () => (await read()).isError).toBe(true);
        await client.close();
    } finally {
        await application.stop();
    }
});

test('files that the person names by the keyboard are closed to the agent and to programs at once', async ({ ide, application, model }) => {
    const client = await connectMcpClient(await application.hubAccess());
    const read = () => client.callTool({ name: 'read_file', arguments: { path: 'notes.md' } });
    expect((await read()).isError).toBeUndefined();
    await ide.welcome.link('Settings').press('Enter');
    await ide.settings.add('openspace.agent.sensitiveFiles', '*.kdbx');
    // Passing by what is there already does not remove it.
    await ide.settings.add('openspace.agent.sensitiveFiles', 'notes.md');
    const named = { 'openspace.agent.sensitiveFiles': ['*.kdbx', 'notes.md'] };
    await expect.poll(() => application.readSettings()).toMatchObject(named);
    await expect.poll(async () => (await read()).isError).toBe(true);
    await client.close();

    const results = await application.watchResults();
    model.answer(
        `Let me see. ${block('openspace.file.read', { path: 'notes.md' })}${block('openspace.editor.open', { path: 'notes.md' })}`,
        'I may not.'
    );
    await ide.chat.ask('What is in the notes?');
    expect((await results()).map(({ result }) => result.code)).toEqual(['sensitive-file', 'sensitive-file']);
    await expect(ide.editors.tab('notes.md')).toHaveCount(0);
});
