import { Gate } from '@openspace/guide-model';
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

const COMMANDS = 30;
const WORDS = 'the quick brown fox jumps over the lazy dog '.split(/(?<= )/);

for (const place of ['chat', 'editor'] as const) {
    test(`a person who types in the ${place} loses no key while the agent runs thirty commands`, async ({
        ide,
        model,
        application,
        run
    }) => {
        const [, listed] = await run(['editor.open', { path: 'src/index.ts' }], ['pane.list']);
        const panes = listed.data['panes'] as { id: string; area: string }[];
        const paneId = panes.find(({ area }) => area === 'main')?.id ?? '';
        const results = await application.watchResults();

        const [first, ...others] = [1, 2, 3].map(round => `Round ${round}. ${tenCommands(round, paneId)}`);
        const gate = new Gate();
        model.answer([{ kind: 'gate', gate }, first], ...others, 'Done.');
        const field = place === 'chat' ? ide.chat.field : await ide.newFile();
        await ide.chat.send('Show me everything');
        await field.focus();
        gate.open();
        // As fast as a person types, from the first command to the last. The Hub keeps the last twenty results of a session.
        const finished = new Map<string, unknown>();
        let typed = '';
        for (let count = 0; finished.size < COMMANDS; count++) {
            const word = WORDS[count % WORDS.length] ?? '';
            await ide.page.keyboard.type(word, { delay: 40 });
            typed += word;
            for (const { callId, outcome, result } of await results()) {
                finished.set(callId, [outcome, result.error]);
            }
        }
        await ide.chat.waitUntilAnswered();

        expect([...finished.values()]).toEqual(Array.from({ length: COMMANDS }, () => ['done', undefined]));
        const focused = await ide.focusedPart();
        await field.bringToFront();
        expect(await field.text(), `the keyboard was in ${focused} at the end`).toBe(typed);
    });
}
