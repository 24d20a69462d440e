import { Gate, systemText } from '@openspace/guide-model';
import type { CommandResultPost, PaneInfo } from '@openspace/protocol';
import { block } from '../application/agent-blocks';
import { expect, test } from '../application/openspace-test';
import type { RunningApplication } from '../application/running-application';
import type { Box } from '../pages/pane-area';

type Geometry = PaneInfo['geometry'];
type Result = CommandResultPost['result'];

const openEditor = (contentId: string, splitDirection?: 'vertical' | 'horizontal'): string =>
    block('openspace.pane.open', { type: 'editor', contentId, ...(splitDirection ? { splitDirection } : {}) });
const close = (paneId: string): string => block('openspace.pane.close', { paneId });
const focus = (paneId: string): string => block('openspace.pane.focus', { paneId });
const resize = (paneId: string, size: { width?: number; height?: number }): string => block('openspace.pane.resize', { paneId, ...size });

/** Does something that makes the agent run commands of panes, and answers with their results once all have come. */
async function resultsOf(application: RunningApplication, names: readonly string[], act: () => Promise<void>): Promise<Result[]> {
    const results = await application.watchResults();
    await act();
    let fresh: CommandResultPost[] = [];
    await expect(async () => {
        fresh = (await results()).filter(({ commandId }) => commandId.startsWith('openspace.pane.'));
        expect(fresh.map(({ commandId }) => commandId)).toEqual(names.map(name => `openspace.pane.${name}`));
    }).toPass();
    return fresh.map(({ result }) => result);
}

/** What was reported is what stands on the page, to a fifth of a percent. */
function expectGeometry(reported: Geometry | undefined, box: Box, window: Box): void {
    const measured: Geometry = {
        x: ((box.x - window.x) / window.width) * 100,
        y: ((box.y - window.y) / window.height) * 100,
        width: (box.width / window.width) * 100,
        height: (box.height / window.height) * 100
    };
    for (const side of ['x', 'y', 'width', 'height'] as const) {
        expect(Math.abs((reported?.[side] ?? NaN) - measured[side]), `${side} of ${JSON.stringify({ reported, measured })}`).toBeLessThan(
            0.2
        );
    }
}

const geometryOf = (result: Result): Geometry => (result.data as { geometry: Geometry }).geometry;

// Panes are numbered and measured as they come.
test.use({ freshBrowser: true });

test('the agent puts a pane to the right and one below, and lists them as they stand on the page', async ({ ide, model, application }) => {
    model.answer(
        `Look. ${openEditor('src/index.ts')} ${openEditor('README.md', 'vertical')} ${openEditor('notes.md', 'horizontal')} ` +
            block('openspace.pane.list'),
        'Three panes.'
    );
    const [first, second, third, listed] = await resultsOf(application, ['open', 'open', 'open', 'list'], () =>
        ide.chat.ask('Show me three files beside each other')
    );
    const window = await ide.panes.window();
    const [left, right, below] = [await ide.panes.main('index.ts'), await ide.panes.main('README.md'), await ide.panes.main('notes.md')];
    expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
    expect(right.y).toBe(left.y);
    expect(below.x).toBe(right.x);
    expect(below.y).toBeGreaterThanOrEqual(right.y + right.height);
    await ide.chat.expectFocus();

    const { panes } = listed.data as { panes: PaneInfo[] };
    for (const [opened, box] of [[first, left] as const, [second, right] as const, [third, below] as const]) {
        const pane = panes.find(({ id }) => id === (opened.data as { paneId: string }).paneId);
        expect(pane).toMatchObject({ area: 'main', type: 'editor', tabs: [{ active: true, dirty: false, openedBy: 'agent' }] });
        expectGeometry(pane?.geometry, box, window);
    }
    expectGeometry(geometryOf(third), below, window);
    expectGeometry(panes.find(({ id }) => id === 'right')?.geometry, await ide.panes.area('right'), window);
    expect(panes.find(({ id }) => id === 'left')?.tabs.find(({ active }) => active)).toMatchObject({ openedBy: 'person' });
    expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain('geometry');
});

test('the agent resizes panes in every area, and learns what was reached', async ({ ide, model, application }) => {
    await ide.panes.openProblems();
    model.answer(
        `Three. ${openEditor('src/index.ts')} ${openEditor('README.md', 'vertical')} ${openEditor('notes.md', 'horizontal')}`,
        `Inside. ${resize('main-1', { width: 15 })} ${resize('main-3', { width: 30, height: 20 })}`,
        `Around. ${resize('left', { width: 25 })} ${resize('right', { width: 20 })} ${resize('bottom-1', { height: 40 })}`
    );
    await ide.chat.ask('Show me three files');
    const results = [
        ...(await resultsOf(application, ['resize', 'resize'], () => ide.chat.ask('Make room inside'))),
        ...(await resultsOf(application, ['resize', 'resize', 'resize'], () => ide.chat.ask('Make room around')))
    ];
    expect(results.map(({ data }) => data)).toMatchObject([{ width: 15 }, {}, { width: 25 }, { width: 20 }, { height: 40 }]);
    const { height, width } = geometryOf(results[1]);
    expect([Math.round(width), Math.round(height)]).toEqual([30, 20]);
    const window = await ide.panes.window();
    expectGeometry(geometryOf(results[2]), await ide.panes.area('left'), window);
    expectGeometry(geometryOf(results[3]), await ide.panes.area('right'), window);
    expect(Math.round(((await ide.panes.area('bottom')).height / window.height) * 100)).toBe(40);
    await ide.chat.expectFocus();

    model.answer(`Smaller. ${resize('main-1', { width: 1 })} ${resize('main-1', { height: 10 })}`, 'It cannot.');
    const [small, whole] = await resultsOf(application, ['resize', 'resize'], () => ide.chat.ask('As small as can be'));
    expect(small.output).toContain('allows no other width');
    expectGeometry(geometryOf(small), await ide.panes.main('index.ts'), window);
    expect([whole.code, whole.error]).toEqual(['not-resizable', expect.stringContaining('Resize "bottom-1" instead')]);
});

test('the agent closes what it opened, and nothing of it moves the focus or loses text', async ({ ide, model, application }) => {
    await ide.panes.typeIntoNewFile('not saved anywhere');
    model.answer(`Two. ${openEditor('README.md')} ${openEditor('notes.md')} ${openEditor('src/index.ts', 'vertical')}`);
    await ide.chat.ask('Open some files');
    await expect(ide.panes.tabs).toHaveCount(4);

    const gate = new Gate();
    model.answer(
        [{ kind: 'gate', gate }, `Closing. ${close('main-1')} ${close('main-1')} ${close('left')} ${close('right')}`],
        'Some stay.'
    );
    const [own, unsaved, explorer, chat] = await resultsOf(application, ['close', 'close', 'close', 'close'], async () => {
        await ide.chat.send('Close what you can');
        await gate.reached;
        await ide.panes.clickInto('index.ts');
        gate.open();
    });
    expect(own).toMatchObject({ success: true, data: { closed: ['README.md', 'notes.md'] } });
    expect([unsaved.code, unsaved.error]).toEqual(['unsaved-changes', expect.stringContaining('Ask the person to save')]);
    expect(explorer.success || chat.success).toBe(false);
    await expect(ide.panes.tabs).toHaveCount(2);
    await expect(ide.panes.tab('Untitled')).toHaveCount(1);
    await expect(ide.panes.focusedEditor).toHaveCount(1);
    await expect(ide.panes.focusedEditor).toContainText('import');
});

test('only focus moves the keyboard focus, and not while the person types', async ({ ide, model, application }) => {
    model.answer(`Two. ${openEditor('README.md')} ${openEditor('notes.md', 'vertical')} ${focus('main-1')}`);
    const [, , focused] = await resultsOf(application, ['open', 'open', 'focus'], () =>
        ide.chat.sendByMouse('Let me write in the first one')
    );
    expect(focused.data).toMatchObject({ focused: true, title: 'README.md' });
    await expect(ide.panes.focusedEditor).toContainText('Tea tasting');

    model.answer(`Here. ${focus('main-2')}`, 'It is in front of you.');
    const [kept] = await resultsOf(application, ['focus'], () => ide.chat.ask('And now the second one'));
    expect(kept).toMatchObject({ success: true, data: { focused: false, shown: true } });
    expect(kept.output).toContain('stayed where the person has it');
    await ide.chat.expectFocus();
});

test('what the agent opens while the person types in the same area stays behind with a marked tab', async ({ ide, model, application }) => {
    const gate = new Gate();
    model.answer(`One. ${openEditor('notes.md')}`, [{ kind: 'gate', gate }, `Two. ${openEditor('README.md')}`], 'It waits.');
    await resultsOf(application, ['open'], () => ide.chat.ask('Open the notes'));
    const [opened] = await resultsOf(application, ['open'], async () => {
        await ide.chat.send('And the readme');
        await gate.reached;
        await ide.panes.clickInto('notes.md');
        await ide.page.keyboard.press('End');
        gate.open();
    });
    expect(opened.data).toMatchObject({ shown: false, title: 'README.md' });
    await expect(ide.panes.unseenTabs).toHaveText(['README.md']);
    await expect(ide.panes.focusedEditor).toContainText('second pot');
    await ide.panes.tab('README.md').click();
    await expect(ide.panes.unseenTabs).toHaveCount(0);
});

test('the agent brings a terminal that exists to the front, and gives it a pane of its own', async ({ ide, model, application }) => {
    const terminal = (contentId: string, splitDirection?: 'vertical'): string =>
        block('openspace.pane.open', { type: 'terminal', contentId, ...(splitDirection ? { splitDirection } : {}) });
    const create = (title: string): string => block('openspace.terminal.create', { title });
    model.answer(`Two. ${create('kettle')} ${create('pot')} ${terminal('kettle')} ${terminal('pot', 'vertical')} ${close('bottom-2')}`);
    const [shown, split, closed] = await resultsOf(application, ['open', 'open', 'close'], () => ide.chat.ask('Show the kettle'));

    expect(shown.data).toMatchObject({ paneId: 'bottom-1', area: 'bottom', title: 'kettle', isNew: false, shown: true });
    expectGeometry(geometryOf(shown), await ide.panes.area('bottom'), await ide.panes.window());
    expect(split.data).toMatchObject({ paneId: 'bottom-2', title: 'pot' });
    expect(geometryOf(split).x).toBeGreaterThan(geometryOf(shown).x);
    expect(closed.data).toMatchObject({ closed: ['pot'] });
});

test('a pane command that cannot be done says what there is', async ({ ide, model, application }) => {
    model.answer(
        `Try. ${openEditor('README.md')} ${block('openspace.pane.open', { type: 'whiteboard', contentId: 'plan' })} ` +
            block('openspace.pane.open', { type: 'terminal', contentId: 'build' }) +
            openEditor('.env') +
            openEditor('READM.md') +
            close('main-9') +
            resize('main-1', {}),
        'I see.'
    );
    const results = await resultsOf(application, ['open', 'open', 'open', 'open', 'open', 'close', 'resize'], () =>
        ide.chat.ask('Do the impossible')
    );
    expect(results.slice(1).map(({ code }) => code)).toEqual([
        'unknown-pane-type',
        'unknown-terminal',
        'sensitive-file',
        'not-found',
        'unknown-pane',
        'invalid-arguments'
    ]);
    const errors = results.map(({ error }) => error ?? '');
    expect(errors[1]).toContain('Installed types: editor, terminal.');
    expect(errors[2]).toContain('openspace.terminal.create');
    expect(errors[5]).toContain('"main-1" (README.md)');
    await expect(ide.toasts).toHaveCount(0);
});

test('the layout is in the instructions of the very next message, and what was closed is not', async ({ ide, model, application }) => {
    model.answer(`Here. ${openEditor('README.md')} ${openEditor('notes.md', 'vertical')}`, `Gone. ${close('main-2')}`, 'Yes.');
    await ide.chat.ask('Open two');
    await ide.chat.ask('Close the second');
    await ide.chat.ask('Is it gone?');

    const systemOf = (text: string): string => {
        const request = model.requests.findLast(({ messages }) => JSON.stringify(messages.at(-1)).includes(text));
        return request ? systemText(request) : '';
    };
    expect(systemOf('Close the second')).toContain('pane "main-2" with "notes.md" (active, opened by you)');
    expect(systemOf('Is it gone?')).not.toContain('pane "main-2" with');
    expect(systemOf('Is it gone?')).toContain('pane "main-1" with "README.md" (active, opened by you)');
    application.kill('hub');
    await expect(async () => expect(await application.instructions()).toContain('pane "main-1" with "README.md"')).toPass();
});
