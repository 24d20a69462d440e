import { COMMAND_NAMESPACE } from '@openspace/protocol';
import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { CommandRegistry, type RpcProxy } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import debounce from '@theia/core/shared/lodash.debounce';
import { BridgeServer } from '../../common';
import { isOpenSpaceCommand, toCommandDefinition } from '../command/openspace-command';
import { PaneService } from '../pane/pane-service';

/** Publishes what this tab can do and what it shows: on start, and again whenever that changes. */
@injectable()
export class BridgeContribution implements FrontendApplicationContribution {
    @inject(CommandRegistry) protected readonly commands: CommandRegistry;
    @inject(PaneService) protected readonly panes: PaneService;
    @inject(BridgeServer) protected readonly server: RpcProxy<BridgeServer>;

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
        const commands = this.commands.commands.filter(isOpenSpaceCommand).map(toCommandDefinition);
        commands.sort((left, right) => (left.id < right.id ? -1 : 1));
        await this.server.publishManifest(commands);
    }
}
