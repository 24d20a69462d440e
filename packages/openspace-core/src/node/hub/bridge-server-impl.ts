import type { CommandDefinition, PaneStateSnapshot } from '@openspace/protocol';
import { redactDeep, redactSecrets } from '@openspace/workspace-tools';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { BridgeServer } from '../../common';
import { TabConnection } from '../tab/tab-connection';
import { TabRegistry } from '../tab/tab-registry';
import { HubClient } from './hub-client';

/** One for each connection: publishes for its tab. */
@injectable()
export class BridgeServerImpl implements BridgeServer {
    @inject(TabConnection) protected readonly tab: TabConnection;
    @inject(TabRegistry) protected readonly tabs: TabRegistry;
    @inject(HubClient) protected readonly hub: HubClient;

    async publishManifest(commands: CommandDefinition[]): Promise<void> {
        const { tabId, workspaceUri } = await this.tab.identity();
        this.tabs.setCommands(tabId, commands);
        this.hub.publishManifest(tabId, workspaceUri === undefined ? '' : await this.tab.workspaceFolder(), commands);
    }

    async publishState(snapshot: PaneStateSnapshot): Promise<void> {
        const { tabId, workspaceUri } = await this.tab.identity();
        this.tabs.markActive(tabId);
        this.hub.publishState(tabId, workspaceUri === undefined ? '' : await this.tab.workspaceFolder(), withoutSecrets(snapshot));
    }
}

/** Command lines may hold secrets, and so may the titles of terminals; neither the Hub nor the instructions are to have them. */
function withoutSecrets({ panes, terminals, ...rest }: PaneStateSnapshot): PaneStateSnapshot {
    const titled = <T extends { readonly title: string }>(each: T): T => ({ ...each, title: redactSecrets(each.title) });
    return {
        ...rest,
        panes: panes.map(pane => ({ ...titled(pane), tabs: pane.tabs.map(titled) })),
        ...(terminals && { terminals: redactDeep(terminals) })
    };
}
