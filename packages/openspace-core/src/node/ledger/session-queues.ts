import { SessionQueue } from './session-queue';

/** So many conversations of a tab are known; one that was forgotten is known again with its next message. */
const MOST_CONVERSATIONS = 500;

/** The queues of all sessions, the one used last at the end. */
export class SessionQueues {
    protected readonly queues = new Map<string, SessionQueue>();
    /** Those of conversations whose tab is gone. Nothing waits in them any more, but the agent has not been told all that has ended. */
    protected readonly abandoned = new Map<string, SessionQueue>();

    /** The queue of a session, if it has one. */
    get(sessionId: string): SessionQueue | undefined {
        return this.queues.get(sessionId);
    }

    /** The same, also of a conversation whose tab is gone. */
    find(sessionId: string): SessionQueue | undefined {
        return this.abandoned.get(sessionId) ?? this.queues.get(sessionId);
    }

    /** The queue of a session; made now, for the calls of a program in the given tab, when there is none. */
    obtain(sessionId: string, tabId: string): SessionQueue {
        return this.queues.get(sessionId) ?? this.put(new SessionQueue(sessionId, tabId, true));
    }

    /** Makes a tab the owner of a conversation. */
    own(sessionId: string, tabId: string): SessionQueue {
        const left = this.abandoned.get(sessionId);
        this.abandoned.delete(sessionId);
        const queue = this.queues.get(sessionId) ?? left ?? new SessionQueue(sessionId, tabId, false);
        if (left && left !== queue) {
            queue.inherit(left);
        }
        queue.ownerTabId = tabId;
        queue.isTransient = false;
        return this.put(queue);
    }

    /** Forgets the queue of a session. */
    delete(sessionId: string): void {
        this.queues.delete(sessionId);
        this.abandoned.delete(sessionId);
    }

    /** No tab has the session any more. That of a conversation is still to be found, until too many others are. */
    abandon(sessionId: string): void {
        const queue = this.queues.get(sessionId);
        this.queues.delete(sessionId);
        if (queue?.isTransient === false) {
            this.abandoned.set(sessionId, queue);
            [...this.abandoned.keys()].slice(0, -MOST_CONVERSATIONS).forEach(oldest => this.abandoned.delete(oldest));
        }
    }

    /** Forgets a queue that only calls through a door had, once they are over. */
    deleteTransient(queue: SessionQueue): void {
        if (queue.isTransient && this.queues.get(queue.sessionId) === queue) {
            this.queues.delete(queue.sessionId);
        }
    }

    /** Forgets the conversations of a tab that are too many, the oldest first; answers with those that it forgot. What has commands stays. */
    deleteOldest(tabId: string): string[] {
        const oldest = this.conversationsOf(tabId).slice(0, -MOST_CONVERSATIONS);
        const idle = oldest.filter(sessionId => this.queues.get(sessionId)?.draining === undefined);
        idle.forEach(sessionId => this.queues.delete(sessionId));
        return idle;
    }

    /** The queues whose commands a tab executes. */
    of(tabId: string): SessionQueue[] {
        return [...this.queues.values()].filter(({ ownerTabId }) => ownerTabId === tabId);
    }

    /** The conversations whose commands a tab executes. */
    conversationsOf(tabId: string): string[] {
        return this.of(tabId).flatMap(({ sessionId, isTransient }) => (isTransient ? [] : [sessionId]));
    }

    /** The conversations of all tabs. */
    conversations(): string[] {
        return [...this.queues.values()].flatMap(({ sessionId, isTransient }) => (isTransient ? [] : [sessionId]));
    }

    /** How many commands wait. */
    get waiting(): number {
        return [...this.queues.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
    }

    protected put(queue: SessionQueue): SessionQueue {
        this.queues.delete(queue.sessionId);
        this.queues.set(queue.sessionId, queue);
        return queue;
    }
}
