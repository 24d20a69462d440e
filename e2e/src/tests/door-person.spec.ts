import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectMcpClient } from '../application/mcp-client';
import { expect, test } from '../application/newcomer-test';
import { callTool, type ToolAnswer } from '../application/tool-call';

const CONSENT = 'Let this program control the IDE?';

test('what a program asks for at a door, and the policy asks about, the person decides in the IDE', async ({
    newcomer,
    fresh: application,
    page
}) => {
    const { approval } = newcomer;
    await newcomer.chat.waitUntilReady();
    const folder = join(application.workspace, 'build');
    await mkdir(folder);
    const remove = (): Promise<ToolAnswer> => callTool(application, 'bash', { command: 'rm -rf build' });
    const ask = async <T>(title: string, call: () => Promise<T>, ...texts: string[]): Promise<Promise<T>[]> => {
        const answer = call();
        await approval.expectAsked(title);
        for (const text of texts) {
            await expect(approval.root).toContainText(text);
        }
        // In an array, because a promise that is returned would be waited for.
        return [answer];
    };

    const [refused] = await ask(CONSENT, remove, 'tools', 'What it wants to do first: Run Command: rm -rf build');
    await approval.button('Allow').click();
    await approval.expectAsked('Run this command?');
    for (const text of ['tools', 'rm -rf build', application.workspace]) {
        await expect(approval.root).toContainText(text);
    }
    await approval.tabTo(approval.field('Message to the agent'));
    await page.keyboard.insertText('Keep the build.');
    await approval.tabTo(approval.button('Refuse'));
    await page.keyboard.press('Enter');
    expect(await refused).toMatchObject({ status: 403, body: { error: { code: 'denied' } } });
    expect((await refused).body.error?.message).toContain('Keep the build.');

    const [escaped] = await ask('Run this command?', remove);
    await page.keyboard.press('Escape');
    expect((await escaped).status).toBe(403);
    await approval.expectGone();
    expect(existsSync(folder)).toBe(true);

    const [allowed] = await ask('Run this command?', remove);
    await approval.tabTo(approval.button('Allow once'));
    await page.keyboard.press('Enter');
    expect((await allowed).body.exit_code).toBe(0);
    expect(existsSync(folder)).toBe(false);

    const client = await connectMcpClient(await application.hubAccess());
    const write = () => client.callTool({ name: 'write_file', arguments: { path: '.vscode/tasks.json', content: '{}' } });
    // Another program, which is asked about by itself.
    const [unwritten] = await ask(CONSENT, write, 'end-to-end', 'What it wants to do first: Write File: .vscode/tasks.json');
    await approval.button('Allow').click();
    await approval.expectAsked('Change this file?');
    for (const text of ['end-to-end', '.vscode/tasks.json', 'Why you are asked']) {
        await expect(approval.root).toContainText(text);
    }
    await expect(approval.field('The new text, lines: 1')).toHaveText('+ {}');
    await page.keyboard.press('Escape');
    expect(await unwritten).toMatchObject({ isError: true });
    expect(existsSync(join(application.workspace, '.vscode'))).toBe(false);
    const [written] = await ask('Change this file?', write, 'end-to-end');
    await approval.button('Allow once').click();
    expect((await written).isError).toBeUndefined();
    expect(await readFile(join(application.workspace, '.vscode/tasks.json'), 'utf8')).toBe('{}');

    const edit = { file_path: '/workspace/.vscode/tasks.json', old_string: '{}', new_string: '{ "tasks": [] }' };
    const [unchanged] = await ask('Change this file?', () => callTool(application, 'edit', edit), 'tools');
    await expect(approval.field('What would change, lines: 1 added, 1 removed')).toHaveText('- {} + { "tasks": [] }');
    await approval.button('Refuse').click();
    expect((await unchanged).status).toBe(403);
    await newcomer.runFromPalette('Show Agent Activity');
    const row = newcomer.activity.row('Edit File', '.vscode/tasks.json', 'Refused: ');
    await expect(row).toContainText('The person refused this');
    await expect(row).not.toContainText('Do not try the same in another way');
    expect((await unchanged).body.error?.message).toContain('Do not try the same in another way');
    await client.close();
});

test('a program that asks and asks is refused without a question once the person says so', async ({ newcomer, fresh: application }) => {
    const { approval } = newcomer;
    await newcomer.chat.waitUntilReady();
    const remove = (): Promise<ToolAnswer> => callTool(application, 'bash', { command: 'rm -rf build' });
    const calls = Array.from({ length: 12 }, remove);
    await approval.expectAsked(CONSENT);
    await approval.button('Allow').click();
    await approval.expectAsked('Run this command?');
    await approval.field('Unless you allow this: ask no more').check();
    await approval.button('Refuse').click();
    await approval.expectGone();
    for (const answer of [...(await Promise.all(calls)), await remove()]) {
        expect(answer).toMatchObject({ status: 403, body: { error: { code: 'denied' } } });
    }
    expect((await remove()).body.error?.message).toContain('until the IDE is started again');
    await approval.expectGone();
});

test('a program that asks and hangs up leaves its question to the person, who can want no more of them', async ({
    newcomer,
    fresh: application,
    page
}) => {
    const { approval } = newcomer;
    await newcomer.chat.waitUntilReady();
    const askAndHangUp = async (): Promise<void> => {
        const patience = new AbortController();
        const call = callTool(application, 'bash', { command: 'rm -rf build' }, patience.signal).catch(() => 'hung up');
        await approval.expectAsked(CONSENT);
        patience.abort();
        expect(await call).toBe('hung up');
        await expect(approval.root).toContainText('does not wait for your answer any more');
    };
    await askAndHangUp();
    await expect(approval.button('Allow')).toBeDisabled();
    await page.keyboard.press('Escape');
    await approval.expectGone();
    await askAndHangUp();
    await approval.field('Unless you allow this: ask no more').check();
    await approval.button('Close').click();
    await approval.expectGone();
    expect((await callTool(application, 'bash', { command: 'rm -rf build' })).status).toBe(403);
    await approval.expectGone();
});

test('a pause holds programs at the doors too, and a stop refuses what they wait for', async ({ ide, application }) => {
    const file = join(application.workspace, 'held.txt');
    const write = (): Promise<ToolAnswer> => callTool(application, 'write', { file_path: '/workspace/held.txt', content: 'held\n' });
    await ide.chat.waitUntilReady();
    await ide.runFromPalette('Pause Agent');
    await ide.agent.expectState('paused');
    const stopped = write();
    await ide.agent.expectState('paused, 1 waiting');
    await ide.agent.choose('Stop Agent');
    expect(await stopped).toMatchObject({ status: 403 });
    await ide.agent.expectState('idle');
    await ide.runFromPalette('Show Agent Activity');
    await expect(ide.activity.row('Write File', 'held.txt', 'Refused: The person said stop')).toBeVisible();
    await ide.runFromPalette('Pause Agent');

    const client = await connectMcpClient(await application.hubAccess());
    const opened = client.callTool({ name: 'openspace_editor_open', arguments: { path: 'src/teas.ts' } });
    const written = write();
    await ide.agent.expectState('paused, 2 waiting');
    await expect(ide.editors.tab('teas.ts')).toHaveCount(0);
    expect(existsSync(file)).toBe(false);
    await ide.agent.choose('Resume Agent');
    expect((await written).status).toBe(200);
    expect(await opened).toMatchObject({ structuredContent: { outcome: 'done' } });
    await expect(ide.editors.tab('teas.ts')).toBeVisible();
    await ide.agent.expectState('idle');
    await client.close();
});

test('a command of a program that ended with another exit code than 0 is done, and the person sees the code', async ({
    ide,
    application
}) => {
    await ide.chat.waitUntilReady();
    expect(await callTool(application, 'bash', { command: 'cat no-such-tea' })).toMatchObject({ status: 200, body: { exit_code: 1 } });
    await ide.runFromPalette('Show Agent Activity');
    await expect(ide.activity.row('Run Command', 'cat no-such-tea', 'Done: Exit code 1')).toBeVisible();
});

test('a page that is loaded anew while agents are paused holds programs at the doors meanwhile', async ({ ide, application, page }) => {
    const file = join(application.workspace, 'held-in-reload.txt');
    await ide.chat.waitUntilReady();
    await ide.runFromPalette('Pause Agent');
    await ide.agent.expectState('paused');
    const address = page.url();
    await page.goto('about:blank');
    const written = callTool(application, 'write', { file_path: '/workspace/held-in-reload.txt', content: 'held\n' });
    await page.goto(address);
    await ide.agent.expectState('paused, 1 waiting');
    expect(existsSync(file)).toBe(false);
    await ide.agent.choose('Resume Agent');
    expect((await written).status).toBe(200);
    expect(await readFile(file, 'utf8')).toBe('held\n');
});

test('what a program writes through a door to files that are not open can be undone and made again, also after a reload', async ({
    ide,
    application
}) => {
    const made = join(application.workspace, 'docs/deep/plan.md');
    const teas = join(application.workspace, 'src/teas.ts');
    const before = await readFile(teas, 'utf8');
    await ide.chat.waitUntilReady();
    const calls = [
        ['write', { file_path: '/workspace/docs/deep/plan.md', content: '# Plan\n' }],
        ['edit', { file_path: '/workspace/src/teas.ts', old_string: before.slice(0, 40), new_string: '// tea\n' }]
    ] as const;
    for (const [tool, body] of calls) {
        expect(await callTool(application, tool, body)).toMatchObject({ status: 200 });
    }
    await ide.runFromPalette('Show Agent Activity');
    const undo = (path: string) => ide.activity.undoButton(ide.activity.row(path).last());
    await undo('docs/deep/plan.md').click();
    await expect.poll(() => existsSync(join(application.workspace, 'docs/deep'))).toBe(false);
    await expect(undo('docs/deep/plan.md')).toHaveText('Redo');
    await undo('docs/deep/plan.md').click();
    await expect.poll(() => existsSync(made)).toBe(true);

    await ide.reload();
    await ide.runFromPalette('Undo Last Agent Action');
    await expect.poll(() => readFile(teas, 'utf8')).toBe(before);
});
