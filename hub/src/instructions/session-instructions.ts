import { HUB_LIMITS } from '../hub-limits';
import { HubStore, TabQuery } from '../store/hub-store';
import { InstructionsCache } from './instructions-cache';

export const INSTRUCTIONS_TYPE = 'text/markdown; charset=utf-8';

/** The instructions for whoever asks, from what the store knows now. All doors and routes share one of these. */
export class SessionInstructions {
    private readonly cache = new InstructionsCache(HUB_LIMITS.sessions);

    constructor(private readonly store: HubStore) {}

    /** In UTF-8; without a session the results of all are told, without a tab the one that the store finds is described. */
    async read(query: TabQuery): Promise<Buffer> {
        const { sessionId, tabId } = query;
        const { manifest, state } = (await this.store.findTab(query)) ?? {};
        const results = await this.store.results(sessionId);
        return this.cache.get({ manifest, state, results }, () => `${sessionId}\n${tabId}`);
    }
}
