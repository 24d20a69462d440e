import { ApplicationShell, DockLayout, MessageLoop } from '@theia/core/lib/browser';
import type { TheiaDockPanel } from '@theia/core/lib/browser/shell/theia-dock-panel';
import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError } from '../../common';
import { PaneLayout, shownTab, type Pane } from './pane-layout';
import { sizingHandles, type SplitOrientation, type SplitTree } from './split-tree';

/** Changes the size of panes, wherever they stand. */
@injectable()
export class PaneResizer {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(PaneLayout) protected readonly layout: PaneLayout;

    /**
     * Makes the pane as large as asked, in percent of the window, or as near to it as the layout allows.
     *
     * @throws CommandError when the pane cannot be resized in that direction
     */
    async resize(pane: Pane, size: { width?: number; height?: number }): Promise<void> {
        if (!shownTab(pane)) {
            throw new CommandError(
                'pane-collapsed',
                `Pane "${pane.id}" is collapsed. Bring it up with openspace.pane.focus, then resize it.`
            );
        }
        const window = this.shell.node.getBoundingClientRect();
        // Both are looked up before anything moves: a command that fails has changed nothing.
        const steps = [
            ...(size.width === undefined ? [] : [this.sizing(pane, 'horizontal', (size.width / 100) * window.width)]),
            ...(size.height === undefined ? [] : [this.sizing(pane, 'vertical', (size.height / 100) * window.height)])
        ];
        for (const step of steps) {
            await step();
        }
    }

    protected sizing(pane: Pane, orientation: SplitOrientation, pixels: number): () => Promise<void> {
        const { area } = pane;
        if (area === 'main' || area === 'bottom') {
            const panel = area === 'main' ? this.shell.mainPanel : this.shell.bottomPanel;
            if (this.handlesOf(panel, pane, orientation).length > 0) {
                return () => this.moveHandles(panel, pane, orientation, pixels);
            }
        }
        if (area === 'bottom' ? orientation === 'vertical' : area !== 'main' && orientation === 'horizontal') {
            return () => this.resizeArea(area, pixels);
        }
        const [length, others] = orientation === 'horizontal' ? ['width', ['left', 'right']] : ['height', ['bottom']];
        const shown = this.layout.all().filter(each => others.includes(each.area) && each.area !== area && shownTab(each));
        const hint = area === 'main' && shown.length > 0 ? ` Resize ${shown.map(({ id }) => `"${id}"`).join(' or ')} instead.` : '';
        throw new CommandError('not-resizable', `Pane "${pane.id}" takes the whole ${length} of the ${area} area.${hint}`);
    }

    protected async resizeArea(area: 'left' | 'right' | 'bottom' | 'main', pixels: number): Promise<void> {
        this.shell.resize(pixels, area);
        await this.shell.pendingUpdates;
        MessageLoop.flush();
    }

    protected moveHandles(panel: TheiaDockPanel, pane: Pane, orientation: SplitOrientation, pixels: number): Promise<void> {
        for (const { handle, direction } of this.handlesOf(panel, pane, orientation)) {
            const { width, height } = this.layout.rectangleOf(pane);
            const shift = direction * (pixels - (orientation === 'horizontal' ? width : height));
            dockLayoutOf(panel)?.moveHandle(handle, handle.offsetLeft + shift, handle.offsetTop + shift);
            // What this handle could not give, the next one may: only the new layout tells.
            MessageLoop.flush();
        }
        return Promise.resolve();
    }

    protected handlesOf(
        panel: TheiaDockPanel,
        { tabBar }: Pane,
        orientation: SplitOrientation
    ): { handle: HTMLDivElement; direction: number }[] {
        const tree: SplitTree<unknown> | null = panel.saveLayout().main;
        const handles = [...(dockLayoutOf(panel)?.handles() ?? [])];
        return (tree ? sizingHandles(tree, tabBar.titles[0].owner, orientation) : []).map(({ index, direction }) => ({
            handle: handles[index],
            direction
        }));
    }
}

function dockLayoutOf(panel: TheiaDockPanel): DockLayout | undefined {
    return panel.layout instanceof DockLayout ? panel.layout : undefined;
}
