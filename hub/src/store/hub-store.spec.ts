import assert from 'node:assert/strict';
import { CommandManifest, CommandResultPost, PaneStatePost } from '@openspace/protocol';
import { sampleManifest, sampleResult, sampleState } from '../testing/sample-data';
import { LinkedIde, linkedTab } from '../testing/linked-ide';
import { startTestHub, TestHub } from '../testing/test-hub';
import { HubStore, LinkRecord, Publisher, TabQuery, TabRecord } from './hub-store';
import { MemoryStore } from './memory-store';

/** Answers nothing at once, as a store does that several Hubs share. */
class DistantStore implements HubStore {
    isDown = false;
    /** How many turns each of the next answers takes, if not one. */
    turns: number[] = [];
    /** Answers that it has given, or failed to give. */
    answered = 0;
    private readonly near = new MemoryStore();

    onDidChangeCommands(listener: () => void): () => void {
        return this.near.onDidChangeCommands(listener);
    }

    putManifest(manifest: CommandManifest, by: Publisher): Promise<void> {
        return this.later(() => this.near.putManifest(manifest, by));
    }

    putState(state: PaneStatePost, by: Publisher): Promise<void> {
        return this.later(() => this.near.putState(state, by));
    }

    findTab(query: TabQuery): Promise<TabRecord | undefined> {
        return this.later(() => this.near.findTab(query));
    }

    hasCommand(commandId: string): Promise<boolean> {
        return this.later(() => this.near.hasCommand(commandId));
    }

    addResult(result: CommandResultPost, by: Publisher): Promise<boolean> {
        return this.later(() => this.near.addResult(result, by));
    }

    results(sessionId?: string): Promise<readonly CommandResultPost[]> {
        return this.later(() => this.near.results(sessionId));
    }

    putLink(link: LinkRecord): Promise<void> {
        return this.later(() => this.near.putLink(link));
    }

    removeLink(linkId: string): Promise<void> {
        return this.later(() => this.near.removeLink(linkId));
    }

    links(): Promise<readonly LinkRecord[]> {
        return this.later(() => this.near.links());
    }

    counts(): Promise<{ tabs: number; sessions: number; links: number }> {
        return this.later(() => this.near.counts());
    }

    private async later<T>(answer: () => T | Promise<T>): Promise<T> {
        for (let turns = this.turns.shift() ?? 1; turns > 0; turns--) {
            await new Promise(setImmediate);
        }
        this.answered++;
        if (this.isDown) {
            throw new Error('The store is down.');
        }
        return answer();
    }
}

describe('A store that answers later', () => {
    const ASKED = [
        { path: '/openspace/manifest' },
        { path: '/openspace/state' },
        { path: '/openspace/command-results' },
        { path: '/openspace/instructions' },
        { path: '/openspace/instructions?session=session-1' },
        { path: '/openspace/instructions?tab=tab-1' },
        { method: 'POST', path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } }
    ] as const;
    let store: DistantStore;
    let hubs: readonly TestHub[];
    beforeEach(async () => {
        store = new DistantStore();
        hubs = await Promise.all([startTestHub({ store }), startTestHub()]);
        for (const hub of hubs) {
            await hub.send({ method: 'POST', path: '/openspace/manifest', body: sampleManifest() });
            await hub.send({ method: 'POST', path: '/openspace/state', body: sampleState() });
            await hub.send({ method: 'POST', path: '/openspace/command-results', body: sampleResult() });
        }
    });
    afterEach(() => Promise.all(hubs.map(hub => hub.stop())));

    it('serves every route as one that answers at once', async () => {
        for (const request of ASKED) {
            const [distant, near] = await Promise.all(hubs.map(hub => hub.send(request)));
            assert.deepEqual([distant.status, distant.text], [200, near.text], request.path);
        }
    });

    it('is told of as a failure of the Hub while it gives no answer', async () => {
        store.isDown = true;
        for (const { path } of ASKED.filter(request => !('body' in request))) {
            const { status, text } = await hubs[0].send({ path });
            assert.deepEqual([status, text.includes('internal_error')], [500, true], path);
        }
    });

    /** Resolves when the store has given so many answers more. */
    const answers = async (count: number): Promise<void> => {
        const last = store.answered + count;
        while (store.answered < last) {
            await new Promise(setImmediate);
        }
    };

    it('learns of a link in order, however long each part takes', async () => {
        const ide = await LinkedIde.link(hubs[0].port, hubs[0].linkKey, [linkedTab()]);
        assert.equal((await store.links()).length, 1);
        store.turns = [10, 1];
        const both = answers(2);
        ide.send({ type: 'tabs', tabs: [linkedTab({ tabId: 'tab-2' })] });
        ide.socket.close();
        await both;
        assert.deepEqual(await store.links(), []);
    });

    it('does not end the Hub when it fails while an IDE comes and goes', async () => {
        store.isDown = true;
        const both = answers(2);
        const ide = await LinkedIde.link(hubs[0].port, hubs[0].linkKey, [linkedTab()]);
        ide.socket.close();
        await both;
        assert.equal((await hubs[0].send({ path: '/health', token: null })).status, 200);
        const failures = hubs[0].logLines.filter(line => line.includes('the store did not learn what became of a link'));
        assert.equal(failures.length, 2);
        assert.match(failures[0], /The store is down\./);
    });
});
