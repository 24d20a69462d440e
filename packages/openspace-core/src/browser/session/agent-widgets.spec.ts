import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import { ApplicationShell, togglePinned, type Message } from '@theia/core/lib/browser';
import { FrontendApplicationStateService } from '@theia/core/lib/browser/frontend-application-state';
import { MonacoEditor } from '@theia/monaco/lib/browser/monaco-editor';
import { OpenSpacePreferences, SyncServer } from '../../common';
import { QuietTime } from '../attention/quiet-time';
import { TypingWatch } from '../attention/typing-watch';
import { TabIdentityProvider } from '../tab/tab-identity-provider';
import { createShell, TestView } from '../testing/real-shell';
import { UsedWidgets } from '../testing/used-widgets';
import { AgentSessions } from './agent-sessions';
import { AgentWidgetStorage } from './agent-widget-storage';
import { WidgetCloser } from './widget-closer';

/** A view whose editor takes the focus when it becomes visible, as a Monaco editor does. */
class EditorView extends TestView {
    protected readonly editor = Object.assign(Object.create(MonacoEditor.prototype) as MonacoEditor, {
        node: this.node,
        getControl: () => this.control
    });
    protected readonly control = { focus: () => this.node.focus() };

    protected override onAfterShow(message: Message): void {
        super.onAfterShow(message);
        this.editor.handleVisibilityChanged(true);
    }
}

/** One window after the other, in the same browser. */
class TestWindow {
    readonly shell: ApplicationShell;
    readonly agentWidgets: UsedWidgets;
    readonly sessions: AgentSessions;
    protected readonly state: FrontendApplicationStateService;

    constructor(
        tabId: string,
        endedSessions: SyncServer['endedSessions'] = () => Promise.resolve([]),
        cleanUp: 'close' | 'keep' = 'close'
    ) {
        const { shell, container } = createShell();
        this.shell = shell;
        container
            .bind<Pick<OpenSpacePreferences, 'openspace.agent.cleanUp'>>(OpenSpacePreferences)
            .toConstantValue({ 'openspace.agent.cleanUp': cleanUp });
        container
            .bind<Pick<TabIdentityProvider, 'identity'>>(TabIdentityProvider)
            .toConstantValue({ identity: () => Promise.resolve({ tabId }) });
        container.bind<Pick<SyncServer, 'endedSessions'>>(SyncServer).toConstantValue({ endedSessions });
        [AgentSessions, AgentWidgetStorage, UsedWidgets, QuietTime, TypingWatch, WidgetCloser].forEach(part =>
            container.bind<unknown>(part).toSelf().inSingletonScope()
        );
        this.agentWidgets = container.get(UsedWidgets);
        this.sessions = container.get(AgentSessions);
        this.state = container.get(FrontendApplicationStateService);
        this.agentWidgets.onStart();
    }

    async add(id: string, area: ApplicationShell.Area = 'main'): Promise<EditorView> {
        const view = new EditorView(id);
        await this.shell.addWidget(view, { area });
        await this.shell.revealWidget(id);
        return view;
    }

    /** The layout is back; answers when what comes with it is known. */
    async start(): Promise<void> {
        const known = new Promise<void>(resolve => this.agentWidgets.onDidChange(resolve));
        this.state.state = 'initialized_layout';
        await known;
    }

    close(): void {
        this.agentWidgets.onStop();
        this.shell.dispose();
    }

    /** Waits until these are gone. */
    async untilClosed(...views: EditorView[]): Promise<void> {
        const open = views.filter(({ isDisposed }) => !isDisposed);
        await Promise.all(open.map(view => new Promise(resolve => view.disposed.connect(resolve))));
    }
}

describe('AgentWidgets with the real shell', () => {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- put back as it was
    const { handleVisibilityChanged } = MonacoEditor.prototype;
    let window: TestWindow;

    beforeEach(async () => {
        localStorage.clear();
        MonacoEditor.prototype.handleVisibilityChanged = function (this: MonacoEditor): void {
            this.getControl().focus();
        };
        window = new TestWindow('first');
        await window.start();
    });
    afterEach(() => {
        window.shell.dispose();
        MonacoEditor.prototype.handleVisibilityChanged = handleVisibilityChanged;
    });

    it('go with their session, and leave the keyboard where the person has it', async () => {
        await window.add('notes');
        const opened = await window.add('readme');
        window.agentWidgets.add(opened, 'session');
        const chat = await window.add('chat', 'right');
        chat.node.focus();
        window.sessions.end('session');
        await window.untilClosed(opened);
        assert.deepEqual([document.activeElement?.id, window.shell.mainPanel.currentTitle?.owner.id], ['chat', 'notes']);
    });

    /** Closes the window in which the agent opened four things, and opens one that has the same layout. */
    async function openNext(...[tabId, endedSessions, cleanUp]: ConstructorParameters<typeof TestWindow>): Promise<EditorView[]> {
        for (const id of ['over', 'used', 'pinned', 'going-on']) {
            window.agentWidgets.add(await window.add(id), id === 'going-on' ? 'second session' : 'session');
        }
        await window.add('of the person');
        window.agentWidgets.use(window.shell.getWidgetById('used'));
        window.close();
        window = new TestWindow(tabId, endedSessions, cleanUp);
        const views: EditorView[] = [];
        for (const id of ['over', 'used', 'pinned', 'going-on', 'of the person']) {
            views.push(await window.add(id));
        }
        togglePinned(views[2].title);
        await window.start();
        return views;
    }

    it('come back in the next window as what they were, and go if their session has ended meanwhile', async () => {
        const asked: unknown[] = [];
        const views = await openNext('next', (leftBy, sessionIds) => {
            asked.push(leftBy, sessionIds);
            return Promise.resolve(['session']);
        });
        const openedBy = views.map(view => window.agentWidgets.openedBy(view));
        assert.deepEqual(openedBy, ['agent', 'agent', 'agent', 'agent', 'person']);
        await window.untilClosed(views[0]);
        assert.deepEqual(asked, ['first', ['session', 'second session']]);
        assert.deepEqual(
            window.shell.widgets.map(({ id }) => id),
            ['used', 'pinned', 'going-on', 'of the person']
        );
        assert.deepEqual(
            views.slice(1).map(view => window.agentWidgets.isOwn(view)),
            [false, false, true, false]
        );
    });

    it('stay in the next window when the person wants to keep everything', async () => {
        let answered: Promise<string[]> | undefined;
        const views = await openNext('next', () => (answered = Promise.resolve(['session'])), 'keep');
        await answered;
        await new Promise(resolve => setImmediate(resolve));
        assert.deepEqual([views[0].isDisposed, window.shell.widgets.length], [false, 5]);
    });

    it('are not looked for in what something else has stored', async () => {
        window.close();
        for (const key of Object.keys(localStorage)) {
            localStorage.setItem(key, JSON.stringify({ tabId: 'first', widgets: { over: 'the agent' } }));
        }
        window = new TestWindow('next');
        const view = await window.add('over');
        await window.start();
        assert.equal(window.agentWidgets.openedBy(view), 'person');
    });
});
