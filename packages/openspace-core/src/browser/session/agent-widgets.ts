import { ApplicationShell, isPinned, Saveable, type BaseWidget, type Widget } from '@theia/core/lib/browser';
import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { FrontendApplicationStateService } from '@theia/core/lib/browser/frontend-application-state';
import { Emitter } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError, SyncServer } from '../../common';
import { AgentSessions } from './agent-sessions';
import { AgentWidgetStorage, type AgentWidget } from './agent-widget-storage';
import { WidgetCloser } from './widget-closer';

/** Marks the tab of something that the agent opened behind what the person works on. */
const UNSEEN_CLASS = 'openspace-unseen';

/** What came back from a window that was closed or loaded anew. */
interface LeftBehind {
    readonly tabId: string | undefined;
    readonly sessionIds: readonly string[];
}

/** Knows which widgets the agent opened, and closes those that nobody wants when their session ends. */
@injectable()
export class AgentWidgets implements FrontendApplicationContribution {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(AgentSessions) protected readonly sessions: AgentSessions;
    @inject(WidgetCloser) protected readonly closer: WidgetCloser;
    @inject(AgentWidgetStorage) protected readonly storage: AgentWidgetStorage;
    @inject(FrontendApplicationStateService) protected readonly state: FrontendApplicationStateService;
    @inject(SyncServer) protected readonly server: SyncServer;

    protected readonly widgets = new Map<string, AgentWidget>();
    protected readonly watched = new WeakSet<Widget>();
    protected readonly onDidChangeEmitter = new Emitter<void>();
    /** What is known of the agent's widgets is no longer the same. */
    readonly onDidChange = this.onDidChangeEmitter.event;

    onStart(): void {
        for (const type of ['pointerdown', 'keydown'] as const) {
            document.addEventListener(type, event => this.onUse(event), { capture: true });
        }
        const restoring = this.restore();
        this.sessions.onDidEnd(sessionId => void restoring.then(() => this.closeAll(sessionId)));
        void restoring.then(left => this.endSessions(left));
    }

    onStop(): void {
        this.storage.keep(this.widgets);
    }

    /** Knows again what the layout has brought back; answers with the tab that left it, and the sessions that it is of. */
    protected async restore(): Promise<LeftBehind> {
        const kept = await this.storage.read();
        const sessionIds = new Set<string>();
        await this.state.reachedState('initialized_layout');
        for (const [id, entry] of Object.entries(kept?.widgets ?? {})) {
            const widget = this.shell.getWidgetById(id);
            if (widget && !this.widgets.has(id)) {
                this.widgets.set(id, entry);
                this.watch(widget);
                sessionIds.add(entry.sessionId);
            }
        }
        this.onDidChangeEmitter.fire();
        return { tabId: kept?.tabId, sessionIds: [...sessionIds] };
    }

    /** A session may have ended while no window was there to be told. */
    protected async endSessions({ tabId, sessionIds }: LeftBehind): Promise<void> {
        if (tabId !== undefined && sessionIds.length > 0) {
            (await this.server.endedSessions(tabId, sessionIds)).forEach(sessionId => this.sessions.end(sessionId));
        }
    }

    /** The agent opened this widget in a session. One that was there before stays the person's: do not call this for it. */
    add(widget: Widget, sessionId: string): void {
        this.widgets.set(widget.id, { sessionId, used: false });
        this.watch(widget);
        this.onDidChangeEmitter.fire();
    }

    /** Who opened the widget. */
    openedBy(widget: Widget): 'agent' | 'person' {
        return this.widgets.has(widget.id) ? 'agent' : 'person';
    }

    /** Whether the widget is still the agent's: what the person has used or pinned is theirs, whoever opened it. */
    isOwn(widget: Widget): boolean {
        return this.widgets.get(widget.id)?.used === false && !isPinned(widget.title);
    }

    /** Marks the tab of a widget that opened behind another, until the person looks at it. */
    markUnseen(widget: BaseWidget): void {
        if (widget.title.className.includes(UNSEEN_CLASS)) {
            return;
        }
        widget.title.className = `${widget.title.className} ${UNSEEN_CLASS}`.trim();
        const looking = widget.onDidChangeVisibility(visible => {
            if (visible) {
                widget.title.className = widget.title.className.replace(UNSEEN_CLASS, '').trim();
                looking.dispose();
            }
        });
    }

    protected onUse(event: Event): void {
        if (!event.isTrusted || !(event.target instanceof HTMLElement) || this.widgets.size === 0) {
            return;
        }
        const entry = this.widgets.get(this.shell.findWidgetForElement(event.target)?.id ?? '');
        if (entry && !entry.used) {
            entry.used = true;
            this.onDidChangeEmitter.fire();
        }
    }

    protected async closeAll(sessionId: string): Promise<void> {
        for (const widget of this.shell.widgets) {
            if (this.widgets.get(widget.id)?.sessionId === sessionId && this.isOwn(widget) && !isDirty(widget)) {
                await this.closeUnlessNeeded(widget);
            }
        }
    }

    protected async closeUnlessNeeded(widget: Widget): Promise<void> {
        try {
            await this.closer.close([widget], { by: 'agent' });
        } catch (error) {
            if (!(error instanceof CommandError)) {
                throw error;
            }
            // The person has begun to type there: it stays, and so it is theirs.
        }
    }

    protected watch(widget: Widget): void {
        if (!this.watched.has(widget)) {
            this.watched.add(widget);
            // A person pins and unpins.
            widget.title.changed.connect(() => {
                this.onDidChangeEmitter.fire();
            });
            widget.disposed.connect(() => this.forget(widget.id));
        }
    }

    protected forget(widgetId: string): void {
        if (this.widgets.delete(widgetId)) {
            this.onDidChangeEmitter.fire();
        }
    }
}

function isDirty(widget: Widget): boolean {
    return Saveable.isDirty(widget);
}
