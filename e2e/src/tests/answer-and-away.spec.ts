import { Gate } from '@openspace/guide-model';
import { LIMITS } from '@openspace/protocol';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { block } from '../application/agent-blocks';
import { connectMcpClient, endMcpSession } from '../application/mcp-client';
import { expect, test } from '../application/openspace-test';
import { PageNetwork } from '../application/page-network';
import { OpenSpaceApp } from '../pages/openspace-app';

const open = (line: number): string => block('openspace.editor.open', { path: 'src/index.ts', line });

test('an answer goes on, and its commands run once, after the network was lost for a moment', async ({ page, model, application }) => {
    const [away, back] = [new Gate(), new Gate()];
    model.answer([
        `Once ${open(21)} upon`,
        { kind: 'gate', gate: away },
        ` a time ${open(23)}`,
        { kind: 'gate', gate: back },
        ` ${open(25)}. The end.`
    ]);
    const network = await PageNetwork.of(page);
    const ide = await OpenSpaceApp.open(page, application.url);
    const results = await application.watchResults();
    await ide.chat.send('Tell me a story without a break');
    await away.reached;
    await ide.editors.expectAtLine('index.ts', 21);

    await network.lose();
    await ide.expectOffline();
    away.open();
    await back.reached;
    network.restore();
    await ide.expectOnline();
    await expect(ide.chat.lastAnswer).toContainText('Once upon a time');
    await ide.editors.expectAtLine('index.ts', 23);
    back.open();
    await ide.chat.waitUntilAnswered();
    await expect(ide.chat.lastAnswer.getByText('Once upon a time  . The end.', { exact: true })).toHaveCount(1);
    await ide.editors.expectAtLine('index.ts', 25);
    await expect.poll(async () => (await results()).map(({ result }) => (result.data as { line: number }).line)).toEqual([21, 23, 25]);
    await expect(ide.chat.lastError).toHaveCount(0);
});

test('a command that a pause holds when its tab is closed runs once, when the person resumes in the tab where the conversation is opened next', async ({
    ide,
    context,
    model,
    application
}) => {
    const gate = new Gate();
    model.answer([`Look. ${open(27)}`, { kind: 'gate', gate }, ` And here. ${open(29)}`]);
    const results = await application.watchResults();
    await ide.runFromPalette('Pause Agent');
    await ide.chat.send('Show me in whichever tab I am');
    await gate.reached;
    await ide.agent.expectState('paused, 1 waiting');

    await ide.close();
    const next = await OpenSpaceApp.open(await context.newPage(), application.url);
    await (await next.listChats()).choose('Show me in whichever tab I am');
    await next.agent.expectState('paused, 1 waiting');
    await next.runFromPalette('Resume Agent');
    await next.editors.expectAtLine('index.ts', 27);
    gate.open();
    await next.chat.waitUntilAnswered();
    await next.editors.expectAtLine('index.ts', 29);
    await expect
        .poll(async () => (await results()).map(({ outcome, result }) => [outcome, (result.data as { line: number }).line]))
        .toEqual([
            ['done', 27],
            ['done', 29]
        ]);
});

test('of fifty commands that wait while the network is lost each runs once', async ({ page, application }) => {
    const path = 'fifty.txt';
    await writeFile(join(application.workspace, path), 'a line\n'.repeat(100));
    const network = await PageNetwork.of(page);
    const ide = await OpenSpaceApp.open(page, application.url);
    await ide.chat.waitUntilReady();
    const hub = await application.hubAccess();
    const client = await connectMcpClient(hub, { session: 'fifty' });
    const queued = async (): Promise<string | undefined> => {
        const response = await fetch(`${hub.url}/metrics`, { headers: { authorization: `Bearer ${hub.token}` } });
        return /^openspace_queued_commands (\d+)$/m.exec(await response.text())?.[1];
    };
    // One is in the hands of the tab, the others wait.
    const lines = Array.from({ length: LIMITS.queuedCommands + 1 }, (_, index) => index + 1);

    await network.lose();
    await ide.expectOffline();
    const calls = lines.map(line => client.callTool({ name: 'openspace_editor_open', arguments: { path, line } }));
    await expect.poll(queued).toBe(String(LIMITS.queuedCommands));
    network.restore();
    await ide.expectOnline();
    const outcomes = (await Promise.all(calls)).map(({ structuredContent }) => (structuredContent as { outcome: string }).outcome);
    expect(new Set(outcomes)).toEqual(new Set(['done']));
    const run = application.auditedCalls().filter(({ args }) => args['path'] === path);
    expect(run.map(({ args, outcome }) => [args['line'], outcome]).sort()).toEqual(lines.map(line => [line, 'done']).sort());
    await endMcpSession(client);
});
