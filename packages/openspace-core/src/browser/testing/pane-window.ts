import { ApplicationShell, type Widget } from '@theia/core/lib/browser';
import { bindContributionProvider, Emitter, Event } from '@theia/core/lib/common';
import { TerminalService } from '@theia/terminal/lib/browser/base/terminal-service';
import { EditorManager } from '@theia/editor/lib/browser';
import { WorkspaceService } from '@theia/workspace/lib/browser';
import { OpenSpacePreferences, SyncServer, type RevealMode } from '../../common';
import { AgentReveal } from '../attention/agent-reveal';
import { FrontUndo } from '../attention/front-undo';
import { QuietTime } from '../attention/quiet-time';
import { TypingWatch } from '../attention/typing-watch';
import { AgentEditors } from '../editor/agent-editors';
import { EditorPlaces } from '../editor/editor-places';
import { EditorUndo } from '../editor/editor-undo';
import { AgentSessions } from '../session/agent-sessions';
import { AgentWidgetStorage } from '../session/agent-widget-storage';
import { AgentWidgets } from '../session/agent-widgets';
import { WidgetCloser } from '../session/widget-closer';
import { FileEditors } from './file-editors';
import { createShell, TestView } from './real-shell';
import { UsedWidgets } from './used-widgets';
import { Terminals } from '../terminal/terminals';
import { PathChoices } from '../workspace/path-choices';
import { WorkspaceFiles } from '../workspace/workspace-files';
import { ActionUndo } from '../undo/action-undo';
import type { UndoStep } from '../undo/undo-step';
import { EditorPaneType } from '../pane/editor-pane-type';
import { PaneCloser } from '../pane/pane-closer';
import { PaneLayout } from '../pane/pane-layout';
import { PaneResizer } from '../pane/pane-resizer';
import { PaneService } from '../pane/pane-service';
import { PaneType, type PaneContent, type WantedSplit } from '../pane/pane-type';
import { PaneWatch } from '../pane/pane-watch';
import { SizeUndo } from '../pane/size-undo';

/** A view with text that can be unsaved. */
export class TestEditor extends TestView {
    readonly onDirtyChangedEmitter = new Emitter<void>();
    readonly onDirtyChanged = this.onDirtyChangedEmitter.event;
    readonly onContentChanged = Event.None;
    dirty = false;

    save(): never {
        throw new Error('nobody asked to save');
    }
}

/** Opens views by name; one that is open already is found again. */
class TestType implements PaneType {
    readonly noun = 'a view';
    readonly contentName = 'its name';

    constructor(
        readonly id: string,
        readonly endsWorkOnClose: boolean,
        protected readonly shell: ApplicationShell
    ) {}

    holds(widget: Widget): boolean {
        return widget.id.startsWith(this.id);
    }

    async open(contentId: string, split?: WantedSplit): Promise<PaneContent> {
        const existing = this.shell.getWidgetById(contentId);
        const widget = (existing as TestView | undefined) ?? new TestEditor(contentId);
        const notSplit = split?.reasonAgainst('main', existing);
        if (!existing) {
            await this.shell.addWidget(widget, { area: 'main', ...(split && !notSplit ? { mode: split.direction } : {}) });
        }
        const moved: UndoStep = { setUndone: () => Promise.resolve('It stands where it stood.') };
        return { widget, isNew: !existing, ...(notSplit ? { notSplit } : {}), ...(existing && split && !notSplit ? { moved } : {}) };
    }
}

class TestTyping {
    area?: string;

    isTyping(): boolean {
        return this.area !== undefined;
    }

    isTypingIn(area: string): boolean {
        return this.area === area;
    }

    isAboutToTypeIn(area: string): boolean {
        return this.isTypingIn(area);
    }
}

/** A window with the real shell, and what arranges it. */
export interface TestWindow {
    readonly shell: ApplicationShell;
    readonly panes: PaneService;
    readonly typing: TestTyping;
    readonly preferences: { 'openspace.agent.reveal': RevealMode; 'openspace.agent.cleanUp': 'close' | 'keep' };
    readonly agentWidgets: UsedWidgets;
    readonly undo: ActionUndo;
    readonly add: (id: string, options?: ApplicationShell.WidgetOptions & { closable?: boolean }) => Promise<TestEditor>;
}

/**
 * Opens a window with the real shell.
 *
 * @param editors the editors of files; panes of other types show plain views
 */
export function openWindow(editors = new FileEditors()): TestWindow {
    const { container, shell } = createShell();
    editors.shell = shell;
    const typing = new TestTyping();
    const preferences: TestWindow['preferences'] = { 'openspace.agent.reveal': 'considerate', 'openspace.agent.cleanUp': 'close' };
    container.bind(TypingWatch).toConstantValue(typing as Partial<TypingWatch> as TypingWatch);
    container
        .bind(QuietTime)
        .toConstantValue({ during: <T>(_: unknown, work: () => Promise<T>) => work() } as Partial<QuietTime> as QuietTime);
    container.bind<TestWindow['preferences']>(OpenSpacePreferences).toConstantValue(preferences);
    container.bind(WorkspaceService).toConstantValue({ tryGetRoots: () => [] } as Partial<WorkspaceService> as WorkspaceService);
    container.bind(TerminalService).toConstantValue({ onDidCreateTerminal: Event.None });
    container.bind(Terminals).toConstantValue({ all: () => [], onDidChangeCommand: Event.None } as Partial<Terminals> as Terminals);
    bindContributionProvider(container, PaneType);
    container.bind(PaneType).toConstantValue(new TestType('text', false, shell));
    container.bind(PaneType).toConstantValue(new TestType('process', true, shell));
    container.bind<FileEditors>(EditorManager).toConstantValue(editors);
    const agentEditors: Pick<AgentEditors, 'find'> = { find: uri => editors.of(uri) };
    const files = { locateFile: (path: string) => Promise.resolve({ path, uri: `file:///workspace/${path}` }) };
    container.bind<unknown>(AgentEditors).toConstantValue(agentEditors);
    container.bind<unknown>(WorkspaceFiles).toConstantValue(files);
    container.bind<unknown>(PathChoices).toConstantValue({});
    container.bind(PaneType).to(EditorPaneType);
    [AgentSessions, UsedWidgets, AgentReveal, PaneLayout, PaneWatch, PaneCloser, PaneResizer, PaneService, WidgetCloser].forEach(part =>
        container.bind<unknown>(part).toSelf().inSingletonScope()
    );
    [AgentWidgetStorage, SyncServer].forEach(part => container.bind<unknown>(part).toConstantValue({}));
    [ActionUndo, FrontUndo, EditorPlaces, EditorUndo, SizeUndo].forEach(part => container.bind<unknown>(part).toSelf().inSingletonScope());
    container.bind(AgentWidgets).toService(UsedWidgets);
    return {
        shell,
        typing,
        preferences,
        panes: container.get(PaneService),
        agentWidgets: container.get(UsedWidgets),
        undo: container.get(ActionUndo),
        add: async (id, options = { area: 'main' }) => {
            const editor = new TestEditor(id, options);
            await shell.addWidget(editor, options);
            return editor;
        }
    };
}
