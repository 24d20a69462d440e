import { Deferred } from '@theia/core/lib/common/promise-util';
import { STILL_ANSWERING } from './turn-runner';

/** A turn whose message is on its way to OpenCode. */
export interface StartingTurn {
    readonly turnId: string;
    /** The tab whose message it is. */
    readonly tabId: string;
    /** The person stopped it before it had begun. */
    aborted: boolean;
    /** Resolves when the turn has begun, or will not begin. */
    readonly started: Deferred;
}

/** The messages on their way to sessions that may not exist yet, at most one for each conversation that was not stopped. */
export class StartingTurns {
    /** The last one of each conversation. */
    protected readonly turns = new Map<string, StartingTurn>();

    /**
     * Begins a turn. A message that was stopped may still be on its way, and this one must not overtake it: `onWait` is called
     * when it has to wait. Rejects while another one is on its way that was not stopped.
     */
    async start(
        { conversationId, turnId, tabId }: { readonly conversationId: string; readonly turnId: string; readonly tabId: string },
        onWait: () => void,
        begin: (start: StartingTurn) => Promise<void>
    ): Promise<void> {
        const before = this.turns.get(conversationId);
        if (before?.aborted === false) {
            throw new Error(STILL_ANSWERING);
        }
        const start: StartingTurn = { turnId, tabId, aborted: false, started: new Deferred() };
        this.turns.set(conversationId, start);
        try {
            if (before) {
                onWait();
                await before.started.promise;
            }
            await begin(start);
        } finally {
            if (this.turns.get(conversationId) === start) {
                this.turns.delete(conversationId);
            }
            start.started.resolve();
        }
    }

    /** The one with this id, if it is on its way. */
    find(turnId: string): StartingTurn | undefined {
        return [...this.turns.values()].find(start => start.turnId === turnId);
    }

    /** The person said stop. */
    stop(conversationId: string): void {
        const start = this.turns.get(conversationId);
        if (start) {
            start.aborted = true;
        }
    }

    /** The person said stop to everything in a tab. */
    stopTab(tabId: string): void {
        const starts = [...this.turns.values()].filter(start => start.tabId === tabId);
        starts.forEach(start => (start.aborted = true));
    }
}
