import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';
import { CONSENTED, type RunningApplication } from '../application/running-application';

const PATH = 'made.txt';
const WRITE = block('openspace.file.write', { path: PATH, content: 'tea\n' });
const QUESTION = 'Change this file?';

const isMade = ({ workspace }: RunningApplication): Promise<boolean> =>
    access(join(workspace, PATH)).then(
        () => true,
        () => false
    );

test.beforeEach(async ({ application }) => {
    await application.changeSettings({ ...CONSENTED, 'openspace.agent.confirmation': 'always' });
});

test('a write that the person is asked about ends once, undone, when the page is loaded anew', async ({ ide, model, application }) => {
    const results = await application.watchResults();
    model.answer(`Writing. ${WRITE}`, 'It is not there.');
    await ide.chat.send('Write it down');
    await ide.approval.expectAsked(QUESTION);

    await ide.reload();
    await ide.chat.waitUntilAnswered();
    await ide.approval.expectGone();
    await ide.chat.ask('Is it there?');
    await expect(ide.chat.lastAnswer).toContainText('It is not there.');
    await expect.poll(async () => (await results()).map(({ outcome }) => outcome)).toEqual(['unknown']);
    expect(await isMade(application)).toBe(false);
});
