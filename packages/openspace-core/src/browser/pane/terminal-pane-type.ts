import { ApplicationShell, type Widget } from '@theia/core/lib/browser';
import { inject, injectable } from '@theia/core/shared/inversify';
import { TerminalService } from '@theia/terminal/lib/browser/base/terminal-service';
import { TerminalWidget } from '@theia/terminal/lib/browser/base/terminal-widget';
import type { ArgumentChoice } from '../command/openspace-command';
import { Terminals } from '../terminal/terminals';
import type { PaneContent, PaneType, WantedSplit } from './pane-type';
import { PlaceUndo } from './place-undo';

/** Terminals that exist already; the content's id is the terminal's id or its title. Never starts one. */
@injectable()
export class TerminalPaneType implements PaneType {
    readonly id = 'terminal';
    readonly noun = 'a terminal';
    readonly contentName = 'its id or title';
    readonly endsWorkOnClose = true;

    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(TerminalService) protected readonly service: TerminalService;
    @inject(Terminals) protected readonly terminals: Terminals;
    @inject(PlaceUndo) protected readonly places: PlaceUndo;

    contents(typed: string): ArgumentChoice[] {
        return this.terminals.choices(typed);
    }

    holds(widget: Widget): boolean {
        return widget instanceof TerminalWidget;
    }

    async open(contentId: string, split?: WantedSplit): Promise<PaneContent> {
        const widget = this.terminals.findOpen(contentId);
        if (!widget.isAttached) {
            await this.service.open(widget, { mode: 'open' });
        }
        const moved = split && (await this.moveToOwnPane(widget, split));
        return { widget, isNew: false, ...moved };
    }

    protected async moveToOwnPane(widget: TerminalWidget, split: WantedSplit): Promise<Pick<PaneContent, 'notSplit' | 'moved'>> {
        const area = this.shell.getAreaFor(widget);
        if (area !== 'main' && area !== 'bottom') {
            return { notSplit: 'panes at the side cannot be split' };
        }
        const neighbour = this.shell.getTabBarFor(widget)?.titles.find(({ owner }) => owner !== widget);
        if (!neighbour) {
            return { notSplit: 'it has this pane to itself already' };
        }
        const notSplit = split.reasonAgainst(area, widget);
        return notSplit === undefined ? { moved: await this.places.moveBeside(widget, neighbour.owner, split.direction) } : { notSplit };
    }
}
