import { ApplicationShell, type Widget } from '@theia/core/lib/browser';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { CommandOrigin } from '../command/openspace-command';
import { PaneLayout, shownTab, type Pane } from '../pane/pane-layout';
import { ActionUndo } from '../undo/action-undo';
import { LayeredValues, type UndoTarget } from '../undo/layered-value';
import { editorsIn, QuietTime } from './quiet-time';

/** The tab that a person sees of several, by the id of its widget; undefined where everything is collapsed. */
type FrontTab = string | undefined;

/** Remembers what stood at the front before the agent brought something else there. */
@injectable()
export class FrontUndo {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(PaneLayout) protected readonly layout: PaneLayout;
    @inject(QuietTime) protected readonly quietTime: QuietTime;
    @inject(ActionUndo) protected readonly undo: ActionUndo;

    /** By the ids of the panes: a tab bar would live on here, with all that was in it, when its pane is long closed. */
    protected readonly fronts = new LayeredValues<string, FrontTab>(paneId => this.target(paneId));

    /** Brings a widget to the front as told, and remembers what was there. */
    async during(widget: Widget, origin: CommandOrigin | undefined, bringToFront: () => Promise<unknown>): Promise<void> {
        const pane = this.layout.paneOf(widget);
        const before = frontOf(pane);
        await bringToFront();
        if (pane && before !== widget.id) {
            this.undo.record(origin, this.fronts.record(pane.id, before, widget.id));
        }
    }

    protected target(paneId: string): UndoTarget<FrontTab> {
        return {
            read: () => frontOf(this.layout.get(paneId)),
            write: front => this.bringBack(this.layout.get(paneId), front),
            isSame: (one, other) => one === other,
            leftAlone: 'What is at the front stays there.'
        };
    }

    protected async bringBack(pane: Pane | undefined, front: FrontTab): Promise<string> {
        const widget = pane?.tabBar.titles.find(({ owner }) => owner.id === front)?.owner;
        if (widget) {
            await this.quietTime.during(editorsIn([widget]), () => this.shell.revealWidget(widget.id));
            return `"${widget.title.label}" is at the front again.`;
        }
        if (front === undefined && pane && pane.area !== 'main') {
            await this.shell.collapsePanel(pane.area);
            return 'The panel is collapsed again.';
        }
        return 'What stood at the front before is closed.';
    }
}

function frontOf(pane: Pane | undefined): FrontTab {
    return pane && shownTab(pane)?.owner.id;
}
