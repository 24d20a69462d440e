import { ApplicationShell } from '@theia/core/lib/browser';
import { generateUuid } from '@theia/core/lib/common/uuid';
import { inject, injectable } from '@theia/core/shared/inversify';
import { TerminalService } from '@theia/terminal/lib/browser/base/terminal-service';
import { AGENT_TERMINAL_VARIABLE, CommandError, type AdmittedTerminal } from '../../common';
import { AgentReveal } from '../attention/agent-reveal';
import type { CommandOrigin } from '../command/openspace-command';
import { AgentWidgets } from '../session/agent-widgets';
import { ObservedTerminalWidget } from './observed-terminal-widget';

/** Starts terminals on a command's word, without the keyboard focus. */
@injectable()
export class TerminalOpener {
    @inject(TerminalService) protected readonly service: TerminalService;
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(AgentWidgets) protected readonly agentWidgets: AgentWidgets;
    @inject(AgentReveal) protected readonly reveal: AgentReveal;

    /** Starts the shell and shows it in the bottom panel: at the front, or behind what the person is typing in. */
    async open(admitted: AdmittedTerminal, title: string | undefined, origin: CommandOrigin): Promise<ObservedTerminalWidget> {
        const widget = await this.service.newTerminal({
            // An id of its own, that a reload of the page brings back.
            id: `terminal-${generateUuid().slice(0, 8)}`,
            ...(title === undefined ? {} : { title }),
            // The name by which the agent knows it stays.
            useServerTitle: false,
            cwd: admitted.cwdUri,
            ...(origin.by === 'agent' ? { env: { [AGENT_TERMINAL_VARIABLE]: '1' } } : {}),
            ...(admitted.shellPath === undefined ? {} : { shellPath: admitted.shellPath })
        });
        if (!(widget instanceof ObservedTerminalWidget)) {
            throw new Error('A terminal of another kind was made.');
        }
        try {
            await widget.start();
        } catch (error) {
            widget.dispose();
            throw new CommandError(
                'not-started',
                `The terminal could not be started: ${error instanceof Error ? error.message : String(error)}`
            );
        }
        if (origin.by === 'agent') {
            this.agentWidgets.add(widget, origin.sessionId);
        }
        await this.shell.addWidget(widget, { area: 'bottom' });
        await this.reveal.show(widget, origin);
        return widget;
    }
}
