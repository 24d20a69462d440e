import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import type { PaneInfo, PaneStateSnapshot } from '@openspace/protocol';
import { MessageLoop, Widget, type ApplicationShell } from '@theia/core/lib/browser';
import { CommandError, CommandRefusal } from '../../common';
import type { CommandOrigin } from '../command/openspace-command';
import { openWindow, type TestEditor, type TestWindow } from '../testing/pane-window';

const AGENT: CommandOrigin = { by: 'agent', sessionId: 'session', callId: 'call' };
const PERSON: CommandOrigin = { by: 'person' };

const open = (contentId: string, splitDirection?: 'horizontal' | 'vertical') => ({
    type: 'text',
    contentId,
    ...(splitDirection ? { splitDirection } : {})
});

const tabsOf = (panes: readonly PaneInfo[]): Record<string, string[]> =>
    Object.fromEntries(panes.map(({ id, tabs }) => [id, tabs.map(tab => tab.id)]));

function failure(code: string, message: RegExp): (error: unknown) => boolean {
    return error => {
        assert.ok(error instanceof CommandError, String(error));
        assert.equal(error.code, code);
        assert.match(error.message, message);
        return true;
    };
}

describe('PaneService with the real shell', () => {
    let window: TestWindow;
    beforeEach(() => {
        sessionStorage.clear();
        window = openWindow();
    });
    afterEach(() => window.shell.dispose());

    describe('remembers what stood at the front', () => {
        const call = (callId: string): CommandOrigin => ({ by: 'agent', sessionId: 'session', callId });
        const front = (): string | undefined => window.shell.mainAreaTabBars[0]?.currentTitle?.owner.id;

        it('so that it comes back in whatever order the actions are taken back, and again', async () => {
            await window.add('text-a');
            await window.add('text-b');
            await window.add('text-c');
            await window.shell.revealWidget('text-a');
            await window.panes.openContent(open('text-b'), call('one'));
            await window.panes.openContent(open('text-c'), call('two'));
            assert.equal(front(), 'text-c');
            await window.undo.setUndone('one', true);
            assert.equal(front(), 'text-c');
            await window.undo.setUndone('two', true);
            assert.equal(front(), 'text-a');
            await window.undo.setUndone('one', false);
            assert.equal(front(), 'text-b');
        });

        it('and leaves what the person has chosen since', async () => {
            await window.add('text-a');
            await window.add('text-b');
            await window.add('text-c');
            await window.shell.revealWidget('text-a');
            await window.panes.openContent(open('text-b'), call('one'));
            await window.shell.revealWidget('text-c');
            assert.deepEqual(await window.undo.setUndone('one', true), { done: ['What is at the front stays there.'], left: [] });
            assert.equal(front(), 'text-c');
        });
    });

    describe('lists', () => {
        it('every area that holds something, with the tabs and who opened them', async () => {
            await window.add('text-a');
            await window.add('explorer', { area: 'left' });
            await window.add('problems', { area: 'bottom' });
            await window.panes.openContent(open('text-b'), AGENT);
            const panes = window.panes.listPanes();
            assert.deepEqual(tabsOf(panes), { 'main-1': ['text-a', 'text-b'], left: ['explorer'], 'bottom-1': ['problems'] });
            assert.deepEqual(
                panes[0].tabs.map(({ active, openedBy }) => [active, openedBy]),
                [
                    [false, 'person'],
                    [true, 'agent']
                ]
            );
            assert.deepEqual([panes[0].type, panes[1].type, panes[0].activeTab], ['text', 'view', 'text-b']);
        });

        it('no active tab for a panel that is collapsed', async () => {
            await window.add('problems', { area: 'bottom' });
            const [pane] = window.panes.listPanes();
            assert.deepEqual([pane.activeTab, pane.tabs[0].active], [undefined, false]);
        });

        it('unsaved text', async () => {
            (await window.add('text-a')).dirty = true;
            assert.equal(window.panes.listPanes()[0].tabs[0].dirty, true);
        });

        it('a pane under the same id while it lives, and never under that of another', async () => {
            await window.add('text-a');
            await window.panes.openContent(open('text-b', 'vertical'), AGENT);
            await window.panes.openContent(open('text-c', 'vertical'), AGENT);
            assert.deepEqual(tabsOf(window.panes.listPanes()), { 'main-1': ['text-a'], 'main-2': ['text-b'], 'main-3': ['text-c'] });
            await window.panes.closeContent('main-2', AGENT);
            await window.panes.openContent(open('text-d', 'vertical'), AGENT);
            assert.deepEqual(tabsOf(window.panes.listPanes()), { 'main-1': ['text-a'], 'main-3': ['text-c'], 'main-4': ['text-d'] });
        });

        it('geometry in percent of the window', async () => {
            const { shell, panes, add } = window;
            const editor = await add('text-a');
            place(shell, 0, 0, 1000, 500);
            place(editor, 250, 50, 500, 400);
            place(shell.mainAreaTabBars[0], 250, 25, 500, 25);
            assert.deepEqual(panes.listPanes()[0].geometry, { x: 25, y: 5, width: 50, height: 85 });
        });
    });

    describe('opens', () => {
        it('to the right for vertical and below for horizontal', async () => {
            await window.add('text-a');
            const right = await window.panes.openContent(open('text-b', 'vertical'), AGENT);
            await window.panes.openContent(open('text-c', 'horizontal'), AGENT);
            assert.deepEqual([right.pane.id, right.isNew, right.shown], ['main-2', true, true]);
            const { main } = window.shell.mainPanel.saveLayout();
            assert.deepEqual(shapeOf(main), ['horizontal', ['text-a'], ['vertical', ['text-b'], ['text-c']]]);
        });

        it('what is open already without taking it from the person', async () => {
            await window.add('text-a');
            await window.add('text-b');
            const { isNew, pane, tabId } = await window.panes.openContent(open('text-b'), AGENT);
            assert.deepEqual([isNew, pane.activeTab, tabId], [false, 'text-b', 'text-b']);
            assert.equal(pane.tabs[1].openedBy, 'person');
        });

        it('behind, with a marked tab, while the person types in that area', async () => {
            const { shell, panes, typing, add } = window;
            await add('text-a');
            typing.area = 'main';
            const { shown, pane } = await panes.openContent(open('text-b'), AGENT);
            assert.deepEqual([shown, pane.activeTab], [false, 'text-a']);
            assert.match(shell.getWidgetById('text-b')?.title.className ?? '', /openspace-unseen/);
            await panes.openContent(open('text-b'), PERSON);
            assert.equal(panes.listPanes()[0].activeTab, 'text-b');
        });

        it('to the front even so when the person follows the agent', async () => {
            const { panes, typing, preferences, add } = window;
            await add('text-a');
            typing.area = 'main';
            preferences['openspace.agent.reveal'] = 'follow';
            const { shown, pane } = await panes.openContent(open('text-b'), AGENT);
            assert.deepEqual([shown, pane.activeTab], [true, 'text-b']);
        });

        it('behind whenever the person wants quiet, which binds the agent alone', async () => {
            const { shell, panes, preferences, add } = window;
            await add('text-a');
            preferences['openspace.agent.reveal'] = 'quiet';
            const { shown, pane } = await panes.openContent(open('text-b'), AGENT);
            assert.deepEqual([shown, pane.activeTab], [false, 'text-a']);
            assert.match(shell.getWidgetById('text-b')?.title.className ?? '', /openspace-unseen/);
            const { focused, shown: seen } = await panes.focusContent('text-b', AGENT);
            assert.deepEqual([focused, seen], [false, false]);
            await panes.focusContent('text-b', PERSON);
            assert.equal(panes.listPanes()[0].activeTab, 'text-b');
        });

        it('in no pane of its own where it may not come to the front, and says why', async () => {
            const { panes, typing, preferences, add } = window;
            await add('text-a');
            preferences['openspace.agent.reveal'] = 'quiet';
            const quiet = await panes.openContent(open('text-b', 'vertical'), AGENT);
            preferences['openspace.agent.reveal'] = 'considerate';
            typing.area = 'main';
            const considerate = await panes.openContent(open('text-c', 'horizontal'), AGENT);
            for (const { shown, pane, notSplit } of [quiet, considerate]) {
                assert.deepEqual([shown, pane.id, pane.activeTab], [false, 'main-1', 'text-a']);
                assert.match(notSplit ?? '', /^what the person has before the eyes/);
            }
            assert.equal((await panes.openContent(open('text-d', 'vertical'), PERSON)).notSplit, undefined);
            preferences['openspace.agent.reveal'] = 'follow';
            assert.equal((await panes.openContent(open('text-e', 'vertical'), AGENT)).notSplit, undefined);
        });

        it('what is open already in a pane of its own, which can be taken back', async () => {
            await window.add('text-a');
            await window.panes.openContent(open('text-a', 'vertical'), AGENT);
            assert.deepEqual(await window.undo.setUndone('call', true), { done: ['It stands where it stood.'], left: [] });
        });

        it('nothing elsewhere that the person has the keyboard in', async () => {
            const { panes, shell, add } = window;
            await add('text-a');
            await add('text-b');
            await shell.activateWidget('text-b');
            assert.equal((await panes.openContent(open('text-b', 'vertical'), PERSON)).notSplit, undefined);
            assert.match((await panes.openContent(open('text-b', 'vertical'), AGENT)).notSplit ?? '', /keyboard focus/);
            assert.equal((await panes.openContent(open('text-a', 'vertical'), AGENT)).notSplit, undefined);
        });

        it('only what is installed, and says what that is', async () => {
            const request = { type: 'whiteboard', contentId: 'plan' };
            await assert.rejects(
                window.panes.openContent(request, AGENT),
                failure('unknown-pane-type', /Installed types: text, process, editor\./)
            );
        });
    });

    describe('focuses', () => {
        it('a pane by its own id and by that of a tab', async () => {
            await window.add('text-a');
            await window.add('text-b');
            await window.panes.openContent(open('text-c', 'vertical'), AGENT);
            assert.equal((await window.panes.focusContent('main-1', AGENT)).title, 'The text-a');
            const { focused, pane } = await window.panes.focusContent('text-b', AGENT);
            assert.deepEqual([focused, pane.activeTab, document.activeElement?.id], [true, 'text-b', 'text-b']);
            assert.equal(window.panes.snapshot().activePane, 'main-1');
        });

        it('nothing while the person types, but shows it', async () => {
            const { panes, typing, add } = window;
            await add('text-a');
            (await add('chat', { area: 'right' })).node.focus();
            await add('text-b');
            typing.area = 'right';
            const { focused, shown, pane } = await panes.focusContent('text-b', AGENT);
            assert.deepEqual([focused, shown, pane.activeTab, document.activeElement?.id], [false, true, 'text-b', 'chat']);
        });

        it('only what is there, and says what that is', async () => {
            await window.add('text-a');
            await assert.rejects(window.panes.focusContent('main-7', AGENT), failure('unknown-pane', /"main-1" \(The text-a\)/));
        });
    });

    describe('closes', () => {
        it('in a shared pane only what the agent opened', async () => {
            await window.add('text-a');
            await window.panes.openContent(open('text-b'), AGENT);
            assert.deepEqual(await window.panes.closeContent('main-1', AGENT), ['The text-b']);
            assert.deepEqual(tabsOf(window.panes.listPanes()), { 'main-1': ['text-a'] });
        });

        it('one tab of the person by its id, and not several at once', async () => {
            await window.add('text-a');
            await window.add('text-b');
            await assert.rejects(window.panes.closeContent('main-1', AGENT), failure('several-tabs', /"text-a" \(The text-a\), "text-b"/));
            await window.panes.closeContent('text-a', AGENT);
            assert.deepEqual(tabsOf(window.panes.listPanes()), { 'main-1': ['text-b'] });
            await window.add('text-c');
            await window.panes.closeContent('main-1', PERSON);
            assert.deepEqual(window.panes.listPanes(), []);
        });

        it('nothing with unsaved text, not even the tabs beside it', async () => {
            await window.panes.openContent(open('text-a'), AGENT);
            await window.panes.openContent(open('text-b'), AGENT);
            (window.shell.getWidgetById('text-b') as TestEditor).dirty = true;
            for (const origin of [AGENT, PERSON]) {
                await assert.rejects(
                    window.panes.closeContent('main-1', origin),
                    failure('unsaved-changes', /^Unsaved text would be lost in "The text-b"\.$/)
                );
            }
            assert.equal(window.panes.listPanes()[0].tabs.length, 2);
        });

        it('no pinned tab, no side view and no running terminal of the person', async () => {
            await window.add('text-pinned', { area: 'main', closable: false });
            await window.add('explorer', { area: 'left' });
            await window.add('process-1', { area: 'bottom' });
            for (const [id, message] of [
                ['text-pinned', /pinned/],
                ['explorer', /left panel/],
                ['process-1', /end what runs/]
            ] as const) {
                await assert.rejects(window.panes.closeContent(id, AGENT), (error: unknown) => {
                    assert.ok(error instanceof CommandRefusal);
                    assert.match(error.message, message);
                    return true;
                });
            }
            await window.panes.closeContent('explorer', PERSON);
            assert.equal(window.shell.getWidgetById('explorer'), undefined);
        });

        it('a terminal of its own for good, beside what can be opened again', async () => {
            await window.panes.openContent({ type: 'process', contentId: 'process-1' }, AGENT);
            await window.panes.closeContent('process-1', { ...AGENT, callId: 'close' });
            assert.equal(window.undo.stateOf('close'), undefined);
            assert.equal(window.undo.reasonAgainst('close'), '"The process-1" stays closed, because what ran in it cannot be undone.');
        });

        it('nothing of its own that the person has taken over', async () => {
            await window.panes.openContent({ type: 'process', contentId: 'process-1' }, AGENT);
            await window.panes.openContent(open('text-a'), AGENT);
            await window.panes.openContent(open('text-b'), AGENT);
            window.shell.widgets.filter(({ id }) => id !== 'text-b').forEach(widget => window.agentWidgets.use(widget));
            await assert.rejects(window.panes.closeContent('process-1', AGENT), failure('not-yours', /has taken over "The process-1"/));
            assert.deepEqual(await window.panes.closeContent('main-1', AGENT), ['The text-b']);
            assert.equal(window.panes.listPanes()[0].tabs[0].openedBy, 'agent');
        });

        it('nothing that the person types in', async () => {
            const editor = await window.add('text-a');
            editor.node.focus();
            window.typing.area = 'main';
            await assert.rejects(window.panes.closeContent('main-1', AGENT), failure('in-use', /typing in "The text-a"/));
        });

        it('the widget that has the focus without giving it to a neighbour', async () => {
            await window.add('text-a');
            await window.panes.openContent(open('text-b'), AGENT);
            await window.shell.activateWidget('text-b');
            await window.panes.closeContent('text-b', AGENT);
            assert.equal(document.activeElement, document.body);
        });
    });

    describe('resizes', () => {
        it('no pane that is collapsed or takes all of its area, and says what to do', async () => {
            await window.add('text-a');
            await window.add('explorer', { area: 'left' });
            await window.shell.revealWidget('explorer');
            await window.add('problems', { area: 'bottom' });
            await assert.rejects(
                window.panes.resizePane('bottom-1', { height: 30 }, AGENT),
                failure('pane-collapsed', /openspace\.pane\.focus/)
            );
            await assert.rejects(
                window.panes.resizePane('main-1', { width: 30 }, AGENT),
                failure('not-resizable', /Resize "left" instead/)
            );
            await assert.rejects(window.panes.resizePane('left', { height: 30 }, AGENT), failure('not-resizable', /whole height/));
        });
    });

    describe('tells of changes', () => {
        let told: PaneStateSnapshot[];
        beforeEach(() => {
            window.panes.flush();
            told = [];
            window.panes.onPaneLayoutChanged(snapshot => told.push(snapshot));
        });

        const nextChange = (): Promise<PaneStateSnapshot> =>
            new Promise(resolve => {
                const listening = window.panes.onPaneLayoutChanged(snapshot => {
                    listening.dispose();
                    resolve(snapshot);
                });
            });

        it('once for a burst, with the last of it', async () => {
            const change = nextChange();
            for (const id of ['text-a', 'text-b', 'text-c']) {
                await window.add(id);
            }
            // Theia puts a new tab beside the one at the front.
            assert.deepEqual(tabsOf((await change).panes), { 'main-1': ['text-a', 'text-c', 'text-b'] });
            window.panes.flush();
            assert.equal(told.length, 1);
        });

        it('by itself, whatever changed: tabs, titles, unsaved text and the focus', async () => {
            const editor = await window.add('text-a');
            await window.add('text-b');
            await nextChange();
            const changes: Record<string, () => void> = {
                title: () => {
                    editor.title.label = 'Renamed';
                },
                dirty: () => {
                    editor.dirty = true;
                    editor.title.className += ' theia-mod-dirty';
                },
                front: () => {
                    window.shell.mainAreaTabBars[0].currentIndex = 1;
                },
                focus: () => editor.node.focus(),
                split: () => void window.shell.addWidget(editor, { area: 'main', mode: 'split-right' }),
                closed: () => editor.dispose()
            };
            for (const [name, change] of Object.entries(changes)) {
                const next = nextChange();
                change();
                assert.ok(await next, name);
            }
        });

        it('of another size, after a handle or the edge of the window was moved', async () => {
            const { shell } = window;
            const editor = await window.add('text-a');
            place(shell, 0, 0, 1000, 500);
            place(shell.mainAreaTabBars[0], 0, 0, 500, 20);
            place(editor, 0, 20, 500, 480);
            await nextChange();
            const moves: [width: number, move: () => void][] = [
                [300, () => shell.mainPanel.update()],
                [400, () => MessageLoop.sendMessage(shell.mainPanel, Widget.ResizeMessage.UnknownSize)]
            ];
            for (const [width, move] of moves) {
                const next = nextChange();
                place(shell.mainAreaTabBars[0], 0, 0, width, 20);
                place(editor, 0, 20, width, 480);
                move();
                assert.equal((await next).panes[0].geometry.width, width / 10);
            }
        });

        it('when the agent is known to have opened something', async () => {
            const editor = await window.add('text-a');
            await nextChange();
            const next = nextChange();
            window.agentWidgets.add(editor, 'session');
            assert.equal((await next).panes[0].tabs[0].openedBy, 'agent');
        });

        it('of nothing when nothing can be seen to have changed', async () => {
            await window.add('text-a');
            window.panes.flush();
            const before = told.length;
            window.shell.mainPanel.update();
            window.panes.flush();
            assert.equal(told.length, before);
        });
    });
});

function place(widget: Widget, x: number, y: number, width: number, height: number): void {
    widget.node.getBoundingClientRect = () => ({ x, y, left: x, top: y, width, height, right: x + width, bottom: y + height }) as DOMRect;
}

type Shape = (string | Shape)[];

function shapeOf(area: ReturnType<ApplicationShell['mainPanel']['saveLayout']>['main']): Shape {
    if (!area) {
        return [];
    }
    return area.type === 'tab-area' ? area.widgets.map(({ id }) => id) : [area.orientation, ...area.children.map(shapeOf)];
}
