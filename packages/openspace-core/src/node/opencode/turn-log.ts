import type { ConversationEvent, TurnEvent } from '../../common';

type Follower = (event: ConversationEvent) => void;

/**
 * What has happened in a turn so far, and who is told. Whoever follows gets everything from the beginning, however late it comes.
 * Pieces of text are kept as one, and only the last state of a tool, a notice or a request: what is replayed is short.
 */
export class TurnLog {
    protected readonly events: TurnEvent[] = [];
    protected readonly followers = new Set<Follower>();

    constructor(protected readonly turnId: string) {}

    /** Tells those who follow, and keeps it for those who come later. */
    add(event: TurnEvent): void {
        this.keep(event);
        this.followers.forEach(follower => follower({ ...event, turnId: this.turnId }));
    }

    /** Tells what has happened, then whatever happens. */
    follow(follower: Follower): void {
        this.events.forEach(event => follower({ ...event, turnId: this.turnId }));
        this.followers.add(follower);
    }

    /** Tells this one nothing more. */
    unfollow(follower: Follower): void {
        this.followers.delete(follower);
    }

    protected keep(event: TurnEvent): void {
        const last = this.events.at(-1);
        switch (event.kind) {
            case 'text':
            case 'reasoning':
                if (last?.kind === event.kind && !(event.kind === 'text' && event.begins)) {
                    this.events[this.events.length - 1] = { ...last, text: last.text + event.text };
                } else {
                    this.events.push(event);
                }
                return;
            case 'tool':
                return this.replace(event, each => each.kind === 'tool' && each.call.callId === event.call.callId);
            case 'notice':
                return this.replace(event, each => each.kind === 'notice');
            case 'request-closed': {
                const index = this.events.findIndex(each => each.kind === 'request' && each.request.requestId === event.requestId);
                if (index >= 0) {
                    this.events.splice(index, 1);
                }
                return;
            }
            default:
                this.events.push(event);
        }
    }

    protected replace(event: TurnEvent, isFormer: (event: TurnEvent) => boolean): void {
        const index = this.events.findIndex(isFormer);
        if (index >= 0) {
            this.events[index] = event;
        } else {
            this.events.push(event);
        }
    }
}
