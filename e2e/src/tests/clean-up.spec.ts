import type { Page } from '@playwright/test';
import { connectMcpClient, endMcpSession } from '../application/mcp-client';
import { expect, test } from '../application/openspace-test';
import { isRunning } from '../application/part-process';
import { OpenSpaceApp } from '../pages/openspace-app';
import { exposeServices, grownSince, heldByPage } from '../pages/page-services';

const lines = (startLine: number, endLine = startLine): object => ({ startLine, endLine });

test('what the agent made goes with its conversation, and what the person pinned or used stays', async ({ ide, run }) => {
    const results = await run(
        ['pane.open', { type: 'editor', contentId: 'README.md' }],
        ['pane.open', { type: 'editor', contentId: 'notes.md', splitDirection: 'vertical' }],
        ['editor.open', { path: 'src/teas.ts' }],
        ['editor.highlight', { path: 'src/teas.ts', ranges: [lines(1, 3)] }],
        ['editor.highlight', { path: 'README.md', ranges: [lines(1)] }],
        ['terminal.create', { title: 'kettle' }],
        ['terminal.create', { title: 'pot' }],
        ['terminal.send', { terminalId: 'pot', text: 'sleep 1000 & sleep 1000\n' }]
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(results.map(() => 'done'));
    const [used, unused] = [results[5], results[6]].map(told => told.data['pid'] as number);
    await expect(ide.editors.highlights).not.toHaveCount(0);

    await ide.panes.pin('notes.md');
    await ide.editors.tab('teas.ts').click();
    await ide.panes.clickInto('teas.ts');
    await ide.terminals.tab('kettle').click();
    await ide.terminals.type('echo mine\n');
    await (await ide.listChats()).delete('Message 1 about pane.open');

    await expect(ide.editors.tab('README.md')).toHaveCount(0);
    await expect(ide.terminals.tab('pot')).toHaveCount(0);
    await expect.poll(() => isRunning(unused)).toBe(false);
    await expect(ide.editors.highlights).toHaveCount(0);
    await expect(ide.editors.tab('notes.md')).toBeVisible();
    await expect(ide.editors.tab('teas.ts')).toBeVisible();
    await expect(ide.terminals.tab('kettle')).toBeVisible();
    expect(isRunning(used)).toBe(true);
});

test('what a program at the door made goes with its session', async ({ ide, application }) => {
    const client = await connectMcpClient(await application.hubAccess());
    const made: unknown[] = [];
    for (const [name, args] of [
        ['terminal_create', { title: 'kettle' }],
        ['editor_open', { path: 'README.md' }],
        ['editor_highlight', { path: 'README.md', ranges: [lines(1, 3)] }]
    ] as const) {
        made.push((await client.callTool({ name: `openspace_${name}`, arguments: args })).structuredContent);
    }
    expect(made).toEqual(made.map(() => expect.objectContaining({ outcome: 'done' })));
    const { data } = made[0] as { data: { pid: number } };
    await expect(ide.terminals.tab('kettle')).toBeVisible();
    await expect(ide.editors.highlights).not.toHaveCount(0);

    await endMcpSession(client);
    await expect(ide.terminals.tab('kettle')).toHaveCount(0);
    await expect(ide.editors.tab('README.md')).toHaveCount(0);
    await expect.poll(() => isRunning(data.pid)).toBe(false);
});

test('what goes with its session takes no key from a person who types', async ({ ide, page }) => {
    await exposeServices(page);
    await page.evaluate(async () => {
        const { commands, editors, uri } = window.openspaceServices;
        await editors.open(uri('notes.md'), { mode: 'activate' });
        await commands.executeCommand('openspace.editor.open', { path: 'README.md' }, { by: 'agent', sessionId: 'ended', callId: 'call' });
    });
    await expect(ide.editors.tab('README.md')).toBeVisible();
    await ide.chat.field.focus();
    await page.keyboard.type('before ');
    await page.evaluate(() => window.openspaceServices.sessions.end('ended'));
    await expect(ide.editors.tab('README.md')).toHaveCount(0);
    await page.keyboard.type('and after');
    expect(await ide.chat.field.text(), `the keyboard was in ${await ide.focusedPart()}`).toBe('before and after');
});

test('a window that stays closed takes what the agent made with it, and the next one has only what the person used', async ({
    ide,
    run,
    application,
    page
}) => {
    test.setTimeout(300_000);
    const [, , kettle, pot] = await run(
        ['editor.open', { path: 'README.md' }],
        ['editor.open', { path: 'notes.md' }],
        ['terminal.create', { title: 'kettle' }],
        ['terminal.create', { title: 'pot' }]
    );
    const [used, unused] = [kettle, pot].map(told => told.data['pid'] as number);
    await ide.editors.tab('notes.md').click();
    await ide.panes.clickInto('notes.md');
    await ide.terminals.tab('kettle').click();
    await ide.terminals.click();
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => isRunning(unused), { timeout: 120_000 }).toBe(false);

    const next = await OpenSpaceApp.open(await page.context().newPage(), application.url);
    await expect(next.terminals.tab('kettle')).toHaveCount(1);
    await expect(next.editors.tab('notes.md')).toHaveCount(1);
    await expect(next.editors.tab('README.md')).toHaveCount(0);
    await expect(next.terminals.tab('pot')).toHaveCount(0);
    expect(isRunning(used)).toBe(true);
});

/** What the agent does in a session, in the page, where no chat grows meanwhile; then the session ends. */
async function workAndEnd(page: Page): Promise<void> {
    await page.evaluate(async () => {
        const { commands, sessions } = window.openspaceServices;
        const run = (id: string, args: object): Promise<unknown> =>
            commands.executeCommand(`openspace.${id}`, args, { by: 'agent', sessionId: 'ended' });
        await run('terminal.create', { title: 'kettle' });
        await run('terminal.create', { title: 'pot' });
        await run('terminal.send', { terminalId: 'pot', text: '(sleep 1000 &) ; sleep 1000\n' });
        await run('pane.open', { type: 'editor', contentId: 'README.md' });
        await run('pane.open', { type: 'editor', contentId: 'notes.md', splitDirection: 'vertical' });
        await run('editor.highlight', { path: 'notes.md', ranges: [{ startLine: 1, endLine: 3 }], color: 'blue' });
        sessions.end('ended');
    });
}

test('a session that ends leaves the page and the machine as they were before it', async ({ ide, application }) => {
    const processes = application.terminalProcesses();
    await exposeServices(ide.page);
    // What is made once and kept, such as the panel at the bottom, is there afterwards.
    await workAndEnd(ide.page);
    await expect(ide.terminals.all).toHaveCount(0);
    await expect(ide.panes.tabs).toHaveCount(0);
    const before = await heldByPage(ide.page);

    await workAndEnd(ide.page);
    await expect(ide.terminals.all).toHaveCount(0);
    await expect.poll(() => grownSince(ide.page, before)).toEqual({});
    await expect.poll(() => application.terminalProcesses()).toBeLessThanOrEqual(processes);
});
