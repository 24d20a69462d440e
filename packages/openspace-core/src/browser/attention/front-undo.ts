import { ApplicationShell, type TabBar, type Widget } from '@theia/core/lib/browser';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { CommandOrigin } from '../command/openspace-command';
import { ActionUndo } from '../undo/action-undo';
import { LayeredValues, type UndoTarget } from '../undo/layered-value';
import { editorsIn, QuietTime } from './quiet-time';

/** The tab that a person sees of several, by the id of its widget; undefined where everything is collapsed. */
type FrontTab = string | undefined;

/** Remembers what stood at the front before the agent brought something else there. */
@injectable()
export class FrontUndo {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(QuietTime) protected readonly quietTime: QuietTime;
    @inject(ActionUndo) protected readonly undo: ActionUndo;

    protected readonly fronts = new LayeredValues<TabBar<Widget>, FrontTab>(tabBar => this.target(tabBar));

    /** Brings a widget to the front as told, and remembers what was there. */
    async during(widget: Widget, origin: CommandOrigin | undefined, bringToFront: () => Promise<unknown>): Promise<void> {
        const tabBar = this.shell.getTabBarFor(widget);
        const before = tabBar && frontOf(tabBar);
        await bringToFront();
        if (tabBar && before !== widget.id) {
            this.undo.record(origin, this.fronts.record(tabBar, before, widget.id));
        }
    }

    protected target(tabBar: TabBar<Widget>): UndoTarget<FrontTab> {
        return {
            read: () => frontOf(tabBar),
            write: front => this.bringBack(tabBar, front),
            isSame: (one, other) => one === other,
            leftAlone: 'What is at the front stays there.'
        };
    }

    protected async bringBack(tabBar: TabBar<Widget>, front: FrontTab): Promise<string> {
        const widget = tabBar.titles.find(({ owner }) => owner.id === front)?.owner;
        if (widget) {
            await this.quietTime.during(editorsIn([widget]), () => this.shell.revealWidget(widget.id));
            return `"${widget.title.label}" is at the front again.`;
        }
        const owner = tabBar.titles.at(0)?.owner;
        const area = owner && this.shell.getAreaFor(owner);
        if (front === undefined && area && area !== 'main') {
            await this.shell.collapsePanel(area);
            return 'The panel is collapsed again.';
        }
        return 'What stood at the front before is closed.';
    }
}

function frontOf({ currentTitle }: TabBar<Widget>): FrontTab {
    return currentTitle?.owner.isVisible ? currentTitle.owner.id : undefined;
}
