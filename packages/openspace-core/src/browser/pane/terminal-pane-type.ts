import { ApplicationShell, type Widget } from '@theia/core/lib/browser';
import { inject, injectable } from '@theia/core/shared/inversify';
import { TerminalService } from '@theia/terminal/lib/browser/base/terminal-service';
import { TerminalWidget } from '@theia/terminal/lib/browser/base/terminal-widget';
import { CommandError } from '../../common';
import { findTerminal } from '../terminal/terminal-reference';
import type { PaneContent, PaneSplit, PaneType } from './pane-type';

/** Terminals that exist already; the content's id is the terminal's id or its title. Never starts one. */
@injectable()
export class TerminalPaneType implements PaneType {
    readonly id = 'terminal';
    readonly endsWorkOnClose = true;

    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(TerminalService) protected readonly terminals: TerminalService;

    holds(widget: Widget): boolean {
        return widget instanceof TerminalWidget;
    }

    async open(contentId: string, split?: PaneSplit): Promise<PaneContent> {
        const widget = this.find(contentId);
        if (!widget.isAttached) {
            await this.terminals.open(widget, { mode: 'open' });
        }
        if (split) {
            await this.moveToOwnPane(widget, split);
        }
        return { widget, isNew: false };
    }

    protected find(contentId: string): TerminalWidget {
        const terminals = this.terminals.all.map(widget => ({ id: widget.id, title: widget.title.label, widget }));
        if (terminals.length === 0) {
            throw new CommandError('unknown-terminal', 'There is no terminal yet. Make one with openspace.terminal.create.');
        }
        return findTerminal(contentId, terminals).widget;
    }

    protected async moveToOwnPane(widget: TerminalWidget, split: PaneSplit): Promise<void> {
        const area = this.shell.getAreaFor(widget);
        const neighbour = this.shell.getTabBarFor(widget)?.titles.find(({ owner }) => owner !== widget);
        if (neighbour && (area === 'main' || area === 'bottom')) {
            await this.shell.addWidget(widget, { area, mode: split, ref: neighbour.owner });
        }
    }
}
