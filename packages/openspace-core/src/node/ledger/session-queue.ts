import type { CommandCall } from '@openspace/protocol';
import type { FinishedCommand } from './command-progress';

/** The commands of one session: first in, first out, one at a time. */
export class SessionQueue {
    readonly waiting: CommandCall[] = [];
    /** The next command keeps its distance from the last one, also when the queue was empty in between. In `performance.now()`. */
    restsUntil = 0;
    /** Resolves when no command waits or runs; absent when that is so. */
    draining?: Promise<void> | undefined;
    /** Blocks that each message of the agent has held. */
    protected readonly perMessage = new Map<string, number>();
    /** Messages of which it was told that they have too many blocks. */
    protected readonly overfull = new Set<string>();
    /** The first command of a message that is not told by itself any more, and how many they are with it. */
    protected readonly excess = new Map<string, { readonly first: CommandCall; count: number }>();
    /** What has ended since it was taken last. */
    protected ended: FinishedCommand[] = [];

    /** A transient queue is made by a call through a door, and gone with its last one: no conversation belongs to it. */
    constructor(
        readonly sessionId: string,
        public ownerTabId: string,
        public isTransient: boolean
    ) {}

    /** What has ended and was not taken yet. */
    get finished(): readonly FinishedCommand[] {
        return this.ended;
    }

    /** Counts one more block of a message; answers with their number. */
    count(messageId: string): number {
        const count = (this.perMessage.get(messageId) ?? 0) + 1;
        this.perMessage.set(messageId, count);
        return count;
    }

    /** A message has too many blocks; true when that was not known yet. */
    noteOverfull(messageId: string): boolean {
        const isNew = !this.overfull.has(messageId);
        this.overfull.add(messageId);
        return isNew;
    }

    /** One more command of a message is refused without being told by itself. */
    addExcess(messageId: string, call: CommandCall): void {
        const excess = this.excess.get(messageId) ?? { first: call, count: 0 };
        excess.count++;
        this.excess.set(messageId, excess);
    }

    /** The commands since the last time that were not told by themselves, for each message that had such. */
    takeExcess(): { readonly first: CommandCall; readonly count: number }[] {
        const taken = [...this.excess.values()];
        this.excess.clear();
        return taken;
    }

    /** Takes what the agent has not been told yet from an earlier queue of the session. */
    inherit(earlier: SessionQueue): void {
        earlier.excess.forEach((excess, messageId) => this.excess.set(messageId, excess));
        this.keepFinished(earlier.takeFinished());
    }

    /** Takes a call out of the line. */
    remove(call: CommandCall): void {
        this.waiting.splice(this.waiting.indexOf(call), 1);
    }

    /** A command of this session has ended. */
    addFinished(finished: FinishedCommand): void {
        this.ended.push(finished);
    }

    /** What has ended since the last time; blocks are counted anew. */
    takeFinished(): FinishedCommand[] {
        const taken = this.ended;
        this.ended = [];
        this.perMessage.clear();
        this.overfull.clear();
        return taken;
    }

    /** Takes commands back: they are the first to be taken the next time. */
    keepFinished(finished: readonly FinishedCommand[]): void {
        this.ended.unshift(...finished);
    }
}
