import { Gate } from '@openspace/guide-model';
import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';

const open = (path: string, line = 1): string => block('openspace.editor.open', { path, line });

test('a pause holds what the agent wants to do in the IDE, and nothing of it is lost', async ({ ide, model }) => {
    await ide.agent.expectState('idle');
    await ide.runFromPalette('Pause Agent');
    await ide.agent.expectState('paused');
    model.answer(`Look. ${open('src/index.ts', 42)} ${open('src/teas.ts', 3)}`);
    await ide.chat.send('Open two files');
    await ide.agent.expectState('paused, 2 waiting');
    await expect(ide.chat.lastAnswer).toContainText('Look.');
    await expect(ide.chat.lastAnswer).toContainText('The agent is paused');
    await expect(ide.editors.tab('index.ts')).toHaveCount(0);

    // A reload is no reason to let go.
    await ide.reload();
    await ide.agent.expectState('paused, 2 waiting');
    await ide.agent.choose('Resume Agent');
    await ide.chat.waitUntilAnswered();
    await ide.editors.expectAtLine('teas.ts', 3);
    await expect(ide.editors.tab('index.ts')).toBeVisible();
    await ide.agent.expectState('idle');
});

test('a stop ends the turn, clears what waits and ends a pause, so that the next message works', async ({ ide, model }) => {
    const gate = new Gate();
    model.answer([`First. ${open('src/teas.ts')} `, { kind: 'gate', gate }, 'Never said.']);
    await ide.runFromPalette('Pause Agent');
    await ide.chat.send('Open a file and talk on');
    await gate.reached;
    await ide.agent.expectState('paused, 1 waiting');
    await ide.agent.choose('Stop Agent');
    await expect(ide.chat.lastAnswer).toContainText('Stopped');
    await ide.chat.waitUntilAnswered();
    await expect(ide.chat.actions).toHaveText('1 IDE action, refused');
    await ide.reload();
    await expect(ide.chat.actions).toHaveText('1 IDE action, refused');
    gate.open();
    await ide.agent.expectState('idle');
    await expect(ide.editors.tab('teas.ts')).toHaveCount(0);
    model.answer(`Now. ${open('src/index.ts', 12)}`);
    await ide.chat.ask('Open another one');
    await ide.editors.expectAtLine('index.ts', 12);
    await ide.runFromPalette('Show Agent Activity');
    await expect(ide.activity.row('src/teas.ts', 'Refused', 'The person said stop').last()).toBeVisible();
});

test('a stop ends what the agent waits for in a terminal, and the next message is answered while the program runs on', async ({
    ide,
    model,
    application
}) => {
    const results = await application.watchResults();
    const terminal = { terminalId: 'kettle', waitMs: 60_000 };
    const stopped = {
        outcome: 'done',
        output: expect.stringMatching(/The person said stop, .*"sleep 1000" still runs/),
        data: { state: 'running' }
    };

    model.answer(
        `Now. ${block('openspace.terminal.create', { title: 'kettle' })} ${block('openspace.terminal.send', { ...terminal, text: 'sleep 1000\n' })}`
    );
    await ide.chat.send('Boil the water');
    await expect.poll(() => application.instructions()).toContain('sleep 1000');
    await ide.agent.expectState('working');
    await ide.chat.stop();
    await ide.agent.expectState('idle');

    model.answer(`Meanwhile. ${open('src/index.ts', 12)} ${block('openspace.terminal.read_output', terminal)}`);
    await ide.chat.send('Show me a file, and look at the water');
    await ide.editors.expectAtLine('index.ts', 12);
    expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain('The person said stop');
    await expect(ide.chat.lastAnswer).toContainText('Meanwhile.');
    await ide.runFromPalette('Show Agent Activity');
    await expect(ide.activity.row('kettle: sleep 1000', 'Done', 'The person said stop').last()).toBeVisible();
    await expect(ide.activity.row('kettle', 'Running').last()).toBeVisible();
    await ide.agent.choose('Stop Agent');
    await ide.agent.expectState('idle');

    model.answer('There you are.');
    await ide.chat.ask('Is anybody there?');
    await expect(ide.chat.lastAnswer).toContainText('There you are.');
    const ends = (await results()).map(({ commandId, outcome, result }) => ({ commandId, outcome, ...result }));
    expect(ends).toMatchObject([
        { commandId: 'openspace.terminal.create', outcome: 'done' },
        { commandId: 'openspace.terminal.send', ...stopped },
        { commandId: 'openspace.editor.open', outcome: 'done' },
        { commandId: 'openspace.terminal.read_output', ...stopped }
    ]);
});

test('the person follows the agent, or keeps it quiet', async ({ ide, model }) => {
    const field = await ide.newFile();
    await ide.agent.choose('Keep Agent Quiet');
    model.answer(`Quietly. ${open('src/index.ts')}`, 'It waits for you.');
    await ide.chat.sendByMouse('Open it quietly');
    await expect(ide.editors.markedTab('index.ts')).toBeVisible();
    await expect(ide.editors.frontTab('Untitled')).toBeVisible();
    await ide.chat.waitUntilAnswered();

    await ide.agent.choose('Follow Agent');
    const gate = new Gate();
    model.answer(['There it is. ', { kind: 'gate', gate }, open('src/teas.ts')]);
    await ide.chat.sendByMouse('Open the teas');
    await gate.reached;
    await ide.agent.expectState('working');
    await field.focus();
    await ide.page.keyboard.type('still typing');
    gate.open();
    await expect(ide.editors.frontTab('teas.ts')).toBeVisible();
    await ide.chat.waitUntilAnswered();
});

test('the status bar tells when the agent cannot be reached', async ({ ide, application }) => {
    await ide.agent.expectState('idle');
    application.kill('opencode');
    await ide.agent.expectState('disconnected');
    await ide.agent.expectState('idle');
});
