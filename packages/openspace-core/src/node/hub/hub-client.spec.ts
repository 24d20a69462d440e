import assert from 'node:assert/strict';
import {
    LIMITS,
    type CommandDefinition,
    type CommandManifest,
    type CommandResultPost,
    type PaneStatePost,
    type PaneStateSnapshot
} from '@openspace/protocol';
import { ILogger } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { TabRegistry, type ConnectedTab } from '../tab/tab-registry';
import { bindGivenSettings, type GivenSettings } from '../testing/given-settings';
import { KeepingLogger } from '../testing/keeping-logger';
import { until } from '../testing/until';
import { HubClient } from './hub-client';
import { HubProcess } from './hub-process';

const TAB: ConnectedTab = {
    tabId: 'tab-1',
    client: { onAgentCommand: () => undefined, onCommandStopped: () => undefined, onSessionEnded: () => undefined }
};
const OPEN_COMMAND: CommandDefinition = {
    id: 'openspace.editor.open',
    name: 'Open',
    description: 'Opens a file.',
    arguments_schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: false },
    example: { path: 'a.ts' },
    risk: 'view'
};

function result(callId: string, changes: Partial<CommandResultPost['result']> = {}): CommandResultPost {
    const timestamp = new Date().toISOString();
    const commandId = OPEN_COMMAND.id;
    return { sessionId: 'session', commandId, callId, outcome: 'done', result: { success: true, output: callId, ...changes }, timestamp };
}

/** A layout with one terminal of this title. */
function layout(title: string): PaneStateSnapshot {
    return { panes: [], terminals: [{ id: 'terminal-1', title, openedBy: 'agent' }], timestamp: new Date().toISOString() };
}

/** The client as the backend has it, and the real Hub as its child process. */
class Publisher {
    readonly log = new KeepingLogger();
    readonly hub: HubProcess;
    readonly tabs: TabRegistry;
    readonly client: HubClient;
    readonly settings: GivenSettings;

    constructor() {
        const container = new Container();
        container.bind(ILogger).toConstantValue(this.log);
        this.settings = bindGivenSettings(container);
        [HubProcess, TabRegistry, HubClient].forEach(part => container.bind(part).toSelf().inSingletonScope());
        this.hub = container.get(HubProcess);
        this.tabs = container.get(TabRegistry);
        this.client = container.get(HubClient);
    }

    /** Asks the Hub itself; undefined while it cannot answer. */
    async ask<T>(path: string): Promise<T | undefined> {
        try {
            const { url, token } = this.hub.current();
            const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
            return response.ok ? ((await response.json()) as T) : undefined;
        } catch {
            // It is away, which the tests bring about themselves.
            return undefined;
        }
    }

    /** What the Hub answers once it is what the test waits for. */
    async until<T>(path: string, isIt: (answer: T) => boolean): Promise<T> {
        for (;;) {
            const answer = await this.ask<T>(path);
            if (answer !== undefined && isIt(answer)) {
                return answer;
            }
            await new Promise(resolve => setTimeout(resolve, 20));
        }
    }

    manifest(tabId = TAB.tabId): Promise<CommandManifest> {
        return this.until<CommandManifest>(`/openspace/manifest?tab=${tabId}`, () => true);
    }

    async results(count: number): Promise<CommandResultPost[]> {
        const path = '/openspace/command-results';
        return (await this.until<{ results: CommandResultPost[] }>(path, ({ results }) => results.length >= count)).results;
    }

    async processId(): Promise<number> {
        return (await this.until<{ parts: { hub: { processId: number } } }>('/health', () => true)).parts.hub.processId;
    }

    /** Kills the Hub as nobody should; resolves when it is gone. */
    async killHub(): Promise<void> {
        process.kill(await this.processId(), 'SIGKILL');
        while ((await this.ask('/health')) !== undefined) {
            await new Promise(resolve => setImmediate(resolve));
        }
    }
}

const callIds = (results: CommandResultPost[]): string[] => results.map(({ callId }) => callId);

describe('HubClient with the real Hub', () => {
    const environment = { ...process.env };
    let folder: string;
    let publisher: Publisher;

    beforeEach(async () => {
        folder = await mkdtemp(join(tmpdir(), 'openspace-hub-client-'));
        Object.assign(process.env, { OPENSPACE_STATE_DIR: join(folder, 'state'), OPENSPACE_HUB_PORT: '0' });
        publisher = new Publisher();
    });
    afterEach(async () => {
        await publisher.hub.stop();
        const added = Object.keys(process.env).filter(name => !(name in environment));
        added.forEach(name => Reflect.deleteProperty(process.env, name));
        Object.assign(process.env, environment);
        await rm(folder, { recursive: true, force: true });
    });

    it('publishes as the IDE, which no program with the token can do in its place', async () => {
        await publisher.hub.start(folder);
        publisher.client.publishManifest(TAB.tabId, folder, [OPEN_COMMAND]);
        const manifest = await publisher.manifest();
        const { url, token } = publisher.hub.current();
        const response = await fetch(`${url}/openspace/manifest`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ ...manifest, commands: [] })
        });
        assert.equal(response.status, 403);
        assert.deepEqual((await publisher.manifest()).commands, [OPEN_COMMAND]);
    });

    it('publishes what came before the Hub was up, in order', async () => {
        publisher.client.publishManifest('tab-1', folder, [OPEN_COMMAND]);
        ['a', 'b', 'c'].forEach(callId => publisher.client.postResult(result(callId)));
        await publisher.hub.start(folder);
        assert.deepEqual((await publisher.manifest()).commands, [OPEN_COMMAND]);
        assert.deepEqual(callIds(await publisher.results(3)), ['a', 'b', 'c']);
    });

    it('lets whoever waits for a result have it before the Hub', async () => {
        await publisher.hub.start(folder);
        publisher.client.postResult(result('a'));
        await publisher.results(1);
        const requests = mock.method(globalThis, 'fetch');
        try {
            const answered = Promise.resolve();
            publisher.client.postResult(result('b'));
            await answered;
            assert.equal(requests.mock.callCount(), 0);
        } finally {
            requests.mock.restore();
        }
        assert.deepEqual(callIds(await publisher.results(2)), ['a', 'b']);
    });

    it('sends everything again to a Hub that was killed, each result once and in order', async () => {
        await publisher.hub.start(folder);
        const { url, tokenFile, token } = publisher.hub.current();
        publisher.client.publishManifest('tab-1', folder, [OPEN_COMMAND]);
        publisher.client.publishManifest('tab-2', folder, []);
        publisher.client.postResult(result('a'));
        await publisher.results(1);
        await publisher.killHub();
        ['b', 'c'].forEach(callId => publisher.client.postResult(result(callId)));
        assert.deepEqual((await publisher.manifest('tab-1')).commands, [OPEN_COMMAND]);
        assert.deepEqual((await publisher.manifest('tab-2')).commands, []);
        assert.deepEqual(callIds(await publisher.results(3)), ['a', 'b', 'c']);
        assert.deepEqual(publisher.hub.current(), { url, tokenFile, token });
    });

    it('publishes the layout of a tab, the last of many, and again to a Hub that was killed', async () => {
        await publisher.hub.start(folder);
        const titleIs = (title: string) => (state: PaneStatePost) => state.terminals?.[0].title === title;
        ['a', 'b', 'c'].forEach(title => publisher.client.publishState('tab-1', folder, layout(title)));
        await publisher.until<PaneStatePost>('/openspace/state?tab=tab-1', titleIs('c'));
        await publisher.killHub();
        assert.equal((await publisher.until<PaneStatePost>('/openspace/state?tab=tab-1', titleIs('c'))).workspace, folder);
    });

    it('has the Hub know which tab was active last, also after the Hub was killed and when the person changes a limit', async () => {
        await publisher.hub.start(folder);
        const lastActive = async (): Promise<string | undefined> => (await publisher.ask<PaneStatePost>('/openspace/state'))?.tabId;
        for (const tabId of ['tab-1', 'tab-2']) {
            publisher.client.publishManifest(tabId, folder, [OPEN_COMMAND]);
            publisher.client.publishState(tabId, folder, layout(tabId));
        }
        await publisher.client.instructions('session', 'tab-1');
        publisher.client.publishState('tab-1', folder, layout('changed'));
        await publisher.client.instructions('session', 'tab-1');
        assert.equal(await lastActive(), 'tab-1');
        await publisher.killHub();
        await publisher.manifest('tab-2');
        await publisher.client.instructions('session', 'tab-1');
        assert.equal(await lastActive(), 'tab-1');
        publisher.settings.change({ 'openspace.limits.commandsPerMessage': 3 });
        await publisher.client.instructions('session', 'tab-1');
        assert.equal(await lastActive(), 'tab-1');
    });

    it('has in the instructions how much a message may do, as the person chose it', async () => {
        await publisher.hub.start(folder);
        publisher.client.publishManifest('tab-1', folder, [OPEN_COMMAND]);
        assert.match((await publisher.client.instructions('session', 'tab-1')) ?? '', /At most 10 blocks per message/);
        publisher.settings.change({ 'openspace.limits.commandsPerMessage': 3 });
        assert.match((await publisher.client.instructions('session', 'tab-1')) ?? '', /At most 3 blocks per message/);
    });

    it('has the latest layout in the instructions, of the tab that owns the session', async () => {
        await publisher.hub.start(folder);
        publisher.client.publishState('tab-1', folder, layout('first'));
        publisher.client.publishState('tab-2', folder, layout('other'));
        assert.match((await publisher.client.instructions('session', 'tab-1')) ?? '', /title "first"/);
        publisher.client.publishState('tab-1', folder, layout('second'));
        publisher.client.setOwner('session', 'tab-1');
        assert.match((await publisher.client.instructions('session', 'tab-1')) ?? '', /title "second"/);
        const { sessions } = await publisher.until<PaneStatePost>('/openspace/state?tab=tab-1', () => true);
        assert.deepEqual(sessions, ['session']);
    });

    it('gives the last instructions again while the Hub is away, and none if there were none, and says so in the log', async () => {
        assert.equal(await publisher.client.instructions('session', 'tab-1'), undefined);
        assert.match(publisher.log.warnings.at(-1) ?? '', /^The Hub is not running.* The agent gets no instructions\.$/);
        await publisher.hub.start(folder);
        publisher.client.publishManifest('tab-1', folder, [OPEN_COMMAND]);
        const text = await publisher.client.instructions('session', 'tab-1');
        assert.match(text ?? '', /openspace\.editor\.open/);
        await publisher.hub.stop();
        assert.equal(await publisher.client.instructions('session', 'tab-1'), text);
        assert.equal(await publisher.client.instructions('other', 'tab-1'), text);
        assert.match(publisher.log.warnings.at(-1) ?? '', /^The Hub is not running.* The agent gets the last instructions again\.$/);
    });

    it('waits once for a Hub that hangs, and tells the latest as soon as it goes on', async () => {
        await publisher.hub.start(folder);
        publisher.client.publishState('tab-1', folder, layout('before'));
        const text = await publisher.client.instructions('session', 'tab-1');
        const processId = await publisher.processId();
        process.kill(processId, 'SIGSTOP');
        try {
            publisher.client.publishState('tab-1', folder, layout('meanwhile'));
            const ask = async (): Promise<number> => {
                const askedAt = performance.now();
                assert.equal(await publisher.client.instructions('session', 'tab-1'), text);
                return performance.now() - askedAt;
            };
            const [waitMs, nextMs] = [await ask(), await ask()];
            assert.ok(nextMs < waitMs / 2, `${nextMs} ms after a wait of ${waitMs} ms`);
            assert.match(publisher.log.warnings.at(-1) ?? '', /^The Hub does not answer\. The agent gets the last instructions again\.$/);
        } finally {
            process.kill(processId, 'SIGCONT');
        }
        await until(async () => /title "meanwhile"/.test((await publisher.client.instructions('session', 'tab-1')) ?? ''));
    });

    it('shortens a result that is larger than the Hub takes', async () => {
        await publisher.hub.start(folder);
        publisher.client.postResult(result('huge', { data: 'x'.repeat(2 * 1024 * 1024) }));
        const [kept] = await publisher.results(1);
        assert.deepEqual(kept.result, { success: true, output: 'huge' });
    });

    it('posts the bare outcome of a result that the Hub refuses, and what stands behind it', async () => {
        await publisher.hub.start(folder);
        const deep = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) as unknown;
        publisher.client.postResult(result('deep', { data: deep }));
        publisher.client.postResult({ ...result('key', { success: false, data: { constructor: 1 } }), outcome: 'failed' });
        publisher.client.postResult(result('plain'));
        const [first, second, third] = await publisher.results(3);
        assert.match(first.result.output ?? '', /details of this result were left out/);
        assert.deepEqual([second.callId, second.outcome, second.result.success], ['key', 'failed', false]);
        assert.match(second.result.error ?? '', /details of this result were left out/);
        assert.equal(third.callId, 'plain');
    });

    it('forgets the commands of a tab that has been gone for long, and not of one that came back', async () => {
        await publisher.hub.start(folder);
        const reloaded = { ...TAB, tabId: 'tab-2' };
        mock.timers.enable({ apis: ['setTimeout'] });
        try {
            for (const tab of [TAB, reloaded]) {
                publisher.tabs.connect(tab);
                publisher.client.publishManifest(tab.tabId, folder, [OPEN_COMMAND]);
                publisher.tabs.disconnect(tab);
            }
            mock.timers.tick(LIMITS.tabGoneMs - 1);
            publisher.tabs.connect(reloaded);
            mock.timers.tick(1);
        } finally {
            mock.timers.reset();
        }
        await publisher.killHub();
        await publisher.manifest('tab-2');
        assert.equal(await publisher.ask('/openspace/manifest?tab=tab-1'), undefined);
    });

    it('keeps the keys of the model and of OpenCode from the Hub', async () => {
        Object.assign(process.env, { OPENSPACE_LLM_API_KEY: 'model-key', OPENSPACE_OPENCODE_PASSWORD: 'agent-key', OTHER: 'passed-on' });
        await publisher.hub.start(folder);
        const given = readFileSync(`/proc/${await publisher.processId()}/environ`, 'utf8');
        assert.match(given, /passed-on/);
        assert.doesNotMatch(given, /model-key|agent-key/);
    });

    describe('that someone else runs', () => {
        let owner: HubProcess;
        beforeEach(async () => {
            ({ hub: owner } = new Publisher());
            await owner.start(folder);
            process.env['OPENSPACE_HUB_URL'] = `${owner.current().url}/`;
        });
        afterEach(() => owner.stop());

        it('is found with the token file that belongs to its port', async () => {
            const { url, tokenFile } = owner.current();
            const file = join(folder, 'state', `hub-${new URL(url).port}.token`);
            await rename(tokenFile, file);
            await publisher.hub.start(folder);
            assert.equal(publisher.hub.current().tokenFile, file);
            publisher.client.publishManifest('tab-1', folder, [OPEN_COMMAND]);
            await publisher.manifest();
        });

        it('is sent everything again after its restart, although nothing else happens', async () => {
            process.env['OPENSPACE_HUB_TOKEN_FILE'] = owner.current().tokenFile;
            await publisher.hub.start(folder);
            publisher.client.publishManifest('tab-1', folder, [OPEN_COMMAND]);
            publisher.client.postResult(result('a'));
            await publisher.results(1);
            await publisher.killHub();
            await publisher.manifest();
            assert.deepEqual(callIds(await publisher.results(1)), ['a']);
        });

        it('is told what it lacks before it is asked for instructions', async () => {
            process.env['OPENSPACE_HUB_TOKEN_FILE'] = owner.current().tokenFile;
            await publisher.hub.start(folder);
            publisher.client.publishManifest('tab-1', folder, [OPEN_COMMAND]);
            await publisher.manifest();
            const restarted = new Promise<void>(resolve => owner.onDidStart(resolve));
            await publisher.killHub();
            await restarted;
            assert.match((await publisher.client.instructions('session', 'tab-1')) ?? '', /openspace\.editor\.open/);
        });

        it('is used once its token file is there, and again when its token has changed', async () => {
            const { tokenFile } = owner.current();
            process.env['OPENSPACE_HUB_TOKEN_FILE'] = tokenFile;
            await rename(tokenFile, `${tokenFile}.later`);
            await publisher.hub.start(folder);
            publisher.client.publishManifest('tab-1', folder, [OPEN_COMMAND]);
            assert.throws(() => publisher.hub.current(), /token file .* does not exist/);
            await rename(`${tokenFile}.later`, tokenFile);
            await publisher.manifest();

            const { token } = publisher.hub.current();
            rmSync(tokenFile);
            const restarted = new Promise<void>(resolve => owner.onDidStart(resolve));
            await publisher.killHub();
            await restarted;
            await publisher.client.instructions('session', 'tab-1');
            assert.notEqual(publisher.hub.current().token, token);
            await publisher.manifest();
        });
    });

    it('says what is wrong with an address that is none', async () => {
        process.env['OPENSPACE_HUB_URL'] = 'the hub';
        await publisher.hub.start(folder);
        assert.throws(() => publisher.hub.current(), /OPENSPACE_HUB_URL is "the hub", which is no address/);
    });
});
