import { ApplicationShell, Saveable, type BaseWidget, type Widget } from '@theia/core/lib/browser';
import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { Emitter } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { AgentSessions } from './agent-sessions';

/** Kept for this browser tab: a reload brings the widgets back under their ids. */
const STORAGE_KEY = 'openspace.agent-widgets';
/** Theia's mark of a tab that the person pinned. */
const PINNED_CLASS = 'theia-mod-pinned';
/** Marks the tab of something that the agent opened behind what the person works on. */
const UNSEEN_CLASS = 'openspace-unseen';

interface AgentWidget {
    readonly sessionId: string;
    /** The person clicked or typed in it, so it is theirs now. */
    used: boolean;
}

/** Knows which widgets the agent opened, and closes those that nobody wants when their session ends. */
@injectable()
export class AgentWidgets implements FrontendApplicationContribution {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(AgentSessions) protected readonly sessions: AgentSessions;

    protected readonly widgets = new Map<string, AgentWidget>(readStored());
    protected readonly watched = new WeakSet<Widget>();
    protected readonly onDidChangeEmitter = new Emitter<void>();
    /** What is known of the agent's widgets is no longer the same. */
    readonly onDidChange = this.onDidChangeEmitter.event;

    onStart(): void {
        for (const type of ['pointerdown', 'keydown'] as const) {
            document.addEventListener(type, event => this.onUse(event), { capture: true });
        }
        this.sessions.onDidEnd(sessionId => void this.closeAll(sessionId));
        // Those of before a reload come back as the layout is restored.
        this.shell.onDidAddWidget(widget => this.watch(widget));
    }

    /** The agent opened this widget in a session. One that was there before stays the person's: do not call this for it. */
    add(widget: Widget, sessionId: string): void {
        this.widgets.set(widget.id, { sessionId, used: false });
        this.watch(widget);
        this.store();
    }

    /** Who opened the widget. */
    openedBy(widget: Widget): 'agent' | 'person' {
        return this.widgets.has(widget.id) ? 'agent' : 'person';
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
            this.store();
        }
    }

    protected async closeAll(sessionId: string): Promise<void> {
        for (const widget of this.shell.widgets) {
            const entry = this.widgets.get(widget.id);
            if (entry?.sessionId === sessionId && !entry.used && !isPinned(widget) && !isDirty(widget)) {
                await this.shell.closeWidget(widget.id, { save: false });
            }
        }
    }

    protected watch(widget: Widget): void {
        if (this.widgets.has(widget.id) && !this.watched.has(widget)) {
            this.watched.add(widget);
            widget.disposed.connect(() => this.forget(widget.id));
        }
    }

    protected forget(widgetId: string): void {
        if (this.widgets.delete(widgetId)) {
            this.store();
        }
    }

    protected store(): void {
        sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...this.widgets]));
        this.onDidChangeEmitter.fire();
    }
}

function readStored(): [string, AgentWidget][] {
    try {
        return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, AgentWidget][];
    } catch {
        // Written by something else; nothing is known then.
        return [];
    }
}

function isPinned(widget: Widget): boolean {
    return widget.title.className.includes(PINNED_CLASS);
}

function isDirty(widget: Widget): boolean {
    return Saveable.isDirty(widget);
}
