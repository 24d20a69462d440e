import { cutAt, Gate, inPieces, systemText } from '@openspace/guide-model';
import { LIMITS } from '@openspace/protocol';
import { expect, test } from '../application/openspace-test';

const OPEN_AT_42 = '%%OS{"cmd":"openspace.editor.open","args":{"path":"src/index.ts","line":42}}%%';

test('the agent opens a file at a line while the chat shows clean text at every moment', async ({ ide, model, application }) => {
    const gate = new Gate();
    model.answer([
        ...inPieces(`Look here: ${OPEN_AT_42.slice(0, 40)}`, 3),
        { kind: 'gate', gate },
        ...inPieces(`${OPEN_AT_42.slice(40)} this is **the plan**.`, 3)
    ]);
    const seen = await ide.chat.watchFor('%%OS');

    await ide.chat.send('Where is the plan made?');
    await gate.reached;
    await expect(ide.chat.lastAnswer).toContainText('Look here:');
    gate.open();
    await ide.chat.waitUntilAnswered();

    await expect(ide.chat.lastAnswer).toContainText('Look here: this is the plan.');
    expect(await seen()).toEqual([]);
    await ide.editors.expectAtLine('index.ts', 42);
    await expect(async () => {
        const result = (await application.results()).at(-1);
        expect(result).toMatchObject({
            commandId: 'openspace.editor.open',
            outcome: 'done',
            result: { success: true, data: { path: 'src/index.ts', line: 42 } }
        });
    }).toPass();
});

test('the agent marks a line, and Escape in the editor takes the mark away', async ({ ide, model }) => {
    model.answer(`Look: ${OPEN_AT_42.replace('"line":42', '"line":42,"highlight":true')}`);
    await ide.chat.ask('Show it');
    await expect(ide.editors.highlights).toHaveCount(1);
    await ide.editors.pressInText('Escape');
    await expect(ide.editors.highlights).toHaveCount(0);
});

test('the model receives the whole instructions in its system message', async ({ ide, model, application }) => {
    model.answer('Understood.');
    await ide.chat.ask('Hello');

    // Nothing has happened in this conversation yet, as in any that the Hub does not know.
    const instructions = await application.instructions('another');
    expect(instructions).toContain('openspace.editor.open');
    const request = model.requests.findLast(each =>
        each.messages.some(message => message.role === 'user' && JSON.stringify(message).includes('Hello'))
    );
    expect(request && systemText(request)).toContain(instructions.trim());
});

test('a block that the model cuts at any place gives the same', async ({ ide, model, application }) => {
    const cuts = Array.from({ length: OPEN_AT_42.length - 1 }, (_, index) => index + 1);
    const groups = Array.from({ length: Math.ceil(cuts.length / LIMITS.commandsPerMessage) }, (_, index) =>
        cuts.slice(index * LIMITS.commandsPerMessage, (index + 1) * LIMITS.commandsPerMessage)
    );
    // Each cut opens a line of its own, so that its effect can be told from the others.
    const lineOf = (cut: number): number => 10 + (cut % 50);
    model.answer(
        ...groups.map(group => group.flatMap(cut => [...cutAt(OPEN_AT_42.replace('42', String(lineOf(cut))), [cut]), ` cut ${cut}.`]))
    );
    const seen = await ide.chat.watchFor('%%OS');

    for (const group of groups) {
        await ide.chat.ask(`Open ${group.length} places`);
        await expect(ide.chat.lastAnswer).toHaveText(`${group.map(cut => `cut ${cut}.`).join(' ')} ${group.length} IDE actions`);
        await ide.editors.expectAtLine('index.ts', lineOf(group.at(-1) ?? 0));
        await expect
            .poll(async () =>
                (await application.results())
                    .slice(-group.length)
                    .map(({ outcome, result }) => [outcome, (result.data as { line: number }).line])
            )
            .toEqual(group.map(cut => ['done', lineOf(cut)]));
    }
    expect(await seen()).toEqual([]);
});
