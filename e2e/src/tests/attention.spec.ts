import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';

/** Ten commands that change what is shown, the last of which is answered, so that the agent goes on by itself. */
function tenCommands(round: number): string {
    return [
        block('openspace.editor.open', { path: 'src/index.ts', line: 10 + round, highlight: true }),
        block('openspace.editor.highlight', { path: 'src/teas.ts', ranges: [{ startLine: 1, endLine: 3 }], highlightId: `mark-${round}` }),
        block('openspace.pane.open', { type: 'editor', contentId: 'src/brewing.mjs', splitDirection: 'vertical' }),
        block('openspace.pane.focus', { paneId: 'index.ts' }),
        block('openspace.terminal.create', { title: `attention-${round}` }),
        block('openspace.terminal.send', { terminalId: `attention-${round}`, text: 'echo hello\n' }),
        block('openspace.editor.scroll_to', { path: 'src/index.ts', line: 60 }),
        block('openspace.editor.close', { path: 'src/brewing.mjs' }),
        block('openspace.terminal.close', { terminalId: `attention-${round}` }),
        block('openspace.pane.list')
    ].join(' ');
}

const TYPED = 'the quick brown fox jumps over the lazy dog '.repeat(8).trim();

for (const place of ['chat', 'editor'] as const) {
    test(`a person who types in the ${place} loses no key while the agent runs thirty commands`, async ({ ide, model, application }) => {
        const before = (await application.results()).length;
        model.answer(`One. ${tenCommands(1)}`, `Two. ${tenCommands(2)}`, `Three. ${tenCommands(3)}`, 'Done.');
        const field = place === 'chat' ? ide.chat.field : await ide.newFile();
        await ide.chat.send('Show me everything');
        await field.focus();
        // As fast as a person types, until the agent has finished.
        await ide.page.keyboard.type(TYPED, { delay: 40 });
        await ide.chat.waitUntilAnswered();

        expect(await field.text()).toBe(TYPED);
        await expect.poll(async () => (await application.results()).length - before).toBeGreaterThanOrEqual(20);
        expect((await application.results()).slice(-20).filter(({ outcome }) => outcome !== 'done')).toEqual([]);
    });
}
