import { LIMITS } from '@openspace/protocol';
import { expect, test } from '../application/openspace-test';
import { median } from '../benches/figures';
import { exposeServices } from '../pages/page-services';

const SOON = { intervals: [100] };
const ROUNDS = 5;

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

test('what the person does is in the instructions within the pause between two of them', async ({ ide, application }) => {
    const notes = ide.explorerEntries.filter({ hasText: 'notes.md' });
    const shownMs: number[] = [];
    const knownMs: number[] = [];
    /** One action after the other, so that most of them are held back because the one before was told just now. */
    const measure = async (act: () => Promise<void>, told: RegExp): Promise<void> => {
        const startedAt = performance.now();
        await act();
        const shownAt = performance.now();
        await expect.poll(() => application.instructions(), { intervals: [20] }).toMatch(told);
        shownMs.push(shownAt - startedAt);
        knownMs.push(performance.now() - shownAt);
    };
    for (let round = 0; round < ROUNDS; round++) {
        await measure(async () => {
            await notes.dblclick();
            await expect(ide.editors.tab('notes.md')).toBeVisible();
        }, /- Main area: .*"notes\.md" \(active\)/);
        await measure(() => ide.editors.closeByHand('notes.md'), /- Main area: nothing open/);
    }
    const description = `shown after ${Math.round(median(shownMs))} ms, told ${Math.round(median(knownMs))} ms later`;
    test.info().annotations.push({ type: 'median', description });
    // How long the rest takes depends on the machine, as what is shown does.
    expect(median(knownMs)).toBeLessThan(LIMITS.statePauseMs + 5 * median(shownMs));
});
