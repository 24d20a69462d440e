import assert from 'node:assert/strict';
import { Container } from '@theia/core/shared/inversify';
import { TabConnection } from '../tab/tab-connection';
import { TabRegistry } from '../tab/tab-registry';
import { BridgeServerImpl } from './bridge-server-impl';
import { HubClient } from './hub-client';

describe('BridgeServerImpl', () => {
    it('takes the tab whose layout changes for the one active last', async () => {
        const container = new Container();
        const tab: Partial<TabConnection> = { identity: () => Promise.resolve({ tabId: 'tab-1' }) };
        const published: string[] = [];
        const hub: Partial<HubClient> = { publishState: tabId => void published.push(tabId) };
        container.bind(TabConnection).toConstantValue(tab as TabConnection);
        container.bind(HubClient).toConstantValue(hub as HubClient);
        container.bind(TabRegistry).toSelf().inSingletonScope();
        container.bind(BridgeServerImpl).toSelf();
        const tabs = container.get(TabRegistry);
        const client = { onAgentCommand: () => undefined, onSessionEnded: () => undefined };
        ['tab-1', 'tab-2'].forEach(tabId => tabs.connect({ tabId, client }));

        await container.get(BridgeServerImpl).publishState({ panes: [], timestamp: '2026-01-01T00:00:00.000Z' });

        assert.deepEqual(published, ['tab-1']);
        assert.deepEqual(
            tabs.all().map(({ tabId }) => tabId),
            ['tab-2', 'tab-1']
        );
    });
});
