import { LIMITS, paneStatePostSchema, type PaneInfo, type PaneStatePost, type PaneStateSnapshot } from '@openspace/protocol';
import { cutToSchema } from './cut-to-schema';

interface TabState {
    readonly workspace: string;
    readonly snapshot: PaneStateSnapshot;
}

/**
 * The layouts of the tabs, and which of them the Hub lacks. Each tab's is due at most once in a while, and then the latest; none
 * is so large that the Hub refuses it. The Hub takes the tab that it hears of last for the one active last, so another tab's waits
 * until the state of that one can follow it at once.
 */
export class TabStates {
    /** The tab active last stands last. */
    protected readonly states = new Map<string, TabState>();
    /** In the same order. */
    protected readonly unsent = new Set<string>();
    /** When a tab's state was last taken to be sent. */
    protected readonly takenAt = new Map<string, number>();
    /** The tab that owns a session, by the session's id; the one that changed last is the last. */
    protected readonly owners = new Map<string, string>();

    constructor(protected readonly now: () => number = () => performance.now()) {}

    /** The layout of a tab is this now, and the Hub lacks it. */
    set(tabId: string, state: TabState): void {
        // A map keeps the place of what it has: the tab active last is to stand last.
        this.states.delete(tabId);
        this.states.set(tabId, state);
        this.unsent.delete(tabId);
        this.unsent.add(tabId);
    }

    /** Makes a tab the owner of a session. */
    setOwner(sessionId: string, tabId: string): void {
        if (this.owners.get(sessionId) !== tabId) {
            this.owners.delete(sessionId);
            this.owners.set(sessionId, tabId);
            this.sendAgain(tabId);
        }
    }

    /** The session is over and belongs to no tab. */
    forgetSession(sessionId: string): void {
        this.owners.delete(sessionId);
    }

    /** The tab is gone, and its layout with it. */
    forgetTab(tabId: string): void {
        this.states.delete(tabId);
        this.unsent.delete(tabId);
        this.takenAt.delete(tabId);
    }

    /** The Hub has forgotten the state of this tab, or of all. */
    sendAgain(tabId?: string): void {
        const again = [...this.states.keys()].filter(each => tabId === undefined || each === tabId || this.unsent.has(each));
        this.unsent.clear();
        again.forEach(each => this.unsent.add(each));
    }

    /** Makes all that is unsent due now, because somebody is about to ask for it. */
    hurry(): void {
        if (this.unsent.size > 0) {
            [...this.unsent, this.activeLast()].forEach(tabId => this.takenAt.delete(tabId));
        }
    }

    /** How long until the next state is due; 0 when one is, infinite when the Hub has them all. */
    waitMs(): number {
        const now = this.now();
        return Math.max(0, Math.min(...[...this.unsent].map(tabId => this.dueAt(tabId) - now)));
    }

    /** Sends the state that is due; it stays unsent when that fails, or when there is a newer one by then. */
    async sendDue(send: (post: PaneStatePost) => Promise<unknown>): Promise<void> {
        const tabId = [...this.unsent].find(each => this.dueAt(each) <= this.now());
        const state = tabId === undefined ? undefined : this.states.get(tabId);
        if (tabId === undefined || !state) {
            return;
        }
        this.takenAt.set(tabId, this.now());
        this.unsent.delete(tabId);
        const last = this.activeLast();
        if (tabId !== last) {
            this.unsent.delete(last);
            this.unsent.add(last);
        }
        try {
            await send(this.toPost(tabId, state));
        } catch (error) {
            this.sendAgain(tabId);
            throw error;
        }
    }

    protected activeLast(): string {
        return [...this.states.keys()].at(-1) ?? '';
    }

    protected dueAt(tabId: string): number {
        const taken = [tabId, this.activeLast()].map(each => this.takenAt.get(each) ?? -Infinity);
        return Math.max(...taken) + LIMITS.statePauseMs;
    }

    protected toPost(tabId: string, { workspace, snapshot }: TabState): PaneStatePost {
        const { sessions: sessionsSchema, panes: panesSchema } = paneStatePostSchema.properties;
        const sessions = [...this.owners].filter(([, owner]) => owner === tabId).map(([sessionId]) => sessionId);
        let tabs: number = panesSchema.items.properties.tabs.maxItems;
        const panes = snapshot.panes.map(pane => withFewerTabs(pane, tabs));
        const post = { ...snapshot, panes, workspace, tabId, sessions: sessions.slice(-sessionsSchema.maxItems) };
        let cut: PaneStatePost = cutToSchema(post, paneStatePostSchema);
        while (isTooLarge(cut) && tabs > 1) {
            tabs = Math.floor(tabs / 2);
            cut = { ...cut, panes: cut.panes.map(pane => withFewerTabs(pane, tabs)) };
        }
        while (isTooLarge(cut)) {
            cut = { ...cut, panes: firstHalf(cut.panes), terminals: firstHalf(cut.terminals ?? []) };
        }
        return cut;
    }
}

function isTooLarge(post: PaneStatePost): boolean {
    return JSON.stringify(post).length > LIMITS.stateCharacters;
}

/** The tab that the pane shows stays. */
function withFewerTabs(pane: PaneInfo, count: number): PaneInfo {
    if (pane.tabs.length <= count) {
        return pane;
    }
    const others = new Set(pane.tabs.filter(({ active }) => !active).slice(0, count - 1));
    return { ...pane, tabs: pane.tabs.filter(tab => tab.active || others.has(tab)) };
}

function firstHalf<Item>(items: readonly Item[]): Item[] {
    return items.slice(0, Math.floor(items.length / 2));
}
