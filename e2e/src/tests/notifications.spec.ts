import { block } from '../application/agent-blocks';
import { expect, test } from '../application/newcomer-test';
import { exposeServices } from '../pages/page-services';

const ALLOWED = { 'openspace.agent.consent': 'allow' };
const open = (path: string): string => block('openspace.editor.open', { path });

test('what could not be done or was refused is told only on request, many in one notification, which leads to the activity', async ({
    newcomer,
    model,
    fresh
}) => {
    const { activity, approval, chat, notifications } = newcomer;
    model.answer(
        `One. ${open('.env')}`,
        'No.',
        ...[1, 2].flatMap(() => [`Two. ${open('a.ts')}${open('b.ts')}${open('c.ts')}`, 'No.']),
        `Three. ${open('.env')}`,
        'No.'
    );
    await chat.send('Show me the secrets');
    await approval.expectAsked('Let the agent control the IDE?');
    await approval.button('Allow').click();
    await chat.waitUntilAnswered();
    await expect(notifications.all).toHaveCount(0);
    await chat.ask('Show me three files that are not there');
    await expect(notifications.all).toHaveCount(0);

    await fresh.changeSettings({ ...ALLOWED, 'openspace.agent.notifications': 'warnings' });
    await newcomer.reload();
    await chat.ask('The three files again');
    await expect(notifications.all).toHaveCount(1);
    await expect(notifications.all).toContainText('The agent could not do');
    await notifications.button('Show Activity').click();
    await expect(notifications.all).toHaveCount(0);
    for (const path of ['a.ts', 'b.ts', 'c.ts']) {
        await expect(activity.row('Failed', path)).toHaveCount(2);
    }
    await expect(activity.row('Refused', '.env')).toHaveCount(1);
    await chat.ask('The secrets again');
    await expect(notifications.all).toContainText('.env');
    // It covers a part of the chat, so it does not wait for somebody to close it.
    await expect(notifications.all).toHaveCount(0);
});

test('what goes wrong in the IDE is told in any case', async ({ ide, model, page }) => {
    await exposeServices(page);
    await page.evaluate(() => {
        const execute = (): Promise<never> => Promise.reject(new Error('The kettle broke.'));
        window.openspaceServices.commands.registerHandler('openspace.pane.list', { execute });
    });
    model.answer(`Let me see. ${block('openspace.pane.list')}`, 'I cannot see it.');
    await ide.chat.ask('What is open?');
    await expect(ide.notifications.all).toContainText('The agent could not do "List Panes"');
});
