import { access, mkdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { block } from '../application/agent-blocks';
import { connectMcpClient } from '../application/mcp-client';
import { expect, test } from '../application/newcomer-test';
import { callTool } from '../application/tool-call';
import { seriousProblems, takePicture, THEMES } from '../pages/accessibility';

const TITLE = 'Run this command?';
const PROGRAM_TITLE = 'Let this program control the IDE?';
const create = block('openspace.terminal.create', { title: 'work' });
const remove = block('openspace.terminal.send', { terminalId: 'work', text: 'rm -rf build\n', waitMs: 5000 });

const exists = (path: string): Promise<boolean> =>
    access(path).then(
        () => true,
        () => false
    );

test('a dangerous command waits for the person, whose refusal the agent learns', async ({ newcomer, model, fresh, page }) => {
    const { activity, approval, chat, editors } = newcomer;
    const folder = join(fresh.workspace, 'build');
    await mkdir(folder);
    const client = await connectMcpClient(await fresh.hubAccess());
    const openByDoor = (line: number) => client.callTool({ name: 'openspace_editor_open', arguments: { path: 'src/index.ts', line } });
    const first = openByDoor(3);
    await approval.expectAsked(PROGRAM_TITLE);
    await approval.button('Allow').click();
    await first;
    model.answer(`Cleaning. ${create}${remove}`, 'As you like.');
    await chat.send('Clean up');
    await approval.expectAsked('Let the agent control the IDE?');
    await approval.button('Allow').click();

    await approval.expectAsked(TITLE);
    await expect(approval.root).toContainText('rm -rf build');
    await expect(approval.root).toContainText('Why you are asked');
    await expect(approval.root).toContainText(fresh.workspace);
    await page.keyboard.press('Enter');
    await approval.expectAsked(TITLE);

    // Whoever else acts is not held up.
    expect(await openByDoor(23)).toMatchObject({ structuredContent: { outcome: 'done' } });
    await client.close();
    await approval.expectAsked(TITLE);

    await approval.tabTo(approval.field('Message to the agent'));
    await page.keyboard.insertText('Not today.');
    await page.keyboard.press('Escape');
    await approval.expectGone();
    await expect(chat.lastAnswer).toContainText('As you like.');
    await chat.waitUntilAnswered();
    expect(await exists(folder)).toBe(true);
    await chat.actions.click();
    await expect(activity.row('work: rm -rf build', 'Refused')).toBeVisible();
    for (const told of ['Not today.', 'Do not try the same in another way']) {
        expect(JSON.stringify(model.requests.at(-1))).toContain(told);
    }
    await editors.expectAtLine('index.ts', 23);
});

test('a dangerous command that the person allows runs', async ({ newcomer, model, fresh, results }) => {
    const { agent, approval, chat } = newcomer;
    const folder = join(fresh.workspace, 'build');
    await mkdir(folder);
    model.answer(`Cleaning. ${create}${remove}`);
    await chat.send('Clean up');
    await approval.expectAsked('Let the agent control the IDE?');
    await agent.expectState('waiting for you');
    await approval.button('Allow').click();

    await approval.expectAsked(TITLE);
    await agent.expectState('waiting for you');
    // Every answer can be given in a narrow window, too.
    await newcomer.page.setViewportSize({ width: 420, height: 700 });
    for (const answer of ['Refuse', 'Allow once', 'Allow for this session', 'Allow for this workspace']) {
        await expect(approval.button(answer)).toBeInViewport({ ratio: 1 });
    }
    await approval.tabTo(approval.button('Allow once'));
    await newcomer.page.keyboard.press('Enter');
    await approval.expectGone();
    await chat.waitUntilAnswered();
    await expect.poll(() => exists(folder)).toBe(false);
    expect((await results()).map(({ outcome }) => outcome)).toEqual(['done', 'done']);
});

test('what is allowed for a session holds for its conversation, and not for a program that names it', async ({
    newcomer,
    model,
    fresh,
    results,
    page
}) => {
    const { approval, chat } = newcomer;
    const args = (name: string) => ({ terminalId: 'work', text: `rm -rf ${name}\n`, waitMs: 5000 });
    model.answer(
        `One. ${create}${block('openspace.terminal.send', args('one'))}`,
        [{ kind: 'toolCall', name: 'ide_openspace_terminal_send', args: args('two') }],
        'Two.'
    );
    await chat.send('Number one');
    await approval.expectAsked('Let the agent control the IDE?');
    await approval.button('Allow').click();
    await approval.expectAsked(TITLE);
    const pattern = approval.field('To allow for longer');
    await expect(pattern).toHaveValue('rm -rf one');
    await approval.tabTo(pattern);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText('rm -rf *');
    await approval.tabTo(approval.button('Allow for this session'));
    await page.keyboard.press('Enter');
    await approval.expectGone();
    await chat.waitUntilAnswered();
    await chat.ask('Number two');
    const got = await results();
    expect(got.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);

    const client = await connectMcpClient(await fresh.hubAccess(), { session: got[0].sessionId });
    const sent = client.callTool({ name: 'openspace_terminal_send', arguments: args('three') });
    await approval.expectAsked(PROGRAM_TITLE);
    await approval.button('Allow').click();
    await approval.expectAsked(TITLE);
    await expect(approval.root).toContainText('end-to-end');
    await page.keyboard.press('Escape');
    expect(await sent).toMatchObject({ isError: true, structuredContent: { outcome: 'refused', code: 'not-confirmed' } });
    await client.close();
});

test('what a command hides is escaped in the question, and not typed into a terminal at all', async ({ newcomer, model, fresh }) => {
    const { approval, chat } = newcomer;
    const hidden = 'rm -rf "bu\u202edli"\t\u200bx \u001b[2Jy';
    const asked = callTool(fresh, 'bash', { command: hidden });
    await approval.expectAsked(PROGRAM_TITLE);
    await approval.button('Allow').click();
    await approval.expectAsked(TITLE);
    await expect(approval.root).toContainText('rm -rf "bu\\u{202e}dli"\\u{9}\\u{200b}x \\u{1b}[2Jy');
    await expect(approval.button('Allow once')).toBeVisible();
    await expect(approval.button('Allow for this workspace')).toHaveCount(0);
    await approval.button('Refuse').click();
    expect(await asked).toMatchObject({ status: 403 });

    model.answer(`Cleaning. ${create}${block('openspace.terminal.send', { terminalId: 'work', text: `${hidden}\n` })}`, 'I see.');
    await chat.send('Clean up');
    await approval.expectAsked('Let the agent control the IDE?');
    await approval.button('Allow').click();
    await expect(chat.lastAnswer).toContainText('I see.');
    await chat.waitUntilAnswered();
    await approval.expectGone();
    expect(JSON.stringify(model.requests.at(-1))).toContain('The text holds U+202E');
});

test('a change of a file that configures something waits for the person', async ({ newcomer, model, fresh }) => {
    const { approval, chat } = newcomer;
    const write = (path: string) => block('openspace.file.write', { path, content: '{}' });
    model.answer(`Now. ${write('.vscode/tasks.json')}${write('.vscode/settings.json')}`, 'Fine.');
    await chat.send('Configure it');
    await approval.expectAsked('Let the agent control the IDE?');
    await approval.button('Allow').click();
    await approval.expectAsked('Change this file?');
    await expect(approval.root).toContainText('.vscode/tasks.json');
    await expect(approval.root).toContainText('Files such as .vscode');
    await expect(approval.field('The new text, lines: 1')).toHaveText('+ {}');
    await approval.button('Allow once').click();
    await expect(approval.root).toContainText('.vscode/settings.json');
    expect(await readFile(join(fresh.workspace, '.vscode/tasks.json'), 'utf8')).toBe('{}');
    await approval.button('Refuse').click();
    await approval.expectGone();
    await chat.waitUntilAnswered();
    expect(await exists(join(fresh.workspace, '.vscode/settings.json'))).toBe(false);
});

test('what the person allows for the workspace is not asked again, and neither the agent nor the terminal can say so themselves', async ({
    newcomer,
    model,
    fresh,
    results,
    page
}) => {
    const { approval, chat } = newcomer;
    const send = (text: string) => block('openspace.terminal.send', { terminalId: 'work', text: `${text}\n`, waitMs: 5000 });
    model.answer(`One. ${create}${send('rm -rf build')}`, `Two. ${send('rm -rf build')}`);
    await chat.send('Number one');
    await approval.expectAsked('Let the agent control the IDE?');
    await approval.button('Allow').click();
    await approval.expectAsked(TITLE);
    // Enter ends neither of the fields with a yes.
    for (const label of ['To allow for longer', 'Message to the agent']) {
        await expect(approval.button('Allow once')).toBeEnabled();
        await approval.tabTo(approval.field(label));
        await page.keyboard.press('Enter');
        await approval.expectAsked(TITLE);
    }
    await approval.tabTo(approval.button('Allow for this workspace'));
    await page.keyboard.press('Enter');
    await approval.expectGone();
    await chat.waitUntilAnswered();
    await newcomer.reload();
    await chat.ask('Number two');
    await approval.expectGone();
    expect((await results()).map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);

    const { settingsFile, stateDirectory, workspace } = fresh;
    const trusted = [settingsFile, join(stateDirectory, 'approvals.json')];
    const bytes = () => Promise.all(trusted.map(file => readFile(file, 'utf8')));
    const before = await bytes();
    const attempts = trusted.flatMap(file => [
        send(`cat ${file}`),
        send(`echo '{}' > ${file}`),
        send(`cp README.md ${file}`),
        block('openspace.file.write', { path: file, content: '{}' }),
        block('openspace.file.write', { path: relative(workspace, file), content: '{}' })
    ]);
    const earlier = (await results()).length;
    model.answer(`Three. ${attempts.join('')}`, 'Well.');
    await chat.ask('Number three');
    await expect.poll(async () => (await results()).length).toBe(earlier + attempts.length);
    expect(new Set((await results()).slice(earlier).map(({ outcome }) => outcome))).toEqual(new Set(['refused']));
    const throughDoor = Promise.all([
        ...trusted.map(file => callTool(fresh, 'write', { file_path: file, content: '{}' })),
        ...trusted.map(file => callTool(fresh, 'bash', { command: `echo '{}' > ${file}` }))
    ]);
    await approval.expectAsked(PROGRAM_TITLE);
    await approval.button('Allow').click();
    expect((await throughDoor).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(await bytes()).toEqual(before);
});

for (const { label, word } of THEMES) {
    test(`axe finds nothing serious in the questions, in the theme ${label}`, async ({ newcomer, model, page, fresh }, info) => {
        const { approval, chat } = newcomer;
        await newcomer.useTheme(label);
        const examine = async (name: string): Promise<void> => {
            await takePicture(page, info, `${name}-${word}`);
            expect(await seriousProblems(page, '.openspace-approval')).toEqual([]);
        };
        const configure = block('openspace.file.write', { path: '.vscode/tasks.json', content: '{}\n' });
        model.answer(`Cleaning. ${create}${remove}${configure}`, 'As you like.');
        await chat.send('Clean up');
        await approval.expectAsked('Let the agent control the IDE?');
        await examine('consent');
        await approval.button('Allow').click();

        await approval.expectAsked(TITLE);
        await examine('confirmation');
        await approval.button('Refuse').click();

        await approval.expectAsked('Change this file?');
        await expect(approval.field('The new text, lines: 1')).toBeVisible();
        await examine('change');
        await approval.button('Refuse').click();
        await chat.waitUntilAnswered();

        const patience = new AbortController();
        const call = callTool(fresh, 'bash', { command: 'rm -rf build' }, patience.signal).catch(() => undefined);
        await approval.expectAsked(PROGRAM_TITLE);
        await examine('program');
        patience.abort();
        await call;
        await expect(approval.button('Close')).toBeVisible();
        await examine('abandoned');
    });
}
