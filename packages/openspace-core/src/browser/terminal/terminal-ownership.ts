import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { inject, injectable } from '@theia/core/shared/inversify';
import { TerminalService } from '@theia/terminal/lib/browser/base/terminal-service';
import type { TerminalWidget } from '@theia/terminal/lib/browser/base/terminal-widget';
import { TerminalServer } from '../../common';
import { AgentWidgets } from '../session/agent-widgets';

/** Tells the backend which terminals are the agent's: those end with this window, the others when the person closes them. */
@injectable()
export class TerminalOwnership implements FrontendApplicationContribution {
    @inject(TerminalService) protected readonly service: TerminalService;
    @inject(TerminalServer) protected readonly server: TerminalServer;
    @inject(AgentWidgets) protected readonly agentWidgets: AgentWidgets;

    /** The terminals that the backend knows as the agent's, with the process that each had then. */
    protected readonly adopted = new WeakMap<TerminalWidget, number>();

    onStart(): void {
        this.agentWidgets.onDidChange(() => this.service.all.forEach(widget => this.tell(widget)));
        // One of before a reload has its process only when it is connected again.
        this.service.onDidCreateTerminal(widget => widget.onDidOpen(() => this.tell(widget)));
    }

    protected tell(widget: TerminalWidget): void {
        const { terminalId, isDisposed } = widget;
        // One that is closed stays what it was, so that what runs in it ends with it.
        if (isDisposed || terminalId < 0) {
            return;
        }
        const adopted = this.adopted.get(widget);
        if (!this.agentWidgets.isOwn(widget)) {
            if (adopted !== undefined) {
                this.adopted.delete(widget);
                void this.server.releaseTerminal(adopted);
            }
        } else if (adopted !== terminalId) {
            this.adopted.set(widget, terminalId);
            void this.server.adoptTerminal(terminalId);
        }
    }
}
