import { expect, test } from '../application/openspace-test';
import { exposeServices } from '../pages/page-services';

/** A person's action is told within a second; a slow machine may take longer to show it. */
const SOON = { timeout: 5_000, intervals: [100] };

test('a command that another extension adds later is in the instructions, and gone from them when it is removed', async ({
    ide,
    application,
    page
}) => {
    await ide.chat.waitUntilReady();
    await exposeServices(page);
    const before = await application.manifest();
    expect(before.version).toMatch(/^\d+\.\d+/);

    const registration = await page.evaluateHandle(() =>
        window.openspaceServices.commands.registerCommand(
            {
                id: 'openspace.slides.next',
                label: 'Next Slide',
                category: 'Slides',
                description: 'Shows the next slide.',
                argumentsSchema: { type: 'object', properties: { steps: { type: 'integer', minimum: 1 } }, additionalProperties: false },
                example: { steps: 2 },
                risk: 'view'
            },
            { execute: () => Promise.resolve({ success: true, output: 'Next slide.' }) }
        )
    );
    await expect
        .poll(() => application.instructions(), SOON)
        .toContain('### Slides\n\n- openspace.slides.next: Shows the next slide.\n  steps?: integer >= 1\n  {"steps":2}');
    const after = await application.manifest();
    expect(after.commands).toHaveLength(before.commands.length + 1);
    expect(Date.parse(after.lastUpdated)).toBeGreaterThan(Date.parse(before.lastUpdated));

    await registration.evaluate(added => added.dispose());
    await expect.poll(() => application.instructions(), SOON).not.toContain('openspace.slides.next');
    expect((await application.manifest()).commands).toEqual(before.commands);
});

test('what the person opens and closes is in the instructions', async ({ ide, application }) => {
    await ide.explorerEntries.filter({ hasText: 'notes.md' }).dblclick();
    await expect.poll(() => application.instructions(), SOON).toMatch(/- Main area: .*"notes\.md" \(active\)/);
    await ide.terminals.create();
    await expect.poll(() => application.instructions(), SOON).toMatch(/- Terminals: "[^"]+"/);
    await ide.editors.closeByHand('notes.md');
    await expect.poll(() => application.instructions(), SOON).toMatch(/- Main area: nothing open/);
});
