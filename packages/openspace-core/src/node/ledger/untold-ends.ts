/** So many tabs that are away are remembered. */
const MAX_ABSENT_TABS = 100;

/** The sessions that ended while their tab was away, which has to be told should it come back. */
export class UntoldEnds {
    protected readonly byTab = new Map<string, string[]>();

    /** Of tabs that stay away for good, the oldest are forgotten. */
    add(tabId: string, sessionId: string): void {
        this.byTab.set(tabId, [...(this.byTab.get(tabId) ?? []), sessionId]);
        const [oldest] = this.byTab.keys();
        if (this.byTab.size > MAX_ABSENT_TABS) {
            this.byTab.delete(oldest);
        }
    }

    /** What a tab has to be told; it is told once. */
    take(tabId: string): string[] {
        const ended = this.byTab.get(tabId) ?? [];
        this.byTab.delete(tabId);
        return ended;
    }
}
