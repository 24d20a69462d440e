import { ApplicationShell, Saveable, type Title, type Widget } from '@theia/core/lib/browser';
import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError, CommandRefusal } from '../../common';
import { QuietTime } from '../attention/quiet-time';
import { TypingWatch } from '../attention/typing-watch';
import type { CommandOrigin } from '../command/openspace-command';
import { AgentWidgets } from '../session/agent-widgets';
import { PaneLayout, tabId, type FoundPane, type Pane } from './pane-layout';

/** Closes panes and tabs: never with loss of text, and for an agent never what belongs to the person alone. */
@injectable()
export class PaneCloser {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(PaneLayout) protected readonly layout: PaneLayout;
    @inject(AgentWidgets) protected readonly agentWidgets: AgentWidgets;
    @inject(QuietTime) protected readonly quietTime: QuietTime;
    @inject(TypingWatch) protected readonly typing: TypingWatch;

    /** Closes all of what is asked for or, with an error that says why, nothing. Answers with the titles of the closed tabs. */
    async close(found: FoundPane, origin: CommandOrigin): Promise<string[]> {
        const tabs = found.tab ? [found.tab] : this.tabsToClose(found.pane, origin);
        for (const { owner } of tabs) {
            this.check(owner, found.pane, origin);
        }
        this.checkUnsaved(tabs.map(({ owner }) => owner));
        const titles = tabs.map(({ label }) => label);
        await this.quietTime.during(async () => {
            for (const { owner } of tabs) {
                await this.closeOne(owner);
            }
        });
        return titles;
    }

    /** A pane that an agent shares with the person loses only what the agent opened. */
    protected tabsToClose({ id, tabBar }: Pane, origin: CommandOrigin): readonly Title<Widget>[] {
        const tabs = [...tabBar.titles];
        if (origin.by === 'person' || tabs.length === 1) {
            return tabs;
        }
        const own = tabs.filter(({ owner }) => this.agentWidgets.openedBy(owner) === 'agent');
        if (own.length === 0) {
            const named = tabs.map(tab => `"${tabId(tab)}" (${tab.label})`).join(', ');
            throw new CommandError(
                'several-tabs',
                `Pane "${id}" holds ${tabs.length} tabs of the person. Give the id of the one to close as paneId: ${named}.`
            );
        }
        return own;
    }

    protected check(widget: Widget, { area }: Pane, origin: CommandOrigin): void {
        const { label, closable } = widget.title;
        if (!closable) {
            throw new CommandRefusal('not-closable', `"${label}" is pinned or always there, so it stays open.`);
        }
        if (origin.by === 'person') {
            return;
        }
        const isOwn = this.agentWidgets.openedBy(widget) === 'agent';
        if (!isOwn && (area === 'left' || area === 'right')) {
            throw new CommandRefusal('not-yours', `"${label}" is a view of the person in the ${area} panel, so it stays open.`);
        }
        if (!isOwn && this.layout.typeOf(widget)?.endsWorkOnClose) {
            throw new CommandRefusal('not-yours', `The person opened "${label}", and closing it would end what runs there. It stays open.`);
        }
        if (this.typing.isTyping() && widget.node.contains(document.activeElement)) {
            throw new CommandError('in-use', `The person is typing in "${label}". Close it later.`);
        }
    }

    protected checkUnsaved(widgets: readonly Widget[]): void {
        const others = this.shell.widgets.filter(widget => !widgets.includes(widget));
        const unsaved = widgets.filter(widget => Saveable.isDirty(widget) && Saveable.closingWidgetWouldLoseSaveable(widget, others));
        if (unsaved.length > 0) {
            throw unsavedChanges(unsaved);
        }
    }

    protected async closeOne(widget: Widget): Promise<void> {
        const { activeElement } = document;
        if (activeElement instanceof HTMLElement && widget.node.contains(activeElement)) {
            // The shell gives the focus of a closed widget to a neighbour, where the next key would go to a text nobody meant.
            activeElement.blur();
        }
        // Not `save: false`: text that was typed this very moment would be thrown away. Undefined leaves such a widget open.
        await this.shell.closeWidget(widget.id, { save: undefined });
        if (widget.isAttached) {
            throw unsavedChanges([widget]);
        }
    }
}

function unsavedChanges(widgets: readonly Widget[]): CommandError {
    const names = widgets.map(({ title }) => `"${title.label}"`).join(', ');
    return new CommandError(
        'unsaved-changes',
        `Unsaved text would be lost in ${names}. Ask the person to save or discard it, then close again.`
    );
}
