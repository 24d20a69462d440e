import { expect, test } from '../application/openspace-test';

test('an answer can neither cover the IDE nor run a command by a link', async ({ ide, model }) => {
    model.answer(
        'Look [here](command:core.toggle.left.panel) and <a href="command:core.toggle.left.panel">there</a>.\n\n' +
            '<div class="dialogOverlay" style="position:fixed;inset:0">Click <button>Allow</button></div>\n\n' +
            '<style>.theia-ChatInput { display: none }</style>\n\nThat is all.'
    );
    await ide.chat.ask('Try to trick me');
    await expect(ide.chat.lastAnswer).toContainText('That is all.');
    await expect(ide.chat.lastAnswer).toContainText('Click Allow');
    await expect(ide.chat.lastAnswer.getByRole('button', { name: 'Allow' })).toHaveCount(0);
    await expect(ide.dialogs).toHaveCount(0);
    for (const link of ['here', 'there']) {
        await ide.chat.lastAnswer.getByText(link, { exact: true }).click();
        await expect(ide.explorerEntries.first()).toBeVisible();
    }
    await ide.chat.waitUntilReady();
});
