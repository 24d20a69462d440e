import type { Disposable } from '@theia/core/lib/common';
import type { Channel } from '@theia/core/lib/common/message-rpc';
import { Deferred } from '@theia/core/lib/common/promise-util';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { MainChannel } from '@theia/core/lib/node/messaging/default-messaging-service';
import { inject, injectable, postConstruct } from '@theia/core/shared/inversify';
import type { CommandExecution, SyncClient, SyncServer, TabIdentity } from '../../common';
import { ResumableChannel } from '../connection/resumable-channel';
import { CommandLedger } from '../ledger/command-ledger';
import { TabRegistry, type ConnectedTab } from './tab-registry';

/** One connection of one tab: the other services of the connection ask it who is calling. */
@injectable()
export class TabConnection implements SyncServer {
    @inject(TabRegistry) protected readonly registry: TabRegistry;

    @inject(MainChannel) protected readonly channel: Channel;

    @inject(CommandLedger) protected readonly ledger: CommandLedger;

    protected readonly identified = new Deferred();
    protected tab?: ConnectedTab;
    protected client?: SyncClient;
    protected subscription?: Disposable;

    @postConstruct()
    protected init(): void {
        this.subscription = this.registry.onDidChange(tabId => {
            // A duplicate of the tab may take its place for a moment, until it has an id of its own.
            if (this.tab?.tabId === tabId && !this.registry.get(tabId) && !this.isAway) {
                this.registry.connect(this.tab);
            }
        });
    }

    /** Whom to tell at the other end of the connection; said once, before anything else. */
    setClient(client: SyncClient): void {
        this.client = client;
    }

    hello(identity: TabIdentity): Promise<void> {
        if (!this.client) {
            throw new Error('A tab said hello before its connection was ready.');
        }
        // Said again on the same connection, it must not look like a new one: a running command would be given up.
        if (this.tab?.tabId !== identity.tabId || this.tab.workspaceUri !== identity.workspaceUri) {
            this.tab = { ...identity, client: this.client };
            this.registry.connect(this.tab);
        }
        this.identified.resolve();
        return Promise.resolve();
    }

    onCommandFinished(callId: string, execution: CommandExecution): void {
        // Only a tab that has said hello is handed commands.
        if (this.tab) {
            this.ledger.commandFinished(this.tab.tabId, callId, execution);
        }
    }

    async endedSessions(leftBy: string, sessionIds: readonly string[]): Promise<string[]> {
        // Until it has said hello, a tab that asks after what it left itself would count as gone.
        await this.identified.promise;
        return this.registry.isGone(leftBy) ? sessionIds.filter(sessionId => !this.ledger.hasSession(sessionId)) : [];
    }

    /** The tab of this connection, once it has said hello. */
    async identity(): Promise<TabIdentity> {
        await this.identified.promise;
        if (!this.tab) {
            throw new Error('The tab of this connection is gone.');
        }
        return this.tab;
    }

    /** The folder that the tab works in; throws, for a person, when there is none. */
    async workspaceFolder(): Promise<string> {
        const { workspaceUri } = await this.identity();
        if (workspaceUri === undefined) {
            throw new Error('The folder of this IDE is gone. Start it in one that exists: npm start -- --workspace DIR');
        }
        return FileUri.fsPath(workspaceUri);
    }

    /** Whether the page behind this connection is not there now: it may have been loaded anew over another one. */
    protected get isAway(): boolean {
        return this.channel instanceof ResumableChannel && this.channel.isAway;
    }

    /** The connection is gone. */
    close(): void {
        this.subscription?.dispose();
        if (this.tab) {
            // A page that died without a word was waited for already.
            this.registry.disconnect(this.tab, this.channel instanceof ResumableChannel ? this.channel.awayMs : 0);
        }
    }
}
