import type { CommandCall, CommandOutcome, CommandResult } from '@openspace/protocol';

export const syncServicePath = '/services/openspace/sync';

/** What a browser tab says of itself when its connection opens, and again after every reconnect. */
export interface TabIdentity {
    /** Survives reload and network loss; a duplicated tab has one of its own. */
    readonly tabId: string;
    /** URI of the workspace's root folder; absent while no folder is open. */
    readonly workspaceUri?: string;
}

/** How a call ended in the browser. */
export interface CommandExecution {
    readonly outcome: CommandOutcome;
    readonly result: CommandResult;
    /** What the agent should do next, beside the error, which a person reads too. */
    readonly advice?: string | undefined;
}

/** Implemented by the backend, one for each connection; called by the browser's `SyncService`. */
export const SyncServer = Symbol('SyncServer');
export interface SyncServer {
    /** Must be the first call on a connection: everything else of this connection waits for it. */
    hello(tab: TabIdentity): Promise<void>;
    /**
     * Tells how a command ended that this tab was handed; every call of `onAgentCommand` is answered by exactly one of these. Nobody
     * waits for an answer to it, so it has none that would be written before the caller of the command has his.
     */
    onCommandFinished(callId: string, execution: CommandExecution): void;
    /** Of the sessions whose things a tab has left behind, those that are over: that tab is gone for good, and no other goes on with them. */
    endedSessions(leftBy: string, sessionIds: readonly string[]): Promise<string[]>;
}

/** Implemented by the browser's `SyncService`; called by the backend's command ledger, one call at a time. */
export interface SyncClient {
    /** Hands the tab one command. Theia's RPC sends methods named on… without waiting, so the end is told by `onCommandFinished`. */
    onAgentCommand(call: CommandCall): void;
    /**
     * The person said stop while the tab has this command: whatever it waits for is waited for no longer. Its end is still told by
     * `onCommandFinished`, soon, and says what was done by then and what goes on.
     */
    onCommandStopped(callId: string): void;
    /** A session of the agent is over for good; what it opened may go. Told to every tab. */
    onSessionEnded(sessionId: string): void;
}
