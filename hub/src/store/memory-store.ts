import { CommandManifest, CommandResultPost, LIMITS, PaneStatePost } from '@openspace/protocol';
import { HUB_LIMITS } from '../hub-limits';
import { BoundedMap } from './bounded-map';
import { HubStore, TabQuery, TabRecord } from './hub-store';
import { shortenResult } from './shorten-result';

interface SessionRecord {
    readonly results: readonly CommandResultPost[];
    readonly changedAt: number;
}

/** A store in the memory of one process, bounded in every direction. */
export class MemoryStore implements HubStore {
    private readonly tabs = new BoundedMap<string, TabRecord>(HUB_LIMITS.tabs);
    private readonly owners = new BoundedMap<string, string>(HUB_LIMITS.sessions);
    private readonly sessions = new BoundedMap<string, SessionRecord>(HUB_LIMITS.sessions);

    constructor(private readonly now: () => number = Date.now) {}

    putManifest(manifest: CommandManifest): Promise<void> {
        this.tabs.set(manifest.tabId, { ...this.tabs.get(manifest.tabId), tabId: manifest.tabId, manifest });
        return Promise.resolve();
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

    addResult(result: CommandResultPost): Promise<void> {
        this.forgetOldSessions();
        const results = this.sessions.get(result.sessionId)?.results ?? [];
        if (!results.some(known => known.callId === result.callId)) {
            const latest = [...results, shortenResult(result)].slice(-LIMITS.resultsPerSession);
            this.sessions.set(result.sessionId, { results: latest, changedAt: this.now() });
        }
        return Promise.resolve();
    }

    results(sessionId?: string): Promise<readonly CommandResultPost[]> {
        this.forgetOldSessions();
        if (sessionId === undefined) {
            return Promise.resolve(this.sessions.values().flatMap(session => session.results));
        }
        return Promise.resolve(this.sessions.get(sessionId)?.results ?? NO_RESULTS);
    }

    counts(): Promise<{ tabs: number; sessions: number }> {
        this.forgetOldSessions();
        return Promise.resolve({ tabs: this.tabs.size, sessions: this.sessions.size });
    }

    private forgetOldSessions(): void {
        const oldest = this.now() - HUB_LIMITS.sessionAgeMs;
        this.sessions.evictWhile(session => session.changedAt < oldest);
    }
}

/** One object for all, so that callers that compare by identity see no change. */
const NO_RESULTS: readonly CommandResultPost[] = [];
