import { inject, injectable } from '@theia/core/shared/inversify';
import type { CommandOrigin } from '../command/openspace-command';
import { ActionUndo } from '../undo/action-undo';
import { LayeredValues, type UndoTarget } from '../undo/layered-value';
import { isNear } from './pane-geometry';
import { PaneLayout, shownTab, type Pane } from './pane-layout';
import { PaneResizer } from './pane-resizer';

/** Width and height are changed, and taken back, each by itself. */
type Side = 'width' | 'height';
const SIDES: readonly Side[] = ['width', 'height'];

/** In percent of the window; undefined for a pane that is gone or collapsed. */
type Length = number | undefined;

/** Remembers the sizes that panes had before the agent resized one of them. */
@injectable()
export class SizeUndo {
    @inject(PaneLayout) protected readonly layout: PaneLayout;
    @inject(PaneResizer) protected readonly resizer: PaneResizer;
    @inject(ActionUndo) protected readonly undo: ActionUndo;

    /** By the ids of the panes: a tab bar would live on here, with all that was in it, when its pane is long closed. */
    protected readonly lengths: Readonly<Record<Side, LayeredValues<string, Length>>> = {
        width: new LayeredValues(paneId => this.target(paneId, 'width')),
        height: new LayeredValues(paneId => this.target(paneId, 'height'))
    };

    /** Resizes a pane as told, and remembers its size and that of those which made room. */
    async during(resized: Pane, origin: CommandOrigin, resize: () => Promise<void>): Promise<void> {
        const panes = [resized, ...this.layout.all().filter(({ id }) => id !== resized.id)];
        const lengths = panes.flatMap(({ id }) => SIDES.map(side => ({ id, side, before: this.lengthOf(id, side) })));
        await resize();
        for (const { id, side, before } of lengths) {
            const after = this.lengthOf(id, side);
            if (!isSame(before, after)) {
                this.undo.record(origin, this.lengths[side].record(id, before, after));
            }
        }
    }

    protected target(paneId: string, side: Side): UndoTarget<Length> {
        return {
            read: () => this.lengthOf(paneId, side),
            write: length => this.resize(paneId, side, length),
            isSame,
            leftAlone: 'The panes keep the sizes that they have now.'
        };
    }

    protected async resize(paneId: string, side: Side, wanted: Length): Promise<string> {
        const pane = this.layout.get(paneId);
        if (pane && wanted !== undefined && this.lengthOf(paneId, side) !== undefined) {
            await this.resizer.resize(pane, { [side]: wanted });
        }
        return 'The panes have their earlier sizes.';
    }

    protected lengthOf(paneId: string, side: Side): Length {
        const pane = this.layout.get(paneId);
        return pane && shownTab(pane) ? this.layout.describe(pane).geometry[side] : undefined;
    }
}

function isSame(one: Length, other: Length): boolean {
    return one === undefined || other === undefined ? one === other : isNear(one, other);
}
