import { Gate } from '@openspace/guide-model';
import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';

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
    model.answer(['Once upon a time', { kind: 'gate', gate }], 'The end.');
    await ide.chat.send('Tell me a story');
    await gate.reached;
    await expect(ide.chat.lastAnswer).toContainText('Once upon a time');
    application.kill('opencode');
    await expect(ide.chat.lastError).toHaveText(
        /OpenCode, the agent's server, (was restarted|went away) while it answered\. Send the message again/
    );
    await expect(ide.chat.lastAnswer).toContainText('Once upon a time');
    await ide.chat.waitUntilAnswered();

    await ide.chat.send('How did it end?');
    await expect(ide.chat.lastAnswer).toContainText('The end.');
});

test('an open page finds its way back when the backend is killed in mid-answer', async ({ ide, model, application }) => {
    const gate = new Gate();
    model.answer(['Once upon a time', { kind: 'gate', gate }], `Look here. ${open(31)}`);
    await ide.chat.send('Tell me a story');
    await gate.reached;
    await expect(ide.chat.lastAnswer).toContainText('Once upon a time');
    application.kill('backend');
    await expect(ide.chat.lastError).toHaveText(/The connection to the IDE was lost .* send the message again/);
    await ide.chat.waitUntilAnswered();

    await ide.chat.send('Where were we?');
    await expect(ide.chat.lastAnswer).toContainText('Look here.');
    await ide.editors.expectAtLine('index.ts', 31);
    await expect(async () => {
        const results = await application.results();
        expect(results.map(({ outcome }) => outcome)).toEqual(['done']);
    }).toPass();
});
