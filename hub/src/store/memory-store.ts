import { CommandManifest, CommandResultPost, LIMITS, PaneStatePost } from '@openspace/protocol';
import { BoundedMap, shortenResult } from '@openspace/workspace-tools';
import { HUB_LIMITS } from '../hub-limits';
import { HubStore, LinkRecord, Publisher, TabQuery, TabRecord } from './hub-store';
import { isSameData } from './same-data';
import { TabPresence } from './tab-presence';

interface SessionRecord {
    readonly results: readonly CommandResultPost[];
    readonly changedAt: number;
}

/** What was told by publishers of one kind. */
class Shelf {
    readonly tabs = new BoundedMap<string, TabRecord>(HUB_LIMITS.tabs);
    readonly owners = new BoundedMap<string, string>(HUB_LIMITS.sessions);
    readonly sessions = new BoundedMap<string, SessionRecord>(HUB_LIMITS.sessions);
}

/** A store in the memory of one process, bounded in every direction. */
export class MemoryStore implements HubStore {
    private readonly shelves: Readonly<Record<Publisher, Shelf>> = { ide: new Shelf(), anybody: new Shelf() };
    /** Those of the IDEs first. */
    private readonly inOrder = [this.shelves.ide, this.shelves.anybody];
    private readonly commandListeners = new Set<() => void>();
    private readonly presence: TabPresence;

    /** When each result came, as a running number: sessions are kept one by one, but all results together have an order too. */
    private readonly arrivals = new WeakMap<CommandResultPost, number>();
    private arrived = 0;
    /** All results in that order, until one comes or goes. */
    private all?: readonly CommandResultPost[];
    /** No session is too old before. */
    private oldestEndsAt = Infinity;

    constructor(private readonly now: () => number = Date.now) {
        this.presence = new TabPresence(now);
    }

    putManifest(manifest: CommandManifest, by: Publisher): Promise<void> {
        this.presence.note(manifest.tabId, by);
        const { tabs } = this.shelves[by];
        const known = tabs.get(manifest.tabId);
        const wasActive = this.isActiveLast(tabs, manifest.tabId);
        tabs.set(manifest.tabId, { ...known, tabId: manifest.tabId, manifest });
        // Comparing costs more than all else here, so it is done only for someone.
        if (this.commandListeners.size > 0 && !(wasActive && isSameData(known?.manifest?.commands, manifest.commands))) {
            this.tellOfCommands(by);
        }
        return Promise.resolve();
    }

    onDidChangeCommands(listener: () => void): () => void {
        this.commandListeners.add(listener);
        return () => this.commandListeners.delete(listener);
    }

    putState(state: PaneStatePost, by: Publisher): Promise<void> {
        this.presence.note(state.tabId, by);
        const { tabs, owners } = this.shelves[by];
        const { tabId, sessions = [] } = state;
        const isKnown = this.isActiveLast(tabs, tabId) && sessions.every(session => owners.get(session) === tabId);
        tabs.set(tabId, { ...tabs.get(tabId), tabId, state });
        for (const session of sessions) {
            owners.set(session, tabId);
        }
        if (!isKnown) {
            this.tellOfCommands(by);
        }
        return Promise.resolve();
    }

    findTab({ tabId, sessionId }: TabQuery): TabRecord | undefined {
        return tabId === undefined
            ? this.first(({ tabs, owners }) => tabs.get(owners.get(sessionId ?? '') ?? '') ?? this.activeLast(tabs))
            : this.first(({ tabs }) => tabs.get(tabId));
    }

    hasCommand(commandId: string): boolean {
        const tabs = this.inOrder.flatMap(shelf => shelf.tabs.values());
        return tabs.some(({ manifest }) => manifest?.commands.some(({ id }) => id === commandId));
    }

    addResult(result: CommandResultPost, by: Publisher): Promise<boolean> {
        this.forgetOldSessions();
        const { sessions } = this.shelves[by];
        const results = sessions.get(result.sessionId)?.results ?? [];
        const isNew = !results.some(known => known.callId === result.callId);
        if (isNew) {
            const kept = { ...result, result: shortenResult(result.result, LIMITS.resultCharacters) };
            this.all = undefined;
            this.arrivals.set(kept, this.arrived++);
            const latest = [...results, kept].slice(-LIMITS.resultsPerSession);
            const changedAt = this.now();
            sessions.set(result.sessionId, { results: latest, changedAt });
            this.oldestEndsAt = Math.min(this.oldestEndsAt, changedAt + HUB_LIMITS.sessionAgeMs);
        }
        return Promise.resolve(isNew);
    }

    results(sessionId?: string): readonly CommandResultPost[] {
        this.forgetOldSessions();
        if (sessionId === undefined) {
            this.all ??= this.inOrder
                .flatMap(({ sessions }) => sessions.values().flatMap(session => session.results))
                .sort((a, b) => this.arrivalOf(a) - this.arrivalOf(b));
            return this.all;
        }
        const { ide, anybody } = this.shelves;
        const shelf = ide.sessions.get(sessionId) || ide.owners.get(sessionId) !== undefined ? ide : anybody;
        return shelf.sessions.get(sessionId)?.results ?? NO_RESULTS;
    }

    putLink(link: LinkRecord): Promise<void> {
        this.presence.put(link);
        this.tellOfCommands('ide');
        return Promise.resolve();
    }

    removeLink(linkId: string): Promise<void> {
        this.presence.remove(linkId);
        this.tellOfCommands('ide');
        return Promise.resolve();
    }

    links(): Promise<readonly LinkRecord[]> {
        return Promise.resolve(this.presence.records);
    }

    counts(): Promise<{ tabs: number; sessions: number; links: number }> {
        this.forgetOldSessions();
        const sizes = (of: (shelf: Shelf) => number): number => this.inOrder.reduce((sum, shelf) => sum + of(shelf), 0);
        return Promise.resolve({
            tabs: sizes(({ tabs }) => tabs.size),
            sessions: sizes(({ sessions }) => sessions.size),
            links: this.presence.records.length
        });
    }

    /** A tab that can be reached rather than one that was active later and may not come back, and none that has left for good. */
    private activeLast(tabs: Shelf['tabs']): TabRecord | undefined {
        const newest = tabs.newest();
        if (!newest || this.presence.isLinked(newest.tabId)) {
            return newest;
        }
        const all = tabs.values();
        return all.findLast(({ tabId }) => this.presence.isLinked(tabId)) ?? all.findLast(({ tabId }) => !this.presence.isGone(tabId));
    }

    private isActiveLast(tabs: Shelf['tabs'], tabId: string): boolean {
        return tabs.newest()?.tabId === tabId;
    }

    /** Beside an IDE nobody finds what anybody tells. */
    private tellOfCommands(by: Publisher): void {
        if (by === 'ide' || this.shelves.ide.tabs.size === 0) {
            this.commandListeners.forEach(listener => listener());
        }
    }

    private arrivalOf(result: CommandResultPost): number {
        return this.arrivals.get(result) ?? 0;
    }

    private forgetOldSessions(): void {
        const now = this.now();
        if (now <= this.oldestEndsAt) {
            return;
        }
        this.all = undefined;
        this.oldestEndsAt = Infinity;
        for (const { sessions } of this.inOrder) {
            sessions.evictWhile(({ changedAt }) => {
                const endsAt = changedAt + HUB_LIMITS.sessionAgeMs;
                this.oldestEndsAt = endsAt < now ? this.oldestEndsAt : Math.min(this.oldestEndsAt, endsAt);
                return endsAt < now;
            });
        }
    }

    private first<T>(find: (shelf: Shelf) => T | undefined): T | undefined {
        return find(this.shelves.ide) ?? find(this.shelves.anybody);
    }
}

/** One object for all, so that callers that compare by identity see no change. */
const NO_RESULTS: readonly CommandResultPost[] = [];
