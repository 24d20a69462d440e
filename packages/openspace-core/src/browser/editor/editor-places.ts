import { ApplicationShell, type Widget } from '@theia/core/lib/browser';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { EditorWidget } from '@theia/editor/lib/browser';

/** Of so many closed editors the place is known. */
const MOST_PLACES = 200;

type SplitMode = 'split-left' | 'split-right' | 'split-top' | 'split-bottom';

/** Where an editor stood, and what could be seen of its text. */
interface EditorPlace {
    /** Another widget of the same pane, or of the nearest one when it had a pane of its own. */
    readonly neighbour: string | undefined;
    readonly mode: 'tab-after' | 'tab-before' | SplitMode;
    readonly inFront: boolean;
    readonly view: object | undefined;
}

/** Knows where editors stood that are closed now, so that they can come back there. */
@injectable()
export class EditorPlaces {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;

    /** By the id of the editor; the oldest first. */
    protected readonly places = new Map<string, EditorPlace>();

    /** An editor is about to be closed. */
    keep(widget: EditorWidget): void {
        const titles = this.shell.getTabBarFor(widget)?.titles ?? [];
        const index = titles.findIndex(({ owner }) => owner === widget);
        const beside = titles.at(index > 0 ? index - 1 : index + 1)?.owner;
        const place = beside
            ? { neighbour: beside.id, mode: index > 0 ? ('tab-after' as const) : ('tab-before' as const) }
            : this.besidePane(widget);
        this.places.set(widget.id, { ...place, inFront: widget.isVisible, view: widget.storeState() });
        for (const oldest of this.places.keys()) {
            if (this.places.size <= MOST_PLACES) {
                break;
            }
            this.places.delete(oldest);
        }
    }

    /** Where an editor is to be opened that had this id. */
    optionsFor(id: string): ApplicationShell.WidgetOptions {
        const place = this.places.get(id);
        const ref = place?.neighbour === undefined ? undefined : this.shell.getWidgetById(place.neighbour);
        return place && ref ? { mode: place.mode, ref } : { area: 'main' };
    }

    /** Shows of an editor that is open again what could be seen of it. */
    async restore(widget: EditorWidget): Promise<void> {
        const place = this.places.get(widget.id);
        if (place?.inFront) {
            await this.shell.revealWidget(widget.id);
        }
        if (place?.view) {
            widget.restoreState(place.view);
        }
    }

    /** Where to put what has a pane of its own, by the pane that is nearest to it. */
    protected besidePane(widget: Widget): Pick<EditorPlace, 'neighbour' | 'mode'> {
        const here = centerOf(widget);
        const nearest = this.shell.mainAreaTabBars
            .flatMap(({ currentTitle }) => (currentTitle && currentTitle.owner !== widget ? [currentTitle.owner] : []))
            .map(owner => ({ owner, x: centerOf(owner).x - here.x, y: centerOf(owner).y - here.y }))
            .sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))
            .at(0);
        return nearest ? { neighbour: nearest.owner.id, mode: splitTowards(nearest) } : { neighbour: undefined, mode: 'tab-after' };
    }
}

function centerOf({ node }: Widget): { x: number; y: number } {
    const { left, top, width, height } = node.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
}

/** Something that lies there has this on its other side. */
function splitTowards({ x, y }: { x: number; y: number }): SplitMode {
    if (Math.abs(x) > Math.abs(y)) {
        return x > 0 ? 'split-left' : 'split-right';
    }
    return y > 0 ? 'split-top' : 'split-bottom';
}
