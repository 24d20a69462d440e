import assert from 'node:assert/strict';
import type { CommandDefinition, PaneStateSnapshot } from '@openspace/protocol';
import { Container } from '@theia/core/shared/inversify';
import { TabConnection } from '../tab/tab-connection';
import { TabRegistry } from '../tab/tab-registry';
import { BridgeServerImpl } from './bridge-server-impl';
import { HubClient } from './hub-client';

describe('BridgeServerImpl', () => {
    let container: Container;
    let tabs: TabRegistry;
    let published: [string, PaneStateSnapshot][];
    let publishedCommands: string[];

    beforeEach(() => {
        container = new Container();
        const tab: Partial<TabConnection> = { identity: () => Promise.resolve({ tabId: 'tab-1' }) };
        published = [];
        publishedCommands = [];
        const hub: Partial<HubClient> = {
            publishState: (tabId, _workspace, state) => void published.push([tabId, state]),
            publishManifest: (tabId, _workspace, commands) => void publishedCommands.push(tabId, ...commands.map(({ id }) => id))
        };
        container.bind(TabConnection).toConstantValue(tab as TabConnection);
        container.bind(HubClient).toConstantValue(hub as HubClient);
        container.bind(TabRegistry).toSelf().inSingletonScope();
        container.bind(BridgeServerImpl).toSelf();
        tabs = container.get(TabRegistry);
        const client = { onAgentCommand: () => undefined, onCommandStopped: () => undefined, onSessionEnded: () => undefined };
        ['tab-1', 'tab-2'].forEach(tabId => tabs.connect({ tabId, client }));
    });

    it('publishes the commands of a tab, and keeps what they are', async () => {
        const command = (id: string): CommandDefinition => ({
            id,
            name: 'Do',
            description: 'Does it.',
            arguments_schema: { type: 'object', properties: {}, additionalProperties: false },
            example: {},
            risk: 'view'
        });
        const ids = ['openspace.sample.do', 'openspace.sample.undo'];
        await container.get(BridgeServerImpl).publishManifest(ids.map(command));
        assert.deepEqual(publishedCommands, ['tab-1', ...ids]);
        const [tab] = tabs.all();
        assert.deepEqual(
            ids.map(id => tabs.commandOf(tab, id)?.id),
            ids
        );
    });

    it('takes the tab whose layout changes for the one active last', async () => {
        await container.get(BridgeServerImpl).publishState({ panes: [], timestamp: '2026-01-01T00:00:00.000Z' });

        assert.deepEqual(
            published.map(([tabId]) => tabId),
            ['tab-1']
        );
        assert.deepEqual(
            tabs.all().map(({ tabId }) => tabId),
            ['tab-2', 'tab-1']
        );
    });

    it('tells the Hub no secret of a command line, wherever it is a title', async () => {
        const title = 'curl -H "Authorization: Bearer abcdef123456"';
        const tab = { id: 'terminal-1', title, active: true, dirty: false, openedBy: 'person' } as const;
        const geometry = { x: 0, y: 0, width: 100, height: 100 };
        const pane = { id: 'pane-1', area: 'main', type: 'terminal', title, geometry, tabs: [tab] } as const;
        await container.get(BridgeServerImpl).publishState({
            panes: [{ ...pane, tabs: [...pane.tabs] }],
            terminals: [{ id: 'terminal-1', title, running: title, openedBy: 'person' }],
            timestamp: '2026-01-01T00:00:00.000Z'
        });
        const [[, state]] = published;
        assert.doesNotMatch(JSON.stringify(state), /abcdef123456/);
        assert.deepEqual([state.panes[0].id, state.panes[0].tabs[0].active, state.terminals?.length], ['pane-1', true, 1]);
    });
});
