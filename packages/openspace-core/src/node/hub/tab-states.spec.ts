import assert from 'node:assert/strict';
import { LIMITS, paneStatePostSchema, type PaneInfo, type PaneStatePost, type PaneStateSnapshot } from '@openspace/protocol';
import Ajv from 'ajv';
import { TabStates } from './tab-states';

const snapshot = (title: string, tabs = 1, titleLength = 1): PaneStateSnapshot => ({
    panes: [pane(title, tabs, titleLength)],
    timestamp: '2026-01-01T00:00:00.000Z'
});

const pane = (title: string, tabs: number, titleLength: number): PaneInfo => ({
    id: 'main-1',
    area: 'main',
    type: 'editor',
    title,
    geometry: { x: 0, y: 0, width: 100, height: 100 },
    tabs: Array.from({ length: tabs }, (_, index) => ({
        id: `tab-${index}`,
        title: 'é'.repeat(titleLength),
        path: 'p'.repeat(titleLength),
        active: index === tabs - 1,
        dirty: false,
        openedBy: 'person'
    })),
    activeTab: `tab-${tabs - 1}`
});

describe('TabStates', () => {
    let now: number;
    let states: TabStates;
    let posts: PaneStatePost[];
    const set = (title: string, tabId = 'tab'): void => states.set(tabId, { workspace: '/work', snapshot: snapshot(title) });
    const send = (): Promise<void> =>
        states.sendDue(post => {
            posts.push(post);
            return Promise.resolve();
        });
    const titles = (): string[] => posts.map(({ panes }) => panes[0].title);

    beforeEach(() => {
        now = 0;
        states = new TabStates(() => now);
        posts = [];
    });

    it('sends the first at once, and then the latest after a pause', async () => {
        set('one');
        assert.equal(states.waitMs(), 0);
        await send();
        set('two');
        set('three');
        assert.equal(states.waitMs(), LIMITS.statePauseMs);
        await send();
        assert.deepEqual(titles(), ['one']);
        now += LIMITS.statePauseMs;
        assert.equal(states.waitMs(), 0);
        await send();
        assert.deepEqual(titles(), ['one', 'three']);
        assert.equal(states.waitMs(), Infinity);
    });

    it('counts the pause for each tab', async () => {
        set('one', 'a');
        await send();
        set('two', 'b');
        assert.equal(states.waitMs(), 0);
        await send();
        assert.deepEqual(titles(), ['one', 'two']);
    });

    /** Sends whatever is due until the time is this, and answers what was sent when. */
    const sendUntil = async (end: number): Promise<string[]> => {
        const sent: string[] = [];
        for (; now <= end; now += LIMITS.statePauseMs / 10) {
            while (states.waitMs() === 0) {
                const before = posts.length;
                await send();
                titles()
                    .slice(before)
                    .forEach(title => sent.push(`${title} at ${now}`));
            }
        }
        now = end;
        return sent;
    };

    it('lets the Hub hear last of the tab active last, also when another one had to wait', async () => {
        const tenth = LIMITS.statePauseMs / 10;
        set('old', 'a');
        await send();
        now = 2 * tenth;
        set('new', 'a');
        set('active', 'b');
        const sent = await sendUntil(5 * LIMITS.statePauseMs);
        assert.deepEqual(sent, [`active at ${2 * tenth}`, `new at ${12 * tenth}`, `active at ${12 * tenth}`]);
        states.setOwner('session', 'a');
        await sendUntil(10 * LIMITS.statePauseMs);
        assert.deepEqual(titles().slice(-2), ['new', 'active'], 'of another tab only its sessions changed');
    });

    it('keeps no tab waiting for one that changes all the time, and sends none more often than it may', async () => {
        const tenth = LIMITS.statePauseMs / 10;
        const sent: string[] = [];
        for (let count = 0; count < 100; count++) {
            set('quiet', 'a');
            set('busy', 'b');
            sent.push(...(await sendUntil(now + tenth)));
        }
        for (const title of ['quiet', 'busy']) {
            const times = sent.filter(each => each.startsWith(title)).map(each => Number(each.split(' ').at(-1)));
            const pauses = times.slice(1).map((time, index) => time - times[index]);
            assert.ok(times.length >= 5 && Math.min(...pauses) >= LIMITS.statePauseMs, `${title}: ${times.join(', ')}`);
        }
    });

    it('tells of a tab at once when somebody is about to ask, and then of the one active last', async () => {
        set('one', 'a');
        set('two', 'b');
        await send();
        await send();
        states.setOwner('session', 'a');
        states.hurry();
        while (states.waitMs() === 0) {
            await send();
        }
        assert.deepEqual(titles(), ['one', 'two', 'one', 'two']);
    });

    it('waits for nothing when somebody is about to ask', async () => {
        set('one');
        await send();
        set('two');
        states.hurry();
        await send();
        assert.deepEqual(titles(), ['one', 'two']);
    });

    it('keeps what could not be sent, and what came meanwhile', async () => {
        set('one');
        await assert.rejects(states.sendDue(() => Promise.reject(new Error('away'))));
        assert.equal(states.waitMs(), LIMITS.statePauseMs);
        now += LIMITS.statePauseMs;
        await states.sendDue(() => {
            set('two');
            return Promise.resolve();
        });
        now += LIMITS.statePauseMs;
        await send();
        assert.deepEqual(titles(), ['two']);
    });

    it('tells the sessions of a tab, and anew when they change', async () => {
        set('one');
        await send();
        states.setOwner('s1', 'tab');
        states.setOwner('s2', 'other');
        now += LIMITS.statePauseMs;
        await send();
        states.setOwner('s1', 'tab');
        assert.equal(states.waitMs(), Infinity);
        states.forgetSession('s1');
        set('two');
        now += LIMITS.statePauseMs;
        await send();
        assert.deepEqual(
            posts.map(({ sessions }) => sessions),
            [[], ['s1'], []]
        );
    });

    it('forgets a tab, and sends the others again to a new Hub', async () => {
        set('one', 'a');
        set('two', 'b');
        await send();
        await send();
        states.forgetTab('a');
        states.sendAgain();
        states.hurry();
        await send();
        await send();
        assert.deepEqual(titles(), ['one', 'two', 'two']);
    });

    it('sends all again in the order in which the tabs were active last', async () => {
        ['a', 'b', 'c'].forEach(tabId => set(tabId, tabId));
        for (const tabId of ['b', 'a']) {
            now += LIMITS.statePauseMs;
            set(tabId, tabId);
            for (let count = 0; count < 3; count++) {
                await send();
            }
        }
        posts.length = 0;
        set('b', 'b');
        states.sendAgain();
        states.hurry();
        for (let count = 0; count < 3; count++) {
            await send();
        }
        assert.deepEqual(titles(), ['c', 'a', 'b']);
    });

    it('never sends what the Hub would refuse', async () => {
        const isPost = new Ajv().compile(paneStatePostSchema);
        const huge = {
            panes: Array.from({ length: 210 }, (_, index) => pane('t'.repeat(900), index === 0 ? 600 : 2, 5000)),
            activePane: 'a'.repeat(900),
            terminals: Array.from({ length: 300 }, () => ({ id: 'i'.repeat(900), title: 't'.repeat(900), openedBy: 'agent' as const })),
            timestamp: '2026-01-01T00:00:00.000Z'
        };
        for (let index = 0; index < 150; index++) {
            states.setOwner(`session-${index}`, 'tab');
        }
        for (const each of [huge, snapshot('many', 300, 40)]) {
            states.set('tab', { workspace: '/work', snapshot: each });
            states.hurry();
            await send();
        }
        for (const post of posts) {
            assert.ok(isPost(post), JSON.stringify(isPost.errors));
            assert.ok(Buffer.byteLength(JSON.stringify(post)) < 1024 * 1024);
            assert.equal(post.panes[0].tabs.at(-1)?.active, true);
            assert.equal(post.sessions?.at(-1), 'session-149');
        }
        assert.equal(posts[1].panes[0].tabs.length, 300);
    });
});
