import assert from 'node:assert/strict';
import { LIMITS } from '@openspace/protocol';
import { ILogger } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { TabIdentity } from '../../common';
import { HubClient } from '../hub/hub-client';
import { TabRegistry, type ConnectedTab } from '../tab/tab-registry';
import { bindGivenSettings } from '../testing/given-settings';
import { KeepingLogger } from '../testing/keeping-logger';
import { CommandAudit } from './command-audit';
import { CommandLedger } from './command-ledger';
import { KeptPauses } from './kept-pauses';

const PORT = 3000;
const TEA: TabIdentity = { tabId: 'tab-1', workspaceUri: 'file:///tea' };

describe('KeptPauses', () => {
    const { OPENSPACE_STATE_DIR: stateDirectory } = process.env;
    let state: string;
    let file: string;

    /** A backend without a port yet. */
    const create = () => {
        const container = new Container();
        const logger = new KeepingLogger();
        container.bind(ILogger).toConstantValue(logger);
        container
            .bind<Pick<HubClient, 'setOwner' | 'forgetSession'>>(HubClient)
            .toConstantValue({ setOwner: () => undefined, forgetSession: () => undefined });
        container.bind<Partial<CommandAudit>>(CommandAudit).toConstantValue({});
        bindGivenSettings(container);
        [TabRegistry, CommandLedger, KeptPauses].forEach(part => container.bind<object>(part).toSelf().inSingletonScope());
        return { pauses: container.get(KeptPauses), tabs: container.get(TabRegistry), ledger: container.get(CommandLedger), logger };
    };
    /** A backend on this port, which goes on with what the one before has kept. */
    const start = (port = PORT) => {
        const backend = create();
        backend.pauses.start(port);
        return backend;
    };
    const tab = (identity: TabIdentity): ConnectedTab => ({
        ...identity,
        client: { onAgentCommand: () => undefined, onCommandStopped: () => undefined, onSessionEnded: () => undefined }
    });
    const kept = async (): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
    /** The person pauses the agents of a tab in a backend that is killed then. */
    const pause = (identity = TEA): void => {
        const { tabs, ledger } = start();
        tabs.connect(tab(identity));
        ledger.paused.set(identity.tabId, true);
    };

    beforeEach(async () => {
        state = join(await mkdtemp(join(tmpdir(), 'openspace-kept-pauses-')), 'state');
        file = join(state, `paused-${PORT}.json`);
        process.env['OPENSPACE_STATE_DIR'] = state;
    });
    afterEach(async () => {
        mock.timers.reset();
        if (stateDirectory === undefined) {
            Reflect.deleteProperty(process.env, 'OPENSPACE_STATE_DIR');
        } else {
            process.env['OPENSPACE_STATE_DIR'] = stateDirectory;
        }
        await rm(join(state, '..'), { recursive: true });
    });

    it('waits for the tabs that were paused when the backend was killed, and holds their agents until the person lets them go on', () => {
        pause();
        const { tabs, ledger } = start();
        assert.deepEqual([tabs.away(), ledger.paused.has('tab-1')], [[TEA], true]);
        tabs.connect(tab(TEA));
        assert.deepEqual([tabs.away(), ledger.paused.has('tab-1'), existsSync(file)], [[], true, true]);
        ledger.paused.set('tab-1', false);
        assert.equal(existsSync(file), false);
        assert.deepEqual(start().tabs.away(), []);
    });

    it('lets go what tabs held that do not come back, and keeps them no longer', async () => {
        pause();
        pause({ tabId: 'tab-2' });
        mock.timers.enable({ apis: ['setTimeout'] });
        const { ledger } = start();
        const held = ledger.paused.hold('tab-1', 2 * LIMITS.tabGoneMs, new AbortController().signal);
        mock.timers.tick(LIMITS.tabGoneMs - 1);
        assert.deepEqual([ledger.paused.has('tab-1'), ledger.paused.has('tab-2'), existsSync(file)], [true, true, true]);
        mock.timers.tick(1);
        assert.equal(await held, 'no-tab');
        assert.deepEqual([ledger.paused.has('tab-1'), ledger.paused.has('tab-2'), existsSync(file)], [false, false, false]);
    });

    /** Has the backend stop in order while a tab is paused, and whatever it still does then. */
    const stop = (): void => {
        const { pauses, tabs, ledger } = start();
        const paused = tab(TEA);
        [paused, tab({ tabId: 'tab-2' })].forEach(each => tabs.connect(each));
        ledger.paused.set('tab-1', true);
        pauses.stop();
        tabs.disconnect(paused);
        ledger.paused.set('tab-2', true);
        ledger.paused.forget('tab-1');
    };

    it('waits for the tabs that were paused when the backend stopped in order as long as for any that went away then', () => {
        mock.timers.enable({ apis: ['setTimeout', 'Date'] });
        stop();
        mock.timers.tick(LIMITS.tabGoneMs - 2);
        const { ledger } = start();
        assert.deepEqual([ledger.paused.has('tab-1'), ledger.paused.has('tab-2')], [true, false]);
        // Killed before anything of it was kept, it changes nothing.
        const next = start();
        mock.timers.tick(1);
        assert.equal(next.ledger.paused.has('tab-1'), true);
        mock.timers.tick(1);
        assert.deepEqual([next.ledger.paused.has('tab-1'), existsSync(file)], [false, false]);
    });

    it('holds nobody for a tab that was paused when the backend stopped in order long ago', () => {
        mock.timers.enable({ apis: ['setTimeout', 'Date'] });
        stop();
        mock.timers.setTime(7 * 24 * 60 * 60 * 1000);
        const { tabs, ledger } = start();
        mock.timers.tick(1);
        assert.deepEqual([tabs.away(), ledger.paused.has('tab-1'), existsSync(file)], [[], false, false]);
    });

    it('waits again as long for a tab that came back to the next backend when that one is killed', () => {
        mock.timers.enable({ apis: ['setTimeout', 'Date'] });
        stop();
        start().tabs.connect(tab(TEA));
        mock.timers.tick(2 * LIMITS.tabGoneMs);
        const { ledger } = start();
        mock.timers.tick(1);
        assert.equal(ledger.paused.has('tab-1'), true);
    });

    it('keeps every paused tab with the folder that it shows, where only the person can read it', async () => {
        const { tabs, ledger } = start();
        const [bare, coffee] = [{ tabId: 'tab-2' }, { ...TEA, workspaceUri: 'file:///coffee' }];
        [TEA, bare, { tabId: 'not paused' }].forEach(identity => tabs.connect(tab(identity)));
        assert.equal(existsSync(state), false);
        ledger.paused.set('tab-1', true);
        ledger.paused.set('tab-2', true);
        assert.deepEqual(await kept(), { tabs: [TEA, bare] });
        tabs.connect(tab(coffee));
        assert.deepEqual(await kept(), { tabs: [bare, coffee] });
        assert.equal((await stat(file)).mode & 0o777, 0o600);
        assert.deepEqual(await readdir(state), [`paused-${PORT}.json`]);
    });

    it('leaves to each port the tabs that were paused there', async () => {
        pause();
        const { tabs, ledger } = start(PORT + 1);
        assert.deepEqual(tabs.away(), []);
        tabs.connect(tab({ tabId: 'elsewhere' }));
        ledger.paused.set('elsewhere', true);
        ledger.paused.set('elsewhere', false);
        assert.deepEqual(await kept(), { tabs: [TEA] });
    });

    it('leaves what is kept to the backend that has the port, when another one stops that did not get it', async () => {
        pause();
        create().pauses.stop();
        assert.deepEqual(await kept(), { tabs: [TEA] });
    });

    it('takes no tab for paused when the file is broken, and says so', async () => {
        await mkdir(state);
        for (const content of ['{', '[]', '{"tabs":[{"workspaceUri":"file:///tea"}]}']) {
            await writeFile(file, content);
            const { tabs, logger } = start();
            assert.deepEqual(tabs.away(), []);
            assert.match(logger.warnings.join(), /paused-3000\.json does not tell which tabs are paused/);
        }
        pause();
        assert.deepEqual(await kept(), { tabs: [TEA] });
    });

    it('holds agents also when it cannot be kept, and says so', async () => {
        await writeFile(state, '');
        const { tabs, ledger, logger } = start();
        tabs.connect(tab(TEA));
        ledger.paused.set('tab-1', true);
        assert.equal(ledger.paused.has('tab-1'), true);
        assert.match(logger.errors.join(), /could not be kept in .*paused-3000\.json/);
    });
});
