import { inject, injectable } from '@theia/core/shared/inversify';
import type { CommandOrigin } from '../command/openspace-command';
import { ActionUndo } from '../undo/action-undo';
import { LayeredValues, type UndoTarget } from '../undo/layered-value';
import { isNear, type PaneGeometry } from './pane-geometry';
import { PaneLayout, shownTab, type Pane } from './pane-layout';
import { PaneResizer } from './pane-resizer';

/** Undefined for a pane that is gone or collapsed. */
type PaneSize = Pick<PaneGeometry, 'width' | 'height'> | undefined;

/** Remembers the sizes that panes had before the agent resized one of them. */
@injectable()
export class SizeUndo {
    @inject(PaneLayout) protected readonly layout: PaneLayout;
    @inject(PaneResizer) protected readonly resizer: PaneResizer;
    @inject(ActionUndo) protected readonly undo: ActionUndo;

    /** By the ids of the panes: a tab bar would live on here, with all that was in it, when its pane is long closed. */
    protected readonly sizes = new LayeredValues<string, PaneSize>(paneId => this.target(paneId));

    /** Resizes a pane as told, and remembers its size and that of those which made room. */
    async during(resized: Pane, origin: CommandOrigin, resize: () => Promise<void>): Promise<void> {
        const panes = [resized, ...this.layout.all().filter(({ id }) => id !== resized.id)];
        const before = panes.map(({ id }) => this.sizeOf(id));
        await resize();
        panes.forEach(({ id }, index) => {
            const after = this.sizeOf(id);
            if (!isSame(before[index], after)) {
                this.undo.record(origin, this.sizes.record(id, before[index], after));
            }
        });
    }

    protected target(paneId: string): UndoTarget<PaneSize> {
        return {
            read: () => this.sizeOf(paneId),
            write: size => this.resize(paneId, size),
            isSame,
            leftAlone: 'The panes keep the sizes that they have now.'
        };
    }

    protected async resize(paneId: string, wanted: PaneSize): Promise<string> {
        const pane = this.layout.get(paneId);
        const now = this.sizeOf(paneId);
        if (pane && now && wanted) {
            const isWidth = !isNear(now.width, wanted.width);
            const isHeight = !isNear(now.height, wanted.height);
            await this.resizer.resize(pane, {
                ...(isWidth ? { width: wanted.width } : {}),
                ...(isHeight ? { height: wanted.height } : {})
            });
        }
        return 'The panes have their earlier sizes.';
    }

    protected sizeOf(paneId: string): PaneSize {
        const pane = this.layout.get(paneId);
        return pane && shownTab(pane) ? this.layout.describe(pane).geometry : undefined;
    }
}

function isSame(one: PaneSize, other: PaneSize): boolean {
    return one && other ? isNear(one.width, other.width) && isNear(one.height, other.height) : one === other;
}
