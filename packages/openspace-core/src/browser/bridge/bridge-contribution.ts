import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { CommandRegistry, type RpcProxy } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import debounce from '@theia/core/shared/lodash.debounce';
import { BridgeServer } from '../../common';
import { isOpenSpaceCommand, toCommandDefinition } from '../command/openspace-command';

/** Publishes what this tab can do: on start, and again whenever commands come or go. */
@injectable()
export class BridgeContribution implements FrontendApplicationContribution {
    @inject(CommandRegistry) protected readonly commands: CommandRegistry;
    @inject(BridgeServer) protected readonly server: RpcProxy<BridgeServer>;

    onStart(): void {
        this.commands.onCommandsChanged(debounce(() => void this.publish(), 100));
        // A backend that was restarted knows nothing of this tab.
        this.server.onDidOpenConnection(() => void this.publish());
        void this.publish();
    }

    protected async publish(): Promise<void> {
        const commands = this.commands.commands.filter(isOpenSpaceCommand).map(toCommandDefinition);
        commands.sort((left, right) => (left.id < right.id ? -1 : 1));
        await this.server.publishManifest(commands);
    }
}
