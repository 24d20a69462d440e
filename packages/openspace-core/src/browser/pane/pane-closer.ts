import type { Title, Widget } from '@theia/core/lib/browser';
import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError, CommandRefusal } from '../../common';
import type { CommandOrigin } from '../command/openspace-command';
import { EditorUndo } from '../editor/editor-undo';
import { AgentWidgets } from '../session/agent-widgets';
import { WidgetCloser } from '../session/widget-closer';
import { ActionUndo } from '../undo/action-undo';
import { PaneLayout, tabId, type FoundPane, type Pane } from './pane-layout';

/** Closes panes and tabs: never with loss of text, and for an agent never what belongs to the person alone. */
@injectable()
export class PaneCloser {
    @inject(PaneLayout) protected readonly layout: PaneLayout;
    @inject(AgentWidgets) protected readonly agentWidgets: AgentWidgets;
    @inject(WidgetCloser) protected readonly closer: WidgetCloser;
    @inject(ActionUndo) protected readonly undo: ActionUndo;
    @inject(EditorUndo) protected readonly editorUndo: EditorUndo;

    /** Closes all of what is asked for or, with an error that says why, nothing. Answers with the titles of the closed tabs. */
    async close(found: FoundPane, origin: CommandOrigin): Promise<string[]> {
        const tabs = found.tab ? [found.tab] : this.tabsToClose(found.pane, origin);
        const titles = tabs.map(({ label }) => label);
        const widgets = tabs.map(({ owner }) => owner);
        if (origin.by === 'agent') {
            widgets.forEach(widget => this.checkOwner(widget, found.pane));
        }
        const ending = tabs.filter(({ owner }) => this.layout.typeOf(owner)?.endsWorkOnClose).map(({ label }) => label);
        await this.editorUndo.closing(widgets, origin, () => this.closer.close(widgets, origin));
        for (const title of ending) {
            this.undo.recordLasting(origin, `"${title}" stays closed, because what ran in it cannot be undone.`);
        }
        return titles;
    }

    /** A pane that an agent shares with the person loses only what is the agent's. */
    protected tabsToClose({ id, tabBar }: Pane, origin: CommandOrigin): readonly Title<Widget>[] {
        const tabs = [...tabBar.titles];
        if (origin.by === 'person' || tabs.length === 1) {
            return tabs;
        }
        const own = tabs.filter(({ owner }) => this.agentWidgets.isOwn(owner));
        if (own.length === 0) {
            const named = tabs.map(tab => `"${tabId(tab)}" (${tab.label})`).join(', ');
            throw new CommandError(
                'several-tabs',
                `Pane "${id}" holds ${tabs.length} tabs of the person. Give the id of the one to close as paneId: ${named}.`
            );
        }
        return own;
    }

    protected checkOwner(widget: Widget, { area }: Pane): void {
        const { label } = widget.title;
        const isOwn = this.agentWidgets.isOwn(widget);
        if (!isOwn && (area === 'left' || area === 'right')) {
            throw new CommandRefusal('not-yours', `"${label}" is a view of the person in the ${area} panel, so it stays open.`);
        }
        if (!isOwn && this.layout.typeOf(widget)?.endsWorkOnClose) {
            const whose = this.agentWidgets.openedBy(widget) === 'agent' ? 'has taken over' : 'opened';
            const message = `The person ${whose} "${label}", and closing it would end what runs there. It stays open.`;
            throw new CommandRefusal('not-yours', message);
        }
    }
}
