import { CommandManifest, CommandResultPost, LIMITS, PaneStatePost } from '@openspace/protocol';
import { shortenResult } from '@openspace/workspace-tools';
import { HUB_LIMITS } from '../hub-limits';
import { BoundedMap } from './bounded-map';
import { HubStore, LinkRecord, TabQuery, TabRecord } from './hub-store';
import { isSameData } from './same-data';

interface SessionRecord {
    readonly results: readonly CommandResultPost[];
    readonly changedAt: number;
}

/** A store in the memory of one process, bounded in every direction. */
export class MemoryStore implements HubStore {
    private readonly tabs = new BoundedMap<string, TabRecord>(HUB_LIMITS.tabs);
    private readonly owners = new BoundedMap<string, string>(HUB_LIMITS.sessions);
    private readonly sessions = new BoundedMap<string, SessionRecord>(HUB_LIMITS.sessions);
    private readonly commandListeners = new Set<() => void>();
    private readonly linkRecords = new Map<string, LinkRecord>();

    /** When each result came, as a running number: sessions are kept one by one, but all results together have an order too. */
    private readonly arrivals = new WeakMap<CommandResultPost, number>();
    private arrived = 0;
    /** All results in that order, until one comes or goes. */
    private all?: readonly CommandResultPost[];

    constructor(private readonly now: () => number = Date.now) {}

    putManifest(manifest: CommandManifest): Promise<void> {
        const known = this.tabs.get(manifest.tabId);
        this.tabs.set(manifest.tabId, { ...known, tabId: manifest.tabId, manifest });
        // Comparing costs more than all else here, so it is done only for someone.
        if (this.commandListeners.size > 0 && !isSameData(known?.manifest?.commands, manifest.commands)) {
            this.commandListeners.forEach(listener => listener());
        }
        return Promise.resolve();
    }

    onDidChangeCommands(listener: () => void): () => void {
        this.commandListeners.add(listener);
        return () => this.commandListeners.delete(listener);
    }

    putState(state: PaneStatePost): Promise<void> {
        this.tabs.set(state.tabId, { ...this.tabs.get(state.tabId), tabId: state.tabId, state });
        for (const session of state.sessions ?? []) {
            this.owners.set(session, state.tabId);
        }
        return Promise.resolve();
    }

    findTab({ tabId, sessionId }: TabQuery): Promise<TabRecord | undefined> {
        if (tabId !== undefined) {
            return Promise.resolve(this.tabs.get(tabId));
        }
        const owner = sessionId === undefined ? undefined : this.owners.get(sessionId);
        const owned = owner === undefined ? undefined : this.tabs.get(owner);
        return Promise.resolve(owned ?? this.tabs.newest());
    }

    addResult(result: CommandResultPost): Promise<boolean> {
        this.forgetOldSessions();
        const results = this.sessions.get(result.sessionId)?.results ?? [];
        const isNew = !results.some(known => known.callId === result.callId);
        if (isNew) {
            const kept = { ...result, result: shortenResult(result.result, LIMITS.resultCharacters) };
            this.all = undefined;
            this.arrivals.set(kept, this.arrived++);
            const latest = [...results, kept].slice(-LIMITS.resultsPerSession);
            this.sessions.set(result.sessionId, { results: latest, changedAt: this.now() });
        }
        return Promise.resolve(isNew);
    }

    results(sessionId?: string): Promise<readonly CommandResultPost[]> {
        this.forgetOldSessions();
        if (sessionId === undefined) {
            this.all ??= this.sessions
                .values()
                .flatMap(session => session.results)
                .sort((a, b) => this.arrivalOf(a) - this.arrivalOf(b));
            return Promise.resolve(this.all);
        }
        return Promise.resolve(this.sessions.get(sessionId)?.results ?? NO_RESULTS);
    }

    putLink(link: LinkRecord): Promise<void> {
        this.linkRecords.set(link.linkId, link);
        return Promise.resolve();
    }

    removeLink(linkId: string): Promise<void> {
        this.linkRecords.delete(linkId);
        return Promise.resolve();
    }

    links(): Promise<readonly LinkRecord[]> {
        return Promise.resolve([...this.linkRecords.values()]);
    }

    counts(): Promise<{ tabs: number; sessions: number; links: number }> {
        this.forgetOldSessions();
        return Promise.resolve({ tabs: this.tabs.size, sessions: this.sessions.size, links: this.linkRecords.size });
    }

    private arrivalOf(result: CommandResultPost): number {
        return this.arrivals.get(result) ?? 0;
    }

    private forgetOldSessions(): void {
        const oldest = this.now() - HUB_LIMITS.sessionAgeMs;
        const kept = this.sessions.size;
        this.sessions.evictWhile(session => session.changedAt < oldest);
        if (this.sessions.size < kept) {
            this.all = undefined;
        }
    }
}

/** One object for all, so that callers that compare by identity see no change. */
const NO_RESULTS: readonly CommandResultPost[] = [];
