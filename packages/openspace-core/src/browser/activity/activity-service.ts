import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { Emitter, ILogger, type RpcProxy } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import { ActivityServer, MOST_ACTIVITY_ENTRIES, type ActivityClient, type ActivityEntry } from '../../common';

/** What agents did in this workspace, as the backend tells it: history first, then every change as it happens. */
@injectable()
export class ActivityService implements ActivityClient, FrontendApplicationContribution {
    @inject(ActivityServer) protected readonly server: RpcProxy<ActivityServer>;
    @inject(ILogger) @named('openspace:ActivityService') protected readonly logger: ILogger;

    protected mostEntries: number = MOST_ACTIVITY_ENTRIES;
    /** By call id, in the order in which they were asked for. */
    protected readonly known = new Map<string, ActivityEntry>();
    protected list?: readonly ActivityEntry[] | undefined;
    protected readonly onDidChangeEmitter = new Emitter<readonly ActivityEntry[]>();
    /** Carries the entries that are new or have changed since they were told last. What happened before this tab came is not told. */
    readonly onDidChange = this.onDidChangeEmitter.event;
    protected readonly onDidLoadEmitter = new Emitter<void>();
    /** The history is here, for the first time or after a lost connection. */
    readonly onDidLoad = this.onDidLoadEmitter.event;

    onStart(): void {
        this.server.onDidOpenConnection(() => void this.load());
        void this.load();
    }

    /** Every entry, the oldest first. The same array as long as nothing changes. */
    get entries(): readonly ActivityEntry[] {
        return (this.list ??= [...this.known.values()]);
    }

    onActivity(entries: readonly ActivityEntry[]): void {
        const changed = this.take(entries);
        if (changed.length > 0) {
            this.onDidChangeEmitter.fire(changed);
        }
    }

    protected async load(): Promise<void> {
        try {
            this.take(await this.server.followActivity());
            const inOrder = [...this.known].sort(([, left], [, right]) => left.askedAt - right.askedAt);
            this.known.clear();
            inOrder.forEach(([callId, entry]) => this.known.set(callId, entry));
            this.onDidLoadEmitter.fire();
        } catch (error) {
            // Lost again: the next connection loads it.
            this.logger.debug('The activity could not be loaded', error);
        }
    }

    /** Answers with those that say something new: the history may come after changes that it holds already. */
    protected take(entries: readonly ActivityEntry[]): ActivityEntry[] {
        const changed = entries.filter(({ callId, revision }) => (this.known.get(callId)?.revision ?? 0) < revision);
        changed.forEach(entry => this.known.set(entry.callId, entry));
        for (const callId of this.known.keys()) {
            if (this.known.size <= this.mostEntries) {
                break;
            }
            this.known.delete(callId);
        }
        this.list = undefined;
        return changed;
    }
}
