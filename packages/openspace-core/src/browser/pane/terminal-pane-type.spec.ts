import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import type { ApplicationShell } from '@theia/core/lib/browser';
import { TerminalService } from '@theia/terminal/lib/browser/base/terminal-service';
import type { MonacoEditor } from '@theia/monaco/lib/browser/monaco-editor';
import { CommandError } from '../../common';
import { QuietTime } from '../attention/quiet-time';
import { createShell, TestView } from '../testing/real-shell';
import { findTerminal } from '../terminal/terminal-reference';
import { Terminals } from '../terminal/terminals';
import type { WantedSplit } from './pane-type';
import { PlaceUndo } from './place-undo';
import { TerminalPaneType } from './terminal-pane-type';

const TO_THE_RIGHT: WantedSplit = { direction: 'split-right', reasonAgainst: () => undefined };

describe('Panes of terminals', () => {
    let shell: ApplicationShell;
    let type: TerminalPaneType;
    let all: TestView[];
    /** For each piece of quiet work, whether it kept the terminals that came to the front from the focus. */
    let quiet: boolean[];

    const addTerminal = (id: string, title: string): TestView => {
        const view = new TestView(id);
        view.title.label = title;
        all.push(view);
        return view;
    };
    const panes = (): string[][] => shell.bottomAreaTabBars.map(({ titles }) => titles.map(({ label }) => label));
    const rejection = async (contentId: string): Promise<[string, string]> => {
        const error: unknown = await type.open(contentId).then(
            () => undefined,
            (reason: unknown) => reason
        );
        assert.ok(error instanceof CommandError);
        return [error.code, error.message];
    };

    beforeEach(() => {
        const created = createShell();
        ({ shell } = created);
        all = [];
        created.container.bind(TerminalService).toConstantValue({
            open: (view: TestView) => shell.addWidget(view, { area: 'bottom' })
        });
        const findOpen = (reference: string): TestView => {
            const named = all.map(view => ({ id: view.id, title: view.title.label, view }));
            return findTerminal(reference, named).view;
        };
        created.container.bind<unknown>(Terminals).toConstantValue({ findOpen });
        quiet = [];
        const quietTime: Pick<QuietTime, 'during'> = {
            during: (isMeant, work) => {
                quiet.push(all.every(({ node }) => isMeant({ node } as MonacoEditor)));
                return work();
            }
        };
        created.container.bind<unknown>(QuietTime).toConstantValue(quietTime);
        created.container.bind(PlaceUndo).toSelf();
        created.container.bind(TerminalPaneType).toSelf();
        type = created.container.get(TerminalPaneType);
    });
    afterEach(() => shell.dispose());

    it('show the one with this id or this title, and start none', async () => {
        const [first, second] = [addTerminal('terminal-1', 'build'), addTerminal('terminal-2', 'test')];
        assert.deepEqual(await type.open('terminal-1'), { widget: first, isNew: false });
        assert.deepEqual(await type.open('test'), { widget: second, isNew: false });
        assert.deepEqual(shell.getWidgets('bottom').length, 2);
    });

    it('say how to make one when there is none, and which there are', async () => {
        assert.deepEqual(await rejection('build'), [
            'unknown-terminal',
            'There is no terminal yet. Make one with openspace.terminal.create.'
        ]);
        addTerminal('terminal-1', 'build');
        addTerminal('terminal-2', 'build');
        assert.match((await rejection('test'))[1], /terminal-1.*terminal-2/);
        assert.equal((await rejection('build'))[0], 'ambiguous-terminal');
    });

    it('move a terminal out of a shared pane, and leave one that has a pane of its own, and say so', async () => {
        addTerminal('terminal-1', 'build');
        addTerminal('terminal-2', 'test');
        assert.equal((await type.open('terminal-1', TO_THE_RIGHT)).notSplit, 'it has this pane to itself already');
        assert.equal(shell.bottomAreaTabBars.length, 1);
        assert.equal((await type.open('terminal-2', TO_THE_RIGHT)).notSplit, undefined);
        assert.deepEqual(panes(), [['build'], ['test']]);
    });

    it('move no terminal when there is a reason against it', async () => {
        const [first, second] = [addTerminal('terminal-1', 'build'), addTerminal('terminal-2', 'test')];
        await type.open('terminal-1');
        const asked: unknown[] = [];
        const reasonAgainst = (...place: unknown[]): string => `no ${asked.push(place)}`;
        assert.deepEqual(await type.open('test', { direction: 'split-right', reasonAgainst }), {
            widget: second,
            isNew: false,
            notSplit: 'no 1'
        });
        assert.deepEqual(asked, [['bottom', second]]);
        assert.deepEqual(panes(), [[first.title.label, second.title.label]]);
    });

    it('keep what comes to the front in the place of a terminal from the keyboard focus', async () => {
        addTerminal('terminal-1', 'build');
        addTerminal('terminal-2', 'test');
        await type.open('terminal-1');
        await type.open('terminal-2', TO_THE_RIGHT);
        assert.deepEqual(quiet, [true]);
    });

    it('take a move back and make it again, as long as nobody has moved the terminal elsewhere', async () => {
        ['one', 'two', 'three'].forEach(title => addTerminal(`terminal-${title}`, title));
        for (const title of ['one', 'two', 'three']) {
            await type.open(title);
        }
        await shell.revealWidget('terminal-two');
        const before = panes();
        const { moved } = await type.open('two', TO_THE_RIGHT);
        assert.ok(moved);
        const after = panes();
        assert.equal(await moved.setUndone(true), '"two" is back in the pane that it had.');
        assert.deepEqual(panes(), before);
        assert.equal(shell.bottomAreaTabBars[0].currentTitle?.label, 'two');
        assert.equal(await moved.setUndone(false), '"two" has a pane of its own again.');
        assert.deepEqual(panes(), after);
        assert.ok(await moved.setUndone(true));
        await moved.setUndone(false);
        await shell.addWidget(all[1], { area: 'main' });
        await shell.addWidget(new TestView('text'), { area: 'main' });
        assert.equal(await moved.setUndone(true), 'It stays in the pane that you have it in.');
    });

    it('say that a move cannot be taken back when what stood beside it is closed', async () => {
        addTerminal('terminal-1', 'build');
        addTerminal('terminal-2', 'test');
        await type.open('build');
        const { moved } = await type.open('test', TO_THE_RIGHT);
        all[0].dispose();
        await assert.rejects(moved?.setUndone(true) ?? Promise.resolve(), { code: 'gone' });
    });
});
