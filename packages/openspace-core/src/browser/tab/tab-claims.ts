import { Emitter, type Disposable } from '@theia/core/lib/common';
import { Deferred } from '@theia/core/lib/common/promise-util';
import { injectable } from '@theia/core/shared/inversify';

/** A tab has this id, or wants it. */
interface TabClaim {
    readonly tabId: string;
    /** In milliseconds since 1970; `Infinity` for a tab that only wants the id. Of two tabs the one that has it for longer keeps it. */
    readonly heldSince: number;
    /** Decides between two tabs that want the id, for the higher one. */
    readonly draw: number;
}

/** Lets the tabs of a browser agree who has which id, where it offers them no locks. */
@injectable()
export class TabClaims implements Disposable {
    /** So long the other tabs have to say that an id is theirs. One that is busy for longer, or frozen by the browser, says so later. */
    protected answerMs = 200;
    protected channel?: BroadcastChannel;
    protected own?: TabClaim | undefined;
    protected decided = new Deferred<boolean>();
    protected readonly onDidLoseEmitter = new Emitter<void>();
    /** Another tab has said, too late, that it has had the id of this one for longer. */
    readonly onDidLose = this.onDidLoseEmitter.event;

    /** Claims an id for this tab, until the page goes away; false when another tab has it. */
    async claim(tabId: string): Promise<boolean> {
        const decided = (this.decided = new Deferred<boolean>());
        this.speak({ tabId, heldSince: Infinity, draw: Math.random() });
        const timer = setTimeout(() => {
            this.hold(tabId);
            decided.resolve(true);
        }, this.answerMs);
        const isOwn = await decided.promise;
        clearTimeout(timer);
        return isOwn;
    }

    /** Makes an id this tab's that no other one can have. */
    hold(tabId: string): void {
        this.speak({ tabId, heldSince: Date.now(), draw: Math.random() });
    }

    dispose(): void {
        this.channel?.close();
    }

    protected speak(claim: TabClaim): void {
        this.channel ??= this.open();
        this.own = claim;
        this.channel.postMessage(claim);
    }

    protected open(): BroadcastChannel {
        const channel = new BroadcastChannel('openspace-tabs');
        channel.onmessage = ({ data }: MessageEvent<TabClaim>) => {
            if (this.own?.tabId !== data.tabId) {
                return;
            }
            if (goesBefore(this.own, data)) {
                channel.postMessage(this.own);
            } else if (goesBefore(data, this.own)) {
                this.lose(this.own);
            }
        };
        return channel;
    }

    protected lose({ heldSince }: TabClaim): void {
        this.own = undefined;
        if (heldSince === Infinity) {
            this.decided.resolve(false);
        } else {
            this.onDidLoseEmitter.fire();
        }
    }
}

function goesBefore(one: TabClaim, other: TabClaim): boolean {
    return one.heldSince === other.heldSince ? one.draw > other.draw : one.heldSince < other.heldSince;
}
