import type { Disposable, RpcProxy } from '@theia/core/lib/common';
import { Deferred } from '@theia/core/lib/common/promise-util';
import type { ConversationEvent, ConversationServer, FollowReason, TurnEvent } from '../../common';

/** Whoever shows a turn. */
export interface TurnListener {
    /** The next thing that happens, in order. */
    onEvent(event: TurnEvent): void;
    /** The events come again from the first one: what was shown is void. */
    onRestart(): void;
}

/** A connection that does not come back in this time ends the turn for the person. */
const CONNECTION_TIMEOUT_MS = 60_000;
const CONNECTION_LOST = 'The connection to the IDE was lost while the agent answered. Look at what it did, then send the message again.';

/** Follows one turn to its end, over a lost connection too. */
export class FollowedTurn implements Disposable {
    protected readonly over = new Deferred();
    /** Resolves with the turn's end; rejects, for the person, when it failed. */
    readonly finished = this.over.promise;
    protected readonly subscriptions: readonly Disposable[];
    protected away?: number;

    constructor(
        protected readonly turnId: string,
        protected readonly server: RpcProxy<ConversationServer>,
        protected readonly listener: TurnListener
    ) {
        this.subscriptions = [server.onDidCloseConnection(() => this.onLost()), server.onDidOpenConnection(() => void this.rejoin())];
        // A prompt that is not accepted rejects first; nobody waits for the turn then.
        this.finished.catch(() => undefined);
    }

    /** Whether the connection is lost now: then a call that failed says nothing about the turn. */
    get isLost(): boolean {
        return this.away !== undefined;
    }

    /** Hands an event on, if it is one of this turn. */
    take(event: ConversationEvent): void {
        if (event.turnId !== this.turnId) {
            return;
        }
        if (event.kind === 'end') {
            this.over.resolve();
        } else if (event.kind === 'error') {
            this.over.reject(new Error(event.message));
        } else {
            this.listener.onEvent(event);
        }
    }

    /** Has the backend tell the turn from its beginning. */
    async join(why: FollowReason): Promise<void> {
        if (!(await this.server.followTurn(this.turnId, why))) {
            this.over.reject(new Error(CONNECTION_LOST));
        }
    }

    /** Nothing more is wanted of the turn. */
    leave(): void {
        this.over.resolve();
    }

    dispose(): void {
        window.clearTimeout(this.away);
        this.subscriptions.forEach(subscription => subscription.dispose());
    }

    protected onLost(): void {
        this.away ??= window.setTimeout(() => this.over.reject(new Error(CONNECTION_LOST)), CONNECTION_TIMEOUT_MS);
    }

    protected async rejoin(): Promise<void> {
        if (!this.isLost) {
            return;
        }
        window.clearTimeout(this.away);
        this.away = undefined;
        this.listener.onRestart();
        try {
            await this.join('reconnected');
        } catch {
            // Lost again: that was told by the connection, and the next one tries once more.
        }
    }
}
