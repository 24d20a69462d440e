import { LIMITS } from '@openspace/protocol';
import { BoundedMap } from '@openspace/workspace-tools';
import { HUB_LIMITS } from '../hub-limits';
import { LinkRecord, Publisher } from './hub-store';

/**
 * Which tabs are still there, as far as the links of their IDEs tell. A tab that no link ever had is taken for there; one that has left
 * may be loaded again or find its IDE again, so it is gone only after a while without a sign of life.
 */
export class TabPresence {
    private readonly links = new Map<string, LinkRecord>();
    private linked: ReadonlySet<string> = new Set();
    /** When the tabs that are on no link any more gave their last sign of life. */
    private readonly leftAt = new BoundedMap<string, number>(10 * HUB_LIMITS.tabs);

    constructor(private readonly now: () => number) {}

    /** All links that are up. */
    get records(): readonly LinkRecord[] {
        return [...this.links.values()];
    }

    /** These are the tabs of a link now. */
    put(link: LinkRecord): void {
        this.links.set(link.linkId, link);
        this.lookAgain();
    }

    /** The link is down. */
    remove(linkId: string): void {
        this.links.delete(linkId);
        this.lookAgain();
    }

    /** Somebody speaks for a tab: a sign of life if it is the IDE. */
    note(tabId: string, by: Publisher): void {
        if (by === 'ide' && this.leftAt.get(tabId) !== undefined) {
            this.leftAt.set(tabId, this.now());
        }
    }

    /** Whether a tab can be reached now. */
    isLinked(tabId: string): boolean {
        return this.linked.has(tabId);
    }

    /** Whether a tab has left for good. */
    isGone(tabId: string): boolean {
        const leftAt = this.linked.has(tabId) ? undefined : this.leftAt.get(tabId);
        return leftAt !== undefined && this.now() - leftAt >= LIMITS.tabGoneMs;
    }

    private lookAgain(): void {
        const before = this.linked;
        this.linked = new Set(this.records.flatMap(({ tabs }) => tabs.map(({ tabId }) => tabId)));
        [...before].filter(tabId => !this.linked.has(tabId)).forEach(tabId => this.leftAt.set(tabId, this.now()));
    }
}
