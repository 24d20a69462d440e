import { ApplicationShell, type Widget } from '@theia/core/lib/browser';
import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError } from '../../common';
import { editorsIn, QuietTime } from '../attention/quiet-time';
import { LayeredValues, type UndoTarget } from '../undo/layered-value';
import type { UndoStep } from '../undo/undo-step';
import type { PaneSplit } from './pane-type';

/** Where a widget stands among others. */
interface WidgetPlace {
    /** The other tabs of its pane; none when it has a pane to itself. */
    readonly tabs: readonly string[];
    /** How it gets there: what it stands beside, and on which side. */
    readonly beside: string;
    readonly mode: 'tab-after' | 'tab-before' | PaneSplit;
    readonly inFront: boolean;
}

/** Moves widgets into panes of their own, and knows where they stood. */
@injectable()
export class PlaceUndo {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(QuietTime) protected readonly quietTime: QuietTime;

    /** By the ids of the widgets. */
    protected readonly places = new LayeredValues<string, WidgetPlace>(id => this.target(id));

    /** Moves a widget out of the pane that it shares with this one. Answers how to take that back. */
    async moveBeside(widget: Widget, neighbour: Widget, direction: PaneSplit): Promise<UndoStep> {
        const before = this.placeOf(widget);
        await this.move(widget, neighbour, { mode: direction, inFront: false });
        const { tabs, inFront } = this.placeOf(widget);
        return this.places.record(widget.id, before, { tabs, beside: neighbour.id, mode: direction, inFront });
    }

    protected target(id: string): UndoTarget<WidgetPlace> {
        return {
            read: () => this.placeOf(this.shell.getWidgetById(id)),
            write: place => this.bringBack(id, place),
            isSame: (one, other) => one.tabs.some(tab => other.tabs.includes(tab)) || one.tabs.length + other.tabs.length === 0,
            leftAlone: 'It stays in the pane that you have it in.'
        };
    }

    protected async bringBack(id: string, place: WidgetPlace): Promise<string> {
        const widget = this.shell.getWidgetById(id);
        const beside = [place.beside, ...place.tabs].map(each => this.shell.getWidgetById(each)).find(each => each !== undefined);
        if (!widget || !beside) {
            throw new CommandError('gone', 'It cannot be moved, because it or what stood beside it is closed.');
        }
        await this.move(widget, beside, place);
        return `"${widget.title.label}" ${place.tabs.length > 0 ? 'is back in the pane that it had' : 'has a pane of its own again'}.`;
    }

    protected async move(widget: Widget, beside: Widget, { mode, inFront }: Pick<WidgetPlace, 'mode' | 'inFront'>): Promise<void> {
        // What stood behind it comes to the front where it was.
        const shown = [widget, ...(this.shell.getTabBarFor(widget)?.titles.map(({ owner }) => owner) ?? [])];
        await this.quietTime.during(editorsIn(shown), async () => {
            await this.shell.addWidget(widget, { area: this.shell.getAreaFor(beside) ?? 'main', mode, ref: beside });
            if (inFront) {
                await this.shell.revealWidget(widget.id);
            }
        });
    }

    protected placeOf(widget: Widget | undefined): WidgetPlace {
        const owners = (widget && this.shell.getTabBarFor(widget)?.titles.map(({ owner }) => owner)) ?? [];
        const index = owners.findIndex(owner => owner === widget);
        const others = owners.filter(owner => owner !== widget);
        return {
            tabs: others.map(({ id }) => id),
            beside: others.at(Math.max(0, index - 1))?.id ?? '',
            mode: index > 0 ? 'tab-after' : 'tab-before',
            inFront: widget?.isVisible ?? false
        };
    }
}
