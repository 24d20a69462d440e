import 'reflect-metadata';
import { ProcessManager } from '@theia/process/lib/node';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SyncClient } from '../../common';
import { UserSettings } from '../settings/user-settings';
import { TabRegistry } from '../tab/tab-registry';
import { GivenSettings } from '../testing/given-settings';
import { isAlive } from '../testing/is-alive';
import { createTerminalContainer, RunningShell } from '../testing/running-shell';
import { AgentTerminals } from './agent-terminals';

/** Does not wait for a tab that has gone. */
class ImpatientTabRegistry extends TabRegistry {
    protected override goneAfterMs = 0;
}

/** Tells which terminals it has begun to end. */
class WatchedTerminals extends AgentTerminals {
    readonly ended: number[] = [];

    protected override end(processId: number): void {
        this.ended.push(processId);
        super.end(processId);
    }
}

const CLIENT: SyncClient = { onAgentCommand: () => undefined, onCommandStopped: () => undefined, onSessionEnded: () => undefined };

describe('The terminals of the agent', () => {
    let home: string;
    let shell: RunningShell;
    let terminals: WatchedTerminals;
    let processes: ProcessManager;
    let tabs: TabRegistry;
    let settings: GivenSettings;
    /** A program in the background that does not end with its shell. */
    let background: number;

    beforeEach(async () => {
        home = await mkdtemp(join(tmpdir(), 'openspace-shell-'));
        const container = createTerminalContainer();
        container.rebind(TabRegistry).to(ImpatientTabRegistry).inSingletonScope();
        settings = new GivenSettings({});
        container.rebind(UserSettings).toConstantValue(settings);
        container.bind(WatchedTerminals).toSelf().inSingletonScope();
        terminals = container.get(WatchedTerminals);
        tabs = container.get(TabRegistry);
        processes = container.get(ProcessManager);
        shell = RunningShell.start(container, home);
        await shell.run('nohup sleep 1000 > /dev/null 2>&1 &', 'echo "[$!]"');
        background = Number(/\[(\d+)\]\r\n\S*\S/.exec(shell.text.slice(shell.text.indexOf('echo')))?.[1]);
        assert.ok(isAlive(background), shell.text);
    });

    afterEach(async () => {
        shell.process.kill('SIGKILL');
        if (isAlive(background)) {
            process.kill(background, 'SIGKILL');
        }
        await rm(home, { recursive: true, force: true });
    });

    /** Lets the tab come and go for good. */
    async function loseTab(tabId = 'tab'): Promise<void> {
        const tab = { tabId, client: CLIENT };
        const gone = new Promise<void>(resolve => tabs.onDidGo(() => resolve()));
        tabs.connect(tab);
        tabs.disconnect(tab);
        await gone;
    }

    async function untilGone(pid: number): Promise<void> {
        while (isAlive(pid)) {
            await new Promise(resolve => setTimeout(resolve, 10));
        }
    }

    it('take everything with them when they are closed', async () => {
        terminals.adopt(shell.process.id, 'tab');
        shell.process.kill();
        await untilGone(background);
    });

    it('end when their tab is gone for good and nobody else looks at them', async () => {
        const { pid } = shell.process;
        terminals.adopt(shell.process.id, 'tab');
        shell.stopWatching();
        await loseTab();
        await Promise.all([untilGone(pid), untilGone(background)]);
    });

    it('end when the last tab that showed them is gone', async () => {
        terminals.adopt(shell.process.id, 'tab');
        await loseTab();
        assert.ok(isAlive(shell.process.pid));
        shell.stopWatching();
        await loseTab('other tab');
        await untilGone(background);
    });

    it('stay when the person wants to keep everything', async () => {
        settings.change({ 'openspace.agent.cleanUp': 'keep' });
        terminals.adopt(shell.process.id, 'tab');
        shell.stopWatching();
        await loseTab();
        assert.deepEqual(terminals.ended, []);
    });

    it('stay when another tab shows them, or the person has used them', async () => {
        terminals.adopt(shell.process.id, 'tab');
        await loseTab();
        assert.ok(processes.get(shell.process.id));
        terminals.release(shell.process.id);
        shell.stopWatching();
        await loseTab();
        assert.deepEqual(terminals.ended, []);
        assert.ok(isAlive(shell.process.pid) && isAlive(background));
    });
});
