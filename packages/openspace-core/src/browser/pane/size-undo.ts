import type { TabBar, Widget } from '@theia/core/lib/browser';
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

    protected readonly sizes = new LayeredValues<TabBar<Widget>, PaneSize>(tabBar => this.target(tabBar));

    /** Resizes a pane as told, and remembers its size and that of those which made room. */
    async during(resized: Pane, origin: CommandOrigin, resize: () => Promise<void>): Promise<void> {
        const panes = [resized, ...this.layout.all().filter(({ tabBar }) => tabBar !== resized.tabBar)];
        const before = panes.map(({ tabBar }) => this.sizeOf(tabBar));
        await resize();
        panes.forEach(({ tabBar }, index) => {
            const after = this.sizeOf(tabBar);
            if (!isSame(before[index], after)) {
                this.undo.record(origin, this.sizes.record(tabBar, before[index], after));
            }
        });
    }

    protected target(tabBar: TabBar<Widget>): UndoTarget<PaneSize> {
        return {
            read: () => this.sizeOf(tabBar),
            write: size => this.resize(tabBar, size),
            isSame,
            leftAlone: 'The panes keep the sizes that they have now.'
        };
    }

    protected async resize(tabBar: TabBar<Widget>, wanted: PaneSize): Promise<string> {
        const pane = this.paneOf(tabBar);
        const now = this.sizeOf(tabBar);
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

    protected sizeOf(tabBar: TabBar<Widget>): PaneSize {
        const pane = this.paneOf(tabBar);
        return pane && shownTab(pane) ? this.layout.describe(pane).geometry : undefined;
    }

    protected paneOf(tabBar: TabBar<Widget>): Pane | undefined {
        return this.layout.all().find(pane => pane.tabBar === tabBar);
    }
}

function isSame(one: PaneSize, other: PaneSize): boolean {
    return one && other ? isNear(one.width, other.width) && isNear(one.height, other.height) : one === other;
}
