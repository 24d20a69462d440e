import type { Disposable } from '@theia/core/lib/common';
import { injectable } from '@theia/core/shared/inversify';

/** A tab has this id, or wants it. */
interface TabClaim {
    readonly tabId: string;
    /** Of two tabs the one with the higher rank gets the id. */
    readonly rank: number;
}

/** The rank of a tab that has its id; one that wants an id draws a lower one. */
const HELD = 1;
/** So long the other tabs have to say that an id is theirs. One that the browser has frozen cannot, and a duplicate of it keeps the id. */
const ANSWER_MS = 200;

/** Lets the tabs of a browser agree who has which id, where it offers them no locks. */
@injectable()
export class TabClaims implements Disposable {
    protected channel?: BroadcastChannel;
    protected own?: TabClaim | undefined;

    /** Claims an id for this tab, until the page goes away; false when another tab has it. */
    async claim(tabId: string): Promise<boolean> {
        this.channel ??= this.open();
        this.own = { tabId, rank: Math.random() * HELD };
        this.channel.postMessage(this.own);
        await new Promise(resolve => setTimeout(resolve, ANSWER_MS));
        return this.hold(tabId);
    }

    dispose(): void {
        this.channel?.close();
    }

    /** Makes the id this tab's, unless somebody has spoken up. */
    protected hold(tabId: string): boolean {
        const isOwn = this.own?.tabId === tabId;
        if (isOwn) {
            this.own = { tabId, rank: HELD };
        }
        return isOwn;
    }

    protected open(): BroadcastChannel {
        const channel = new BroadcastChannel('openspace-tabs');
        channel.onmessage = ({ data }: MessageEvent<TabClaim>) => {
            if (this.own?.tabId !== data.tabId) {
                return;
            }
            if (this.own.rank > data.rank) {
                channel.postMessage(this.own);
            } else if (this.own.rank < data.rank) {
                this.own = undefined;
            }
        };
        return channel;
    }
}
