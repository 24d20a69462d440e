import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';

/** Ten commands that change what is shown, the last of which is answered, so that the agent goes on by itself. */
function tenCommands(round: number, paneId: string): string {
    return [
        block('openspace.editor.open', { path: 'src/index.ts', line: 10 + round, highlight: true }),
        block('openspace.editor.highlight', { path: 'src/teas.ts', ranges: [{ startLine: 1, endLine: 3 }], highlightId: `mark-${round}` }),
        block('openspace.pane.open', { type: 'editor', contentId: 'src/brewing.mjs', splitDirection: 'vertical' }),
        block('openspace.pane.focus', { paneId }),
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
        model.answer(`Let me see. ${block('openspace.editor.open', { path: 'src/index.ts' })} ${block('openspace.pane.list')}`, 'I see.');
        await ide.chat.ask('Where are we?');
        const { panes } = (await application.results()).at(-1)?.result.data as { panes: { id: string; area: string }[] };
        const paneId = panes.find(({ area }) => area === 'main')?.id ?? '';

        model.answer(...[1, 2, 3].map(round => `Round ${round}. ${tenCommands(round, paneId)}`), 'Done.');
        const field = place === 'chat' ? ide.chat.field : await ide.newFile();
        await ide.chat.send('Show me everything');
        await field.focus();
        // As fast as a person types, until the agent has finished.
        await ide.page.keyboard.type(TYPED, { delay: 40 });
        await ide.chat.waitUntilAnswered();

        await field.bringToFront();
        expect(await field.text()).toBe(TYPED);
        // The Hub keeps the last twenty of a session.
        expect((await application.results()).slice(-20).map(({ outcome, result }) => [outcome, result.error])).toEqual(
            Array.from({ length: 20 }, () => ['done', undefined])
        );
    });
}
