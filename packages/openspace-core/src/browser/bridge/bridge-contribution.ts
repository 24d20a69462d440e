import { COMMAND_NAMESPACE } from '@openspace/protocol';
import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { CommandRegistry, ILogger, type RpcProxy } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import debounce from '@theia/core/shared/lodash.debounce';
import { BridgeServer } from '../../common';
import { agentCommands } from '../command/agent-commands';
import { PaneService } from '../pane/pane-service';

/** Publishes what this tab can do and what it shows: on start, and again whenever that changes. */
@injectable()
export class BridgeContribution implements FrontendApplicationContribution {
    @inject(CommandRegistry) protected readonly commands: CommandRegistry;
    @inject(PaneService) protected readonly panes: PaneService;
    @inject(BridgeServer) protected readonly server: RpcProxy<BridgeServer>;
    @inject(ILogger) @named('openspace:BridgeContribution') protected readonly logger: ILogger;

    protected readonly toldFaults = new Set<string>();

    onStart(): void {
        this.commands.onCommandsChanged(debounce(() => void this.publish(), 100));
        // A backend that was restarted knows nothing of this tab.
        this.server.onDidOpenConnection(() => {
            void this.publish();
            void this.server.publishState(this.panes.snapshot());
        });
        void this.publish();
        this.panes.onPaneLayoutChanged(snapshot => void this.server.publishState(snapshot));
        // What a command changed is published before its result, so that the agent's next instructions show it.
        this.commands.onDidExecuteCommand(({ commandId }) => {
            if (commandId.startsWith(COMMAND_NAMESPACE)) {
                this.panes.flush();
            }
        });
    }

    protected async publish(): Promise<void> {
        await this.server.publishManifest(agentCommands(this.commands, fault => this.tellOnce(fault)));
    }

    /** All commands are published again with every change, and what is wrong with one stays wrong. */
    protected tellOnce(fault: string): void {
        if (!this.toldFaults.has(fault)) {
            this.toldFaults.add(fault);
            void this.logger.error(fault);
        }
    }
}
