import { ApplicationShell, MessageLoop } from '@theia/core/lib/browser';
import { Emitter } from '@theia/core/lib/common';
import { inject, injectable, postConstruct } from '@theia/core/shared/inversify';
import { TerminalService } from '@theia/terminal/lib/browser/base/terminal-service';
import { AgentWidgets } from '../session/agent-widgets';
import { Terminals } from '../terminal/terminals';
import { PaneLayout } from './pane-layout';

/** Changes come in bursts; they are told together, this long after the first. */
const GATHER_MS = 50;

/** Notices whatever may have changed the layout of the window. */
@injectable()
export class PaneWatch {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(TerminalService) protected readonly terminals: TerminalService;
    @inject(Terminals) protected readonly commands: Terminals;
    @inject(AgentWidgets) protected readonly agentWidgets: AgentWidgets;
    @inject(PaneLayout) protected readonly layout: PaneLayout;

    protected readonly onMayHaveChangedEmitter = new Emitter<void>();
    /** Fires once for a burst, after its first change; a change that comes later fires again. */
    readonly onMayHaveChanged = this.onMayHaveChangedEmitter.event;

    protected gathering?: ReturnType<typeof setTimeout>;
    protected readonly changed = (): void => {
        this.gathering ??= setTimeout(() => this.tell(), GATHER_MS);
    };

    @postConstruct()
    protected init(): void {
        const { mainPanel, bottomPanel, leftPanelHandler, rightPanelHandler } = this.shell;
        for (const panel of [mainPanel, bottomPanel, leftPanelHandler.container, rightPanelHandler.container]) {
            // Children that come and go, sizes, splits and collapsed panels all reach a panel as a message.
            MessageLoop.installMessageHook(panel, () => {
                this.changed();
                return true;
            });
        }
        this.shell.onDidAddWidget(this.changed);
        this.shell.onDidRemoveWidget(this.changed);
        this.shell.onDidChangeActiveWidget(this.changed);
        this.shell.onDidChangeCurrentWidget(this.changed);
        this.terminals.onDidCreateTerminal(this.changed);
        this.commands.onDidChangeCommand(this.changed);
        this.agentWidgets.onDidChange(this.changed);
        this.changed();
    }

    /** Tells now what has been gathered, if anything. */
    flush(): void {
        // The shell lays itself out with the next frame, which never comes while the browser tab is in the background.
        MessageLoop.flush();
        if (this.gathering !== undefined) {
            clearTimeout(this.gathering);
            this.tell();
        }
    }

    protected tell(): void {
        this.gathering = undefined;
        if (!this.shell.isDisposed) {
            this.listen();
            this.onMayHaveChangedEmitter.fire();
        }
    }

    /** Connecting again what is connected does nothing, and Lumino drops connections with the widget. */
    protected listen(): void {
        for (const { tabBar } of this.layout.all()) {
            tabBar.currentChanged.connect(this.changed);
            tabBar.tabMoved.connect(this.changed);
            tabBar.titles.forEach(title => title.changed.connect(this.changed));
        }
    }
}
