import { Emitter } from '@theia/core/lib/common';

/** The tabs whose commands the person holds. */
export class PausedTabs {
    protected readonly tabIds = new Set<string>();
    protected readonly onDidChangeEmitter = new Emitter<void>();
    /** The person holds the commands of a tab, or lets them go on. */
    readonly onDidChange = this.onDidChangeEmitter.event;

    has(tabId: string): boolean {
        return this.tabIds.has(tabId);
    }

    /** Holds the commands of a tab's sessions in their queues, or lets them go on. What the tab has already runs to its end. */
    set(tabId: string, paused: boolean): void {
        if (paused) {
            this.tabIds.add(tabId);
        } else {
            this.tabIds.delete(tabId);
        }
        this.onDidChangeEmitter.fire();
    }

    /** The tab is gone for good; nothing of it waits. */
    forget(tabId: string): void {
        this.tabIds.delete(tabId);
    }
}
