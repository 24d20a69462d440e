import { Gate } from '@openspace/guide-model';
import { block } from '../application/agent-blocks';
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
