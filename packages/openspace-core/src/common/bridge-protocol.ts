import type { CommandDefinition, PaneStateSnapshot } from '@openspace/protocol';

export const bridgeServicePath = '/services/openspace/bridge';

/** Implemented by the backend over `HubClient`; called by the browser's `BridgeContribution`. */
export const BridgeServer = Symbol('BridgeServer');
export interface BridgeServer {
    /** Makes these the commands that the agent knows of this tab. Kept and sent again whenever the Hub comes back. */
    publishManifest(commands: CommandDefinition[]): Promise<void>;
    /** Makes this the layout that the agent knows of this tab. The Hub gets the latest, at most once a second, and again when it comes back. */
    publishState(snapshot: PaneStateSnapshot): Promise<void>;
}
