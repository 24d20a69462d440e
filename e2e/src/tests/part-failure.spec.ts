import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Gate } from '@openspace/guide-model';
import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';
import { describeRecovery, expectRecovered, timeOf, timeRecovery } from '../application/recovery';
import { callTool } from '../application/tool-call';

const open = (line: number): string => block('openspace.editor.open', { path: 'src/index.ts', line });

test.use({ freshBrowser: true });

test('the chat works while the Hub is away, and the Hub learns everything when it is back', async ({ ide, model, application }) => {
    const gate = new Gate();
    model.answer(['Let me see. ', { kind: 'gate', gate }, `${open(17)} Here.`], `Here too. ${open(23)}`);
    await ide.chat.send('Show me line 17');
    await gate.reached;
    application.kill('hub');
    gate.open();
    await ide.chat.waitUntilAnswered();
    await expect(ide.chat.lastAnswer).toContainText('Let me see. Here.');
    await ide.editors.expectAtLine('index.ts', 17);
    await ide.chat.ask('And line 23');
    await ide.editors.expectAtLine('index.ts', 23);

    await expect(async () => {
        const { commands } = await application.manifest();
        expect(commands.map(({ id }) => id)).toContain('openspace.editor.open');
        const lines = (await application.results()).map(({ result }) => (result.data as { line?: number } | undefined)?.line);
        expect(lines.slice(-2)).toEqual([17, 23]);
    }).toPass();
    await expect(ide.toasts).toHaveCount(0);
});

test('an answer ends with a clear message when OpenCode is killed, and the next message works', async ({ ide, model, application }) => {
    const gate = new Gate();
    model.answer('Hello.', ['Once upon a time', { kind: 'gate', gate }], 'The end.');
    // The first answer of an OpenCode that was just started takes longer than any other.
    await expect.poll(application.kill('opencode'), { intervals: [20], timeout: 60_000 }).toBe(true);
    const usualMs = await timeOf(() => ide.chat.ask('Hello'));
    await ide.chat.send('Tell me a story');
    await gate.reached;
    await expect(ide.chat.lastAnswer).toContainText('Once upon a time');
    const isBack = application.kill('opencode');
    const recovery = await timeRecovery(isBack, async () => {
        await expect(ide.chat.lastError).toHaveText(
            /OpenCode, the agent's server, (was restarted|went away) while it answered\. Send the message again/
        );
        await expect(ide.chat.lastAnswer).toContainText('Once upon a time');
        await ide.chat.waitUntilAnswered();
        await ide.chat.send('How did it end?');
        await expect(ide.chat.lastAnswer).toContainText('The end.');
    });
    test.info().annotations.push({ type: 'OpenCode', description: describeRecovery(recovery) });
    expectRecovered(recovery, usualMs);
});

test('an answer goes on whole, and its commands run once, after OpenCode has hung for a moment', async ({ ide, model, application }) => {
    const [hangs, goesOn] = [new Gate(), new Gate()];
    model.answer([
        `Once ${open(33)} upon`,
        { kind: 'gate', gate: hangs },
        ` a time ${open(35)}`,
        { kind: 'gate', gate: goesOn },
        '. The end.'
    ]);
    const results = await application.watchResults();
    await ide.chat.send('Tell me a story in spite of a hang');
    await hangs.reached;
    await ide.editors.expectAtLine('index.ts', 33);
    const goOn = application.pause('opencode');
    try {
        hangs.open();
        await goesOn.reached;
        goesOn.open();
    } finally {
        goOn();
    }
    await ide.chat.waitUntilAnswered();
    await expect(ide.chat.lastAnswer.getByText('Once upon a time . The end.', { exact: true })).toHaveCount(1);
    await ide.editors.expectAtLine('index.ts', 35);
    await expect.poll(async () => (await results()).map(({ result }) => (result.data as { line: number }).line)).toEqual([33, 35]);
    await expect(ide.chat.lastError).toHaveCount(0);
});

test('an open page finds its way back when the backend is killed in mid-answer', async ({ ide, model, application }) => {
    const gate = new Gate();
    model.answer('Hello.', ['Once upon a time', { kind: 'gate', gate }], `Look here. ${open(31)}`);
    const usualMs = await timeOf(() => ide.chat.ask('Hello'));
    await ide.chat.send('Tell me a story');
    await gate.reached;
    await expect(ide.chat.lastAnswer).toContainText('Once upon a time');
    const isBack = application.kill('backend');
    // OpenCode ends with the backend that has started it.
    const recovery = await timeRecovery(
        () => isBack() && application.isListening('opencode'),
        async () => {
            await expect(ide.chat.lastError).toHaveText(/The connection to the IDE was lost .* send the message again/);
            await ide.chat.waitUntilAnswered();
            await ide.chat.send('Where were we?');
            await expect(ide.chat.lastAnswer).toContainText('Look here.');
        }
    );
    test.info().annotations.push({ type: 'backend', description: describeRecovery(recovery) });
    expectRecovered(recovery, usualMs);
    await ide.editors.expectAtLine('index.ts', 31);
    await expect(async () => {
        const results = await application.results();
        expect(results.map(({ outcome }) => outcome)).toEqual(['done']);
    }).toPass();
});

test('agents that are paused when the backend is killed are held by the next one, too', async ({ ide, application }) => {
    const file = join(application.workspace, 'held-over.txt');
    await ide.chat.waitUntilReady();
    await ide.runFromPalette('Pause Agent');
    await ide.agent.expectState('paused');
    const states = await ide.agent.watchStates();
    const isBack = application.kill('backend');
    await expect.poll(states).toContain('Agent: disconnected, paused');
    await expect.poll(isBack, { intervals: [20], timeout: 60_000 }).toBe(true);
    await expect.poll(() => application.isListening('hub'), { intervals: [20], timeout: 60_000 }).toBe(true);
    await ide.agent.expectState('paused');
    const written = callTool(application, 'write', { file_path: '/workspace/held-over.txt', content: 'held\n' });
    await ide.agent.expectState('paused, 1 waiting');
    expect(existsSync(file)).toBe(false);
    await ide.agent.choose('Resume Agent');
    expect((await written).status).toBe(200);
});

test('agents that are paused when the backend is killed are held by the next one before their page is back', async ({
    ide,
    application,
    page
}) => {
    const file = join(application.workspace, 'held-without-page.txt');
    await ide.chat.waitUntilReady();
    await ide.runFromPalette('Pause Agent');
    await ide.agent.expectState('paused');
    const address = page.url();
    await page.goto('about:blank');
    const isBack = application.kill('backend');
    await expect.poll(isBack, { intervals: [20], timeout: 60_000 }).toBe(true);
    await expect.poll(() => application.isListening('hub'), { intervals: [20], timeout: 60_000 }).toBe(true);
    const written = callTool(application, 'write', { file_path: '/workspace/held-without-page.txt', content: 'held\n' });
    await page.goto(address);
    await ide.agent.expectState('paused, 1 waiting');
    expect(existsSync(file)).toBe(false);
    await ide.agent.choose('Resume Agent');
    expect((await written).status).toBe(200);
});
