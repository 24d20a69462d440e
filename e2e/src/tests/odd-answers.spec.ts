import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';

const open = (line: number): string => block('openspace.editor.open', { path: 'src/index.ts', line });

/** The text in single UTF-16 units: whole characters are cut, too. */
const inUnits = (text: string): string[] => text.split('');

test('a text that the model cuts everywhere, within characters and by its thoughts, is shown exactly, and its block runs once', async ({
    ide,
    model,
    application
}) => {
    const before = (await application.results()).length;
    const pieces = inUnits(`Tea 🍵 ${open(11)}and cookies 🍪.`);
    model.answer(pieces.flatMap(text => [text, { kind: 'reasoning', text: open(1) } as const]));
    await ide.chat.ask('Serve tea, and think about it');
    await expect(ide.chat.lastAnswer).toContainText('Tea 🍵 and cookies 🍪.');
    await ide.editors.expectAtLine('index.ts', 11);
    await expect.poll(async () => (await application.results()).length).toBe(before + 1);
});

test('lines that end as on Windows are shown as lines, and a fence in them holds its block', async ({ ide, model }) => {
    model.answer(['One\r\n\r\nTwo\r', `\n\r\n\`\`\`\r\n${open(12)}\r\n\`\`\`\r\n`, 'Three']);
    await ide.chat.ask('Count in lines');
    await expect(ide.chat.lastAnswer).toContainText('Three');
    await expect(ide.chat.lastAnswer).toContainText(open(12));
    await expect(ide.chat.actions).toHaveCount(0);
});

test('an answer that is empty is told, one of blocks alone is not, and one that ends within a block tells the agent', async ({
    ide,
    model
}) => {
    model.answer([], open(13), `Almost ${open(14).slice(0, 40)}`, 'It was cut.');
    await ide.chat.ask('Say nothing');
    await expect(ide.chat.lastError).toContainText('empty answer');
    await ide.chat.ask('Act without a word');
    await expect(ide.chat.lastAnswer).toContainText('1 IDE action');
    await ide.editors.expectAtLine('index.ts', 13);
    await ide.chat.ask('Break off');
    await expect(ide.chat.lastAnswer).toContainText(/Almost.*It was cut\./s);
    await ide.editors.expectAtLine('index.ts', 13);
});

test('two hundred pieces in a burst, and an answer of many kilobytes, are shown to the last word', async ({ ide, model }) => {
    const words = Array.from({ length: 200 }, (_, index) => `word${index}`);
    model.answer(
        words.map(word => `${word} `),
        [...Array.from({ length: 2_000 }, (_, index) => `Line ${index} of a long answer.\n\n`), 'The end.']
    );
    await ide.chat.ask('Talk fast');
    await expect(ide.chat.lastAnswer).toHaveText(words.join(' '));
    await ide.chat.ask('Talk for long');
    await ide.chat.waitUntilShown('Line 1999 of a long answer. The end.');
});
