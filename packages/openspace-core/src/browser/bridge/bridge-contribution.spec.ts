import '../testing/browser-environment';
import '../testing/without-graphics';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandDefinition, PaneStateSnapshot } from '@openspace/protocol';
import {
    CommandRegistry,
    Emitter,
    ILogger,
    type CommandContribution,
    type ContributionProvider,
    type RpcProxy
} from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { BridgeServer } from '../../common';
import type { OpenSpaceCommand } from '../command/openspace-command';
import { PaneService } from '../pane/pane-service';
import { BridgeContribution } from './bridge-contribution';

/** The commands of the running IDE; an end-to-end test sees to it that they are just these. */
const COMMANDS = JSON.parse(
    readFileSync(join(__dirname, '../../../../../e2e/src/snapshots/command-manifest.json'), 'utf8')
) as CommandDefinition[];

const HANDLER = { execute: () => undefined };

/** Takes what a tab publishes, in place of the backend. */
class RecordingServer implements RpcProxy<BridgeServer> {
    readonly onDidOpenConnectionEmitter = new Emitter<void>();
    readonly onDidOpenConnection = this.onDidOpenConnectionEmitter.event;
    readonly onDidCloseConnection = new Emitter<void>().event;
    readonly manifestEmitter = new Emitter<CommandDefinition[]>();
    readonly states: PaneStateSnapshot[] = [];

    publishManifest(commands: CommandDefinition[]): Promise<void> {
        this.manifestEmitter.fire(commands);
        return Promise.resolve();
    }

    publishState(snapshot: PaneStateSnapshot): Promise<void> {
        this.states.push(snapshot);
        return Promise.resolve();
    }

    /** What is published next. */
    manifest(): Promise<CommandDefinition[]> {
        return new Promise(resolve => this.manifestEmitter.event(resolve));
    }
}

function toCommand({ name, arguments_schema: argumentsSchema, handler: handlerName, ...command }: CommandDefinition): OpenSpaceCommand {
    return { category: 'OpenSpace', ...command, label: name, argumentsSchema, ...(handlerName === undefined ? {} : { handlerName }) };
}

describe('BridgeContribution', () => {
    const snapshot = (title: string): PaneStateSnapshot => ({
        panes: [],
        terminals: [{ id: 'terminal-1', title, openedBy: 'agent' }],
        timestamp: ''
    });
    let registry: CommandRegistry;
    let server: RecordingServer;
    let layout: Emitter<PaneStateSnapshot>;
    let bridge: BridgeContribution;
    let faults: string[];

    beforeEach(() => {
        const none: ContributionProvider<CommandContribution> = { getContributions: () => [] };
        registry = new CommandRegistry(none);
        server = new RecordingServer();
        layout = new Emitter();
        const panes: Partial<PaneService> = { onPaneLayoutChanged: layout.event, snapshot: () => snapshot('now'), flush: () => undefined };
        const container = new Container();
        container.bind(CommandRegistry).toConstantValue(registry);
        container.bind<unknown>(PaneService).toConstantValue(panes);
        container.bind<RpcProxy<BridgeServer>>(BridgeServer).toConstantValue(server);
        faults = [];
        const logger = new MockLogger();
        logger.error = (fault: string) => Promise.resolve(void faults.push(fault));
        container.bind(ILogger).toConstantValue(logger);
        container.bind(BridgeContribution).toSelf();
        bridge = container.get(BridgeContribution);
        [...COMMANDS].reverse().forEach(command => registry.registerCommand(toCommand(command), HANDLER));
        registry.registerCommand({ id: 'core.save' });
    });

    it('tells all that agents may call on start, in a fixed order', async () => {
        const manifest = server.manifest();
        bridge.onStart();
        assert.deepEqual(await manifest, COMMANDS);
    });

    it('leaves out a command that is wrong, and says what is wrong with it', async () => {
        registry.registerCommand(toCommand({ ...COMMANDS[0], id: 'openspace.sample.doMore' }), HANDLER);
        const manifest = server.manifest();
        bridge.onStart();
        assert.deepEqual(await manifest, COMMANDS);
        assert.equal(faults.length, 1);
        assert.match(faults[0], /"openspace\.sample\.doMore": "id" must match pattern/);
    });

    it('says once of a command in the namespace of agents what it must declare to be told of', async () => {
        registry.registerCommand({ id: 'openspace.view.toggle', label: 'Toggle' });
        for (let times = 0; times < 2; times++) {
            const manifest = server.manifest();
            bridge.onStart();
            assert.deepEqual(await manifest, COMMANDS);
        }
        assert.equal(faults.length, 1);
        assert.match(faults[0], /"openspace\.view\.toggle": it lacks "argumentsSchema" or "risk"\. Register it with label, category,/);
    });

    it('tells them anew when a command comes or goes', async () => {
        bridge.onStart();
        const [more, fewer] = [{ ...COMMANDS[0], id: 'openspace.aaa.first' }, COMMANDS.slice(1)];
        const registration = registry.registerCommand(toCommand(more), HANDLER);
        assert.deepEqual(
            (await server.manifest()).map(({ id }) => id),
            [more, ...COMMANDS].map(({ id }) => id)
        );
        registration.dispose();
        registry.unregisterCommand(COMMANDS[0].id);
        assert.deepEqual(await server.manifest(), fewer);
    });

    it('tells every layout, and all again to a backend that was started anew', async () => {
        bridge.onStart();
        layout.fire(snapshot('changed'));
        const manifest = server.manifest();
        server.onDidOpenConnectionEmitter.fire();
        assert.deepEqual(await manifest, COMMANDS);
        assert.deepEqual(server.states, [snapshot('changed'), snapshot('now')]);
    });
});
