import { Emitter } from '@theia/core/lib/common';

/** How the wait of a call ended. */
export type HoldEnd = 'resumed' | 'timeout' | 'stopped' | 'gone' | 'no-tab';

interface HeldCall {
    readonly tabId: string;
    readonly end: (how: HoldEnd) => void;
}

/** The tabs whose agents the person holds: their commands in the queues, and the calls through the Hub's doors to the workspace. */
export class PausedTabs {
    /** Since when, in `performance.now()`. */
    protected readonly pausedAt = new Map<string, number>();
    protected readonly heldCalls = new Set<HeldCall>();
    protected readonly onDidChangeEmitter = new Emitter<void>();
    /** The person holds the agents of a tab, or lets them go on; or another number of calls is held. */
    readonly onDidChange = this.onDidChangeEmitter.event;

    /** Whether the person has paused the agents of this tab. */
    has(tabId: string): boolean {
        return this.pausedAt.has(tabId);
    }

    /** Since when a tab is paused, in `performance.now()`; undefined when it is not. */
    since(tabId: string): number | undefined {
        return this.pausedAt.get(tabId);
    }

    /** Holds the commands of a tab's sessions in their queues, or lets them go on. What the tab has already runs to its end. */
    set(tabId: string, paused: boolean): void {
        if (!paused) {
            this.pausedAt.delete(tabId);
            this.endHolds(tabId, 'resumed');
        } else if (!this.has(tabId)) {
            this.pausedAt.set(tabId, performance.now());
        }
        this.onDidChangeEmitter.fire();
    }

    /** Resolves at once for a tab that is not paused, else when the person lets its agents go on or stops them, or nobody waits any more. */
    async hold(tabId: string, timeoutMs: number, gone: AbortSignal): Promise<HoldEnd> {
        if (gone.aborted) {
            return 'gone';
        }
        if (!this.has(tabId)) {
            return 'resumed';
        }
        return new Promise(resolve => {
            const call: HeldCall = {
                tabId,
                end: how => {
                    clearTimeout(timer);
                    gone.removeEventListener('abort', leave);
                    this.heldCalls.delete(call);
                    this.onDidChangeEmitter.fire();
                    resolve(how);
                }
            };
            const timer = setTimeout(() => call.end('timeout'), timeoutMs);
            const leave = (): void => call.end('gone');
            gone.addEventListener('abort', leave, { once: true });
            this.heldCalls.add(call);
            this.onDidChangeEmitter.fire();
        });
    }

    /** How many calls through the doors to the workspace are held. */
    get held(): number {
        return this.heldCalls.size;
    }

    /** How many of them a tab holds. */
    heldIn(tabId: string): number {
        return [...this.heldCalls].filter(call => call.tabId === tabId).length;
    }

    /** The person said stop: what is held is not done. */
    stop(tabId: string): void {
        this.endHolds(tabId, 'stopped');
    }

    /** The tab is gone for good; nothing of it waits. */
    forget(tabId: string): void {
        const wasPaused = this.pausedAt.delete(tabId);
        this.endHolds(tabId, 'no-tab');
        if (wasPaused) {
            this.onDidChangeEmitter.fire();
        }
    }

    protected endHolds(tabId: string, how: HoldEnd): void {
        [...this.heldCalls].filter(call => call.tabId === tabId).forEach(call => call.end(how));
    }
}
