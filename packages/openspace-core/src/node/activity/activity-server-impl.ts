import { Disposable } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { ActivityClient, ActivityEntry, ActivityServer } from '../../common';
import { TabConnection } from '../tab/tab-connection';
import { ActivityLog, concerns, seenFrom } from './activity-log';

/** Changes of so short a time are told together: a burst of commands is one message. */
const BATCH_MS = 50;

/** One for each connection: tells its tab what happens in the workspace that it shows. */
@injectable()
export class ActivityServerImpl implements ActivityServer {
    @inject(TabConnection) protected readonly tab: TabConnection;
    @inject(ActivityLog) protected readonly log: ActivityLog;

    protected client?: ActivityClient;
    protected following: Disposable = Disposable.NULL;
    /** What the tab has not been told yet, by call id. */
    protected readonly untold = new Map<string, ActivityEntry>();
    protected telling?: NodeJS.Timeout;

    /** Whom to tell at the other end of the connection; said once, before anything else. */
    setClient(client: ActivityClient): void {
        this.client = client;
    }

    /** The connection is gone. */
    close(): void {
        this.following.dispose();
        clearTimeout(this.telling);
        this.client = undefined;
    }

    async followActivity(): Promise<readonly ActivityEntry[]> {
        const { workspaceUri, tabId } = await this.tab.identity();
        this.following.dispose();
        this.following = this.log.onDidChange(activity => {
            if (concerns(activity, workspaceUri)) {
                this.untold.set(activity.entry.callId, seenFrom(activity, tabId));
                this.telling ??= setTimeout(() => this.tell(), BATCH_MS).unref();
            }
        });
        return this.log.entriesOf(workspaceUri, tabId);
    }

    protected tell(): void {
        this.telling = undefined;
        const entries = [...this.untold.values()];
        this.untold.clear();
        this.client?.onActivity(entries);
    }
}
