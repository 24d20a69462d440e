import assert from 'node:assert/strict';
import { LIMITS } from '@openspace/protocol';
import { HUB_LIMITS } from '../hub-limits';
import { linkedTab } from '../testing/linked-ide';
import { sampleManifest, sampleResult, sampleState } from '../testing/sample-data';
import type { HubStore } from './hub-store';
import { MemoryStore } from './memory-store';

describe('MemoryStore', () => {
    it('keeps manifest and state of a tab side by side, the latest of each', async () => {
        const store: HubStore = new MemoryStore();
        await store.putManifest(sampleManifest({ version: '1' }), 'ide');
        await store.putState(sampleState(), 'ide');
        await store.putManifest(sampleManifest({ version: '2' }), 'ide');
        const tab = await store.findTab({ tabId: 'tab-1' });
        assert.equal(tab?.manifest?.version, '2');
        assert.equal(tab.state?.activePane, 'main-1');
    });

    it('finds the tab active last when nothing else is said', async () => {
        const store: HubStore = new MemoryStore();
        assert.equal(await store.findTab({}), undefined);
        await store.putManifest(sampleManifest({ tabId: 'tab-1' }), 'ide');
        await store.putManifest(sampleManifest({ tabId: 'tab-2' }), 'ide');
        assert.equal((await store.findTab({}))?.tabId, 'tab-2');
        await store.putState(sampleState({ tabId: 'tab-1' }), 'ide');
        assert.equal((await store.findTab({}))?.tabId, 'tab-1');
        assert.equal((await store.findTab({ sessionId: 'nobody-owns-it' }))?.tabId, 'tab-1');
    });

    describe('once an IDE is linked', () => {
        let now: number;
        let store: HubStore;
        const activeLast = async (): Promise<string | undefined> => (await store.findTab({}))?.tabId;
        const putTabs = (...tabIds: string[]): Promise<void> =>
            store.putLink({ linkId: 'link', tabs: tabIds.map(tabId => linkedTab({ tabId })) });
        beforeEach(async () => {
            now = 0;
            store = new MemoryStore(() => now);
            await store.putManifest(sampleManifest({ tabId: 'tab-1' }), 'ide');
            await store.putManifest(sampleManifest({ tabId: 'tab-2' }), 'ide');
            await putTabs('tab-1', 'tab-2');
        });

        it('takes a tab that is there for the one active last, rather than one that was closed', async () => {
            assert.equal(await activeLast(), 'tab-2');
            await putTabs('tab-1');
            assert.equal(await activeLast(), 'tab-1');
            assert.equal((await store.findTab({ sessionId: 'unknown' }))?.tabId, 'tab-1');
            assert.equal((await store.findTab({ tabId: 'tab-2' }))?.tabId, 'tab-2');
        });

        it('knows a tab that is loaded again, or whose link comes back, and none that stays away', async () => {
            await putTabs();
            now += LIMITS.tabGoneMs - 1;
            assert.equal(await activeLast(), 'tab-2');
            await putTabs('tab-1');
            await store.removeLink('link');
            now += LIMITS.tabGoneMs - 1;
            assert.equal(await activeLast(), 'tab-1');
            now += 1;
            assert.equal(await activeLast(), undefined);
            await putTabs('tab-2');
            assert.equal(await activeLast(), 'tab-2');
        });

        it('knows a tab without a link for as long as its IDE publishes for it', async () => {
            await store.removeLink('link');
            now += LIMITS.tabGoneMs;
            await store.putState(sampleState({ tabId: 'tab-1' }), 'anybody');
            assert.equal(await activeLast(), undefined);
            await store.putState(sampleState({ tabId: 'tab-1' }), 'ide');
            assert.equal(await activeLast(), 'tab-1');
        });

        it('knows what is told of a tab that was never linked', async () => {
            await store.putState(sampleState({ tabId: 'plain' }), 'anybody');
            await putTabs();
            now += LIMITS.tabGoneMs;
            assert.equal(await activeLast(), 'plain');
        });
    });

    it('finds the tab that owns a session, also when another was active later', async () => {
        const store: HubStore = new MemoryStore();
        await store.putState(sampleState({ tabId: 'tab-1', sessions: ['session-1'] }), 'ide');
        await store.putState(sampleState({ tabId: 'tab-2' }), 'ide');
        assert.equal((await store.findTab({ sessionId: 'session-1' }))?.tabId, 'tab-1');
    });

    it('gives a session to the tab that claimed it last', async () => {
        const store: HubStore = new MemoryStore();
        await store.putState(sampleState({ tabId: 'tab-1', sessions: ['session-1'] }), 'ide');
        await store.putState(sampleState({ tabId: 'tab-2', sessions: ['session-1'] }), 'ide');
        await store.putState(sampleState({ tabId: 'tab-1', sessions: [] }), 'ide');
        assert.equal((await store.findTab({ sessionId: 'session-1' }))?.tabId, 'tab-2');
    });

    it('does not put another tab in place of one that is named but unknown', async () => {
        const store: HubStore = new MemoryStore();
        await store.putState(sampleState({ tabId: 'tab-1' }), 'ide');
        assert.equal(await store.findTab({ tabId: 'tab-9' }), undefined);
    });

    it('bounds the number of tabs and forgets the one silent for longest', async () => {
        const store: HubStore = new MemoryStore();
        for (let index = 0; index <= HUB_LIMITS.tabs; index++) {
            await store.putState(sampleState({ tabId: `tab-${index}` }), 'ide');
        }
        assert.equal((await store.counts()).tabs, HUB_LIMITS.tabs);
        assert.equal(await store.findTab({ tabId: 'tab-0' }), undefined);
    });

    it('keeps the latest results of a session, oldest first', async () => {
        const store: HubStore = new MemoryStore();
        for (let index = 0; index < LIMITS.resultsPerSession + 5; index++) {
            await store.addResult(sampleResult({ callId: `call-${index}` }), 'ide');
        }
        const calls = (await store.results('session-1')).map(result => result.callId);
        assert.equal(calls.length, LIMITS.resultsPerSession);
        assert.equal(calls[0], 'call-5');
        assert.equal(calls.at(-1), `call-${LIMITS.resultsPerSession + 4}`);
    });

    it('keeps the first result of a call and ignores the same result sent again', async () => {
        const store: HubStore = new MemoryStore();
        await store.addResult(sampleResult({ outcome: 'failed' }), 'ide');
        await store.addResult(sampleResult({ outcome: 'done' }), 'ide');
        assert.deepEqual(
            (await store.results('session-1')).map(result => result.outcome),
            ['failed']
        );
    });

    it('keeps sessions apart and lists all of them on request, in the order in which their results came', async () => {
        const store: HubStore = new MemoryStore();
        await store.addResult(sampleResult({ sessionId: 'a', callId: '1' }), 'ide');
        await store.addResult(sampleResult({ sessionId: 'b', callId: '2' }), 'ide');
        await store.addResult(sampleResult({ sessionId: 'a', callId: '3' }), 'ide');
        await store.addResult(sampleResult({ sessionId: 'b', callId: '4' }), 'ide');
        assert.equal((await store.results('a')).length, 2);
        assert.deepEqual(
            (await store.results()).map(result => result.callId),
            ['1', '2', '3', '4']
        );
        assert.deepEqual(await store.results('c'), []);
    });

    it('bounds the number of sessions', async () => {
        const store: HubStore = new MemoryStore();
        for (let index = 0; index <= HUB_LIMITS.sessions; index++) {
            await store.addResult(sampleResult({ sessionId: `session-${index}` }), 'ide');
        }
        assert.equal((await store.counts()).sessions, HUB_LIMITS.sessions);
        assert.deepEqual(await store.results('session-0'), []);
    });

    it('forgets a session some time after its last result', async () => {
        let now = 0;
        const store: HubStore = new MemoryStore(() => now);
        await store.addResult(sampleResult({ sessionId: 'old' }), 'ide');
        now = HUB_LIMITS.sessionAgeMs;
        await store.addResult(sampleResult({ sessionId: 'young' }), 'ide');
        assert.equal((await store.results('old')).length, 1);
        assert.equal((await store.results()).length, 2);
        now += 1;
        assert.equal((await store.results()).length, 1);
        assert.equal((await store.results('old')).length, 0);
        assert.equal((await store.results('young')).length, 1);
    });

    it('hands out the same objects as long as nothing changed', async () => {
        const store: HubStore = new MemoryStore();
        await store.putManifest(sampleManifest(), 'ide');
        await store.addResult(sampleResult(), 'ide');
        assert.equal((await store.findTab({}))?.manifest, (await store.findTab({}))?.manifest);
        assert.equal(await store.results('session-1'), await store.results('session-1'));
        assert.equal(await store.results('unknown'), await store.results('unknown'));
        assert.equal(await store.results(), await store.results());
    });

    it('keeps a huge result without its data', async () => {
        const store: HubStore = new MemoryStore();
        const data = 'x'.repeat(LIMITS.resultCharacters);
        await store.addResult(
            sampleResult({ result: { success: false, error: 'y'.repeat(5000), code: 'too_big', data, executionTime: 7 } }),
            'ide'
        );
        const [kept] = await store.results('session-1');
        assert.ok(kept);
        assert.equal(kept.result.data, undefined);
        assert.equal(kept.result.code, 'too_big');
        assert.equal(kept.result.executionTime, 7);
        assert.match(kept.result.error ?? '', /^y{1000}$/);
    });

    it('tells when a tab has other commands than before, and only then', async () => {
        const store: HubStore = new MemoryStore();
        let changes = 0;
        const stop = store.onDidChangeCommands(() => changes++);
        await store.putManifest(sampleManifest(), 'ide');
        await store.putManifest(sampleManifest({ lastUpdated: 'later' }), 'ide');
        assert.equal(changes, 1);
        await store.putManifest(sampleManifest({ commands: [] }), 'ide');
        assert.equal(changes, 2);
        stop();
        await store.putManifest(sampleManifest(), 'ide');
        assert.equal(changes, 2);
    });

    it('lets nothing that anybody tells hide or drive out what an IDE has told', async () => {
        const store: HubStore = new MemoryStore();
        await store.putManifest(sampleManifest({ tabId: 'ide-tab' }), 'ide');
        await store.putState(sampleState({ tabId: 'ide-tab', sessions: ['chat'] }), 'ide');
        await store.addResult(sampleResult({ sessionId: 'chat', callId: 'own' }), 'ide');
        for (let count = 0; count <= Math.max(HUB_LIMITS.tabs, HUB_LIMITS.sessions); count++) {
            await store.putManifest(sampleManifest({ tabId: `tab-${count}` }), 'anybody');
            await store.putState(sampleState({ tabId: `tab-${count}`, sessions: ['chat', `session-${count}`] }), 'anybody');
            await store.addResult(sampleResult({ sessionId: `session-${count}`, callId: `call-${count}` }), 'anybody');
        }
        await store.putManifest(sampleManifest({ tabId: 'ide-tab', commands: [] }), 'anybody');
        for (const query of [{}, { tabId: 'ide-tab' }, { sessionId: 'chat' }, { sessionId: 'unknown' }, { sessionId: 'session-200' }]) {
            const tab = await store.findTab(query);
            assert.deepEqual(
                [tab?.tabId, tab?.manifest?.commands.length],
                ['ide-tab', sampleManifest().commands.length],
                JSON.stringify(query)
            );
        }
        assert.equal((await store.findTab({ tabId: 'tab-200' }))?.tabId, 'tab-200');
        assert.deepEqual(
            (await store.results('chat')).map(({ callId }) => callId),
            ['own']
        );
    });

    it('takes no result from anybody for a session that an IDE has, although the IDE has told none', async () => {
        const store: HubStore = new MemoryStore();
        await store.addResult(sampleResult({ sessionId: 'chat' }), 'anybody');
        assert.equal((await store.results('chat')).length, 1);
        await store.putState(sampleState({ sessions: ['chat'] }), 'ide');
        assert.deepEqual(await store.results('chat'), []);
    });

    it('tells nobody of commands that anybody publishes beside an IDE', async () => {
        const store: HubStore = new MemoryStore();
        let changes = 0;
        store.onDidChangeCommands(() => changes++);
        await store.putManifest(sampleManifest({ tabId: 'first' }), 'anybody');
        assert.equal(changes, 1);
        await store.putManifest(sampleManifest({ tabId: 'ide-tab' }), 'ide');
        await store.putManifest(sampleManifest({ tabId: 'second' }), 'anybody');
        assert.equal(changes, 2);
    });
});
