import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { block, toolCall } from '../application/agent-blocks';
import { connectMcpClient } from '../application/mcp-client';
import { expect, test } from '../application/newcomer-test';

const TITLE = 'Let the agent control the IDE?';
const PROGRAM_TITLE = 'Let this program control the IDE?';
const open = (line: number): string => block('openspace.editor.open', { path: 'src/index.ts', line });

test('before its first action the agent waits for the person, who decides by the keyboard alone', async ({ newcomer, model, results }) => {
    const { approval, chat, editors } = newcomer;
    model.answer(`Here. ${open(3)}${open(7)}`, 'Then I only talk.', `Again. ${open(12)}${open(23)}`, `And here. ${open(42)}`);
    await chat.send('Show me the start');
    await approval.expectAsked(TITLE);
    await expect(approval.root).toContainText('The AI agent can now control your IDE (open files, run terminals, etc.).');
    await expect(approval.root).toContainText('Commands are validated and sandboxed to your workspace.');
    await expect(approval.root).toContainText('what runs in them has your rights.');
    await expect(approval.rememberBox).not.toBeChecked();

    // What the person was about to type does not answer.
    await newcomer.page.keyboard.press('Enter');
    await newcomer.page.keyboard.press('Space');
    await approval.expectAsked(TITLE);
    await newcomer.page.keyboard.press('Escape');
    await approval.expectGone();
    await expect(chat.lastAnswer).toContainText('Then I only talk.');
    await chat.waitUntilAnswered();
    await expect(editors.tab('index.ts')).toHaveCount(0);
    expect(JSON.stringify(model.requests.at(-1))).toContain('does not let the agent control the IDE');
    expect((await results()).map(({ outcome, result }) => [outcome, result.code])).toEqual([
        ['refused', 'no-consent'],
        ['refused', 'no-consent']
    ]);

    await chat.send('Please show it after all');
    await approval.expectAsked(TITLE);
    await approval.tabTo(approval.button('Allow'));
    await newcomer.page.keyboard.press('Enter');
    await approval.expectGone();
    // Neither of the two was lost while the question stood.
    await editors.expectAtLine('index.ts', 23);
    await chat.waitUntilAnswered();
    expect((await results()).slice(2).map(({ outcome }) => outcome)).toEqual(['done', 'done']);

    await chat.ask('And the end');
    await editors.expectAtLine('index.ts', 42);
    await approval.expectGone();
});

test('a page that is loaded anew asks again, and the command is not lost', async ({ newcomer, model }) => {
    model.answer(`Here. ${open(12)}`);
    await newcomer.chat.send('Show me the plan');
    await newcomer.approval.expectAsked(TITLE);
    await newcomer.reload();
    await newcomer.approval.expectAsked(TITLE);
    await newcomer.approval.button('Allow').click();
    await newcomer.editors.expectAtLine('index.ts', 12);
});

test('who does not want to be asked again is not, until the settings say otherwise', async ({ newcomer, model, fresh }) => {
    const { approval, chat, editors } = newcomer;
    model.answer(`One. ${open(3)}`);
    await chat.send('Number one');
    await approval.expectAsked(TITLE);
    await approval.rememberBox.check();
    await approval.button('Allow').click();
    await editors.expectAtLine('index.ts', 3);
    await chat.waitUntilAnswered();

    const client = await connectMcpClient(await fresh.hubAccess());
    const openByDoor = (line: number) => client.callTool({ name: 'openspace_editor_open', arguments: { path: 'src/index.ts', line } });
    // That was said of the chat: a program is asked about by itself.
    const first = openByDoor(7);
    await approval.expectAsked(PROGRAM_TITLE);
    await approval.rememberBox.check();
    await approval.button('Allow').click();
    expect(await first).toMatchObject({ structuredContent: { outcome: 'done' } });
    expect(await openByDoor(12)).toMatchObject({ structuredContent: { outcome: 'done' } });
    await fresh.changeSettings({ 'openspace.agent.consent': 'refuse' });
    await expect.poll(() => openByDoor(12)).toMatchObject({ isError: true, structuredContent: { outcome: 'refused' } });

    await fresh.changeSettings({ 'openspace.agent.consent': 'ask' });
    // Asked again although the person had not wanted to be: the setting was changed since.
    let answered: Promise<unknown> = Promise.resolve();
    await expect(async () => {
        answered = openByDoor(23);
        await expect(approval.root).toHaveCount(1, { timeout: 2_000 });
    }).toPass();
    await approval.button('Allow').click();
    expect(await answered).toMatchObject({ structuredContent: { outcome: 'done' } });
    await editors.expectAtLine('index.ts', 23);
    await client.close();
});

test('a refusal for good is seen, and taken back where the agent is controlled', async ({ newcomer, model }) => {
    const { approval, chat, editors, agent } = newcomer;
    model.answer(`One. ${open(3)}`, 'Then not.', `Two. ${open(7)}`, 'Not now either.', `Three. ${open(12)}`);
    await chat.send('Number one');
    await approval.expectAsked(TITLE);
    // Nothing comes up over the question.
    await newcomer.page.keyboard.press('F1');
    await expect(newcomer.palette).toBeHidden();
    await approval.rememberBox.check();
    await approval.button('Cancel').click();
    await chat.waitUntilAnswered();
    await agent.expectState('may not act');
    await chat.ask('Number two');
    await approval.expectGone();
    expect(JSON.stringify(model.requests.at(-1))).toContain('Ask Me Again Before Agent Acts');

    await agent.choose('Ask Me Again Before Agent Acts');
    await agent.expectState('idle');
    await chat.send('Number three');
    await approval.expectAsked(TITLE);
    await approval.button('Allow').click();
    await editors.expectAtLine('index.ts', 12);
});

test("other agents need the person's consent too, which is none for the chat", async ({ newcomer, model, fresh }) => {
    const client = await connectMcpClient(await fresh.hubAccess());
    const result = client.callTool({ name: 'openspace_editor_open', arguments: { path: 'src/index.ts', line: 23 } });
    await newcomer.approval.expectAsked(PROGRAM_TITLE);
    await expect(newcomer.approval.root).toContainText('end-to-end');
    await expect(newcomer.approval.root).toContainText('What it wants to do first: Open File at Line: src/index.ts:23');
    await expect(newcomer.approval.button('Refuse')).toBeVisible();
    await newcomer.approval.rememberBox.check();
    await newcomer.approval.button('Allow').click();
    expect(await result).toMatchObject({ structuredContent: { outcome: 'done' } });
    await newcomer.editors.expectAtLine('index.ts', 23);
    await client.close();

    model.answer(`Here. ${open(3)}`, 'Then I only talk.');
    await newcomer.chat.send('Show me the start');
    await newcomer.approval.expectAsked(TITLE);
    await newcomer.page.keyboard.press('Escape');
    await newcomer.chat.waitUntilAnswered();
    await newcomer.editors.expectAtLine('index.ts', 23);
});

test('the file tools of the chat wait for its consent, obey the policy and are noted, shown and undone as its own', async ({
    newcomer,
    model,
    fresh
}) => {
    const { activity, approval, chat } = newcomer;
    const plan = join(fresh.workspace, 'plan.md');
    model.answer(
        toolCall('ide_read_file', { path: 'README.md' }),
        'Then I do not read.',
        toolCall('ide_write_file', { path: 'plan.md', content: '# The plan\n' }),
        toolCall('ide_write_file', { path: '.vscode/tasks.json', content: '{}' }),
        `Written. ${open(3)}`
    );
    await chat.send('Read the readme');
    await approval.expectAsked(TITLE);
    await approval.button('Cancel').click();
    await expect(chat.lastAnswer).toContainText('Then I do not read.');
    await chat.waitUntilAnswered();
    const [, , sentence] = (await readFile(join(fresh.workspace, 'README.md'), 'utf8')).split('\n');
    expect(JSON.stringify(model.requests.at(-1))).toContain('does not let the agent control the IDE');
    expect(JSON.stringify(model.requests.at(-1))).not.toContain(sentence);

    await chat.send('Write the plan');
    await approval.expectAsked(TITLE);
    expect(existsSync(plan)).toBe(false);
    await approval.button('Allow').click();
    await approval.expectAsked('Change this file?');
    await expect(approval.root).toContainText('.vscode/tasks.json');
    await approval.button('Refuse').click();
    await newcomer.editors.expectAtLine('index.ts', 3);
    await chat.waitUntilAnswered();
    expect(await readFile(plan, 'utf8')).toBe('# The plan\n');
    expect(existsSync(join(fresh.workspace, '.vscode'))).toBe(false);

    await chat.actions.click();
    await activity.expectSession(/^Chat \d+$/);
    await expect(activity.row('Read File', 'README.md', 'Refused')).toBeVisible();
    await expect(activity.row('Write File', '.vscode/tasks.json', 'Refused')).toBeVisible();
    await expect(activity.row('Open File at Line', 'src/index.ts:3', 'Done')).toBeVisible();
    const undo = activity.undoButton(activity.row('Write File', 'plan.md'));
    await undo.click();
    await expect(undo).toHaveText('Redo');
    expect(existsSync(plan)).toBe(false);

    const calls = fresh.auditedCalls();
    const conversation = calls.findLast(({ command }) => command === 'openspace.editor.open')?.session;
    const noted = calls.filter(({ session, command }) => session === conversation && command.startsWith('mcp.'));
    expect(noted.map(({ command, args, outcome, code }) => [command, args['path'], outcome, code])).toEqual([
        ['mcp.read_file', 'README.md', 'refused', 'needs-consent'],
        ['mcp.write_file', 'plan.md', 'done', undefined],
        ['mcp.write_file', '.vscode/tasks.json', 'refused', 'needs-consent']
    ]);
});
