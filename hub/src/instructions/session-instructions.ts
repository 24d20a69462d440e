import { CommandResultPost } from '@openspace/protocol';
import { HUB_LIMITS } from '../hub-limits';
import { HubStore, StoreAnswer, TabQuery, TabRecord } from '../store/hub-store';
import { Instructions, InstructionsCache } from './instructions-cache';

export const INSTRUCTIONS_TYPE = 'text/markdown; charset=utf-8';

/** The instructions for whoever asks, from what the store knows now. All doors and routes share one of these. */
export class SessionInstructions {
    private readonly cache = new InstructionsCache(HUB_LIMITS.sessions);

    constructor(private readonly store: HubStore) {}

    /** Without a session the results of all are told, without a tab the one that the store finds is described. */
    read(query: TabQuery): StoreAnswer<Instructions> {
        const tab = this.store.findTab(query);
        const results = this.store.results(query.sessionId);
        // Nothing is waited for that is at hand: agents ask with every message, and a wait costs as much as the answer.
        return tab instanceof Promise || results instanceof Promise
            ? Promise.all([tab, results]).then(found => this.build(query, ...found))
            : this.build(query, tab, results);
    }

    private build({ sessionId, tabId }: TabQuery, tab: TabRecord | undefined, results: readonly CommandResultPost[]): Instructions {
        return this.cache.get({ manifest: tab?.manifest, state: tab?.state, results }, () => `${sessionId}\n${tabId}`);
    }
}
