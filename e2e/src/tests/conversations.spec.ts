import { Gate } from '@openspace/guide-model';
import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';
import { OpenSpaceApp } from '../pages/openspace-app';

const open = (line: number, path = 'src/index.ts'): string => block('openspace.editor.open', { path, line });

/** The IDE takes a while to start on a busy machine. */
const SLOW = { timeout: 90_000 };

test('a reload shows the conversation clean, runs nothing, and the agent still knows it', async ({ ide, model, application }) => {
    const secret = 'The kettle is blue.';
    model.answer(
        [{ kind: 'reasoning', text: 'Let me think about it.' }, `Let me look. ${block('openspace.file.read', { path: 'notes.md' })}`],
        `Here: ${open(12)} ${secret}`,
        'It was blue.'
    );
    await ide.chat.ask('What colour is the kettle?');
    await ide.editors.expectAtLine('index.ts', 12);
    await ide.editors.pressInText('Escape');
    const results = await application.watchResults();
    const seen = await ide.chat.watchNextPageFor('%%OS');

    await ide.reload();
    await expect(ide.chat.messages).toContainText('What colour is the kettle?');
    await expect(ide.chat.lastAnswer).toContainText('Let me look.');
    await expect(ide.chat.lastAnswer).toContainText(secret);
    await expect(ide.chat.results).toHaveText(/^IDE results/);
    await ide.chat.waitUntilAnswered();
    expect(await ide.chat.hasFocus()).toBe(false);
    expect(await results()).toEqual([]);

    await ide.chat.ask('Which colour was it?');
    await expect(ide.chat.lastAnswer).toContainText('It was blue.');
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('What colour is the kettle?');
    expect(await seen()).toEqual([]);
    await expect(ide.toasts).toHaveCount(0);
});

test('an answer goes on in the reloaded page, and its commands run once', async ({ ide, model, application }) => {
    const [begin, end] = [new Gate(), new Gate()];
    model.answer([
        `Once ${open(21)} upon`,
        { kind: 'gate', gate: begin },
        ` a time`,
        { kind: 'gate', gate: end },
        ` ${open(23)}. The end.`
    ]);
    const results = await application.watchResults();
    await ide.chat.send('Tell me a short story');
    await begin.reached;
    await ide.editors.expectAtLine('index.ts', 21);
    const seen = await ide.chat.watchNextPageFor('%%OS');

    await ide.reload();
    await expect(ide.chat.lastAnswer).toContainText('Once upon');
    begin.open();
    await expect(ide.chat.lastAnswer).toContainText('Once upon a time');
    end.open();
    await ide.chat.waitUntilAnswered();
    await expect(ide.chat.lastAnswer.getByText('Once upon a time . The end.', { exact: true })).toHaveCount(1);
    await ide.editors.expectAtLine('index.ts', 23);
    await expect.poll(async () => (await results()).map(({ result }) => (result.data as { line: number }).line)).toEqual([21, 23]);
    expect(await seen()).toEqual([]);
});

test('conversations are listed, gone back to from another tab, and deleted', async ({ ide, model, application, page }) => {
    model.answer(`First ${open(1, 'notes.md')} answer.`, 'Kept.', `Second ${open(5, 'README.md')} answer.`);
    await ide.chat.ask('Remember the oolong');
    await expect(ide.editors.tab('notes.md')).toBeVisible();

    const second = await OpenSpaceApp.open(await page.context().newPage(), application.url);
    await second.chat.ask('Keep the sencha');
    await (await second.listChats()).choose('Remember the oolong');
    await expect(second.chat.lastAnswer).toContainText('First answer.');
    await expect(second.editors.tab('notes.md')).toHaveCount(0);
    await second.chat.ask('Go on with the oolong');
    await expect(second.editors.tab('README.md')).toBeVisible();
    await expect(ide.editors.tab('README.md')).toHaveCount(0);

    await (await second.listChats()).delete('Remember the oolong');
    // What the agent opened goes with the conversation.
    await expect(second.editors.tab('README.md')).toHaveCount(0);
    await second.reload();
    const after = await second.listChats();
    await expect(after.entry('Keep the sencha')).toBeVisible();
    await expect(after.entry('oolong')).toHaveCount(0);
});

test('a conversation goes on in the same session after the backend was killed', async ({ ide, model, application }) => {
    model.answer('I will remember it.', 'The assam.');
    await ide.chat.ask('My favourite tea is the assam');
    application.kill('backend');
    await expect(() => ide.reload()).toPass(SLOW);
    await expect(ide.chat.lastAnswer).toContainText('I will remember it.', SLOW);
    await ide.chat.ask('What is my favourite tea?');
    await expect(ide.chat.lastAnswer).toContainText('The assam.');
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('My favourite tea is the assam');
});
