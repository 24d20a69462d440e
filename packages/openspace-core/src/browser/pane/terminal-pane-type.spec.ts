import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import type { ApplicationShell } from '@theia/core/lib/browser';
import { TerminalService } from '@theia/terminal/lib/browser/base/terminal-service';
import { CommandError } from '../../common';
import { createShell, TestView } from '../testing/real-shell';
import { findTerminal } from '../terminal/terminal-reference';
import { Terminals } from '../terminal/terminals';
import { TerminalPaneType } from './terminal-pane-type';

describe('Panes of terminals', () => {
    let shell: ApplicationShell;
    let type: TerminalPaneType;
    let all: TestView[];

    const addTerminal = (id: string, title: string): TestView => {
        const view = new TestView(id);
        view.title.label = title;
        all.push(view);
        return view;
    };
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
        assert.equal((await type.open('terminal-1', 'split-right')).notSplit, 'it has this pane to itself already');
        assert.equal(shell.bottomAreaTabBars.length, 1);
        assert.equal((await type.open('terminal-2', 'split-right')).notSplit, undefined);
        assert.deepEqual(
            shell.bottomAreaTabBars.map(({ titles }) => titles.map(({ label }) => label)),
            [['build'], ['test']]
        );
    });
});
