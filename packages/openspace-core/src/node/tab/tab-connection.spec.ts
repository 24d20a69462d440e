import 'reflect-metadata';
import { Container } from '@theia/core/shared/inversify';
import assert from 'node:assert/strict';
import type { SyncClient } from '../../common';
import { CommandLedger } from '../ledger/command-ledger';
import { TabConnection } from './tab-connection';
import { TabRegistry } from './tab-registry';

const CLIENT: SyncClient = { onAgentCommand: () => undefined, onCommandStopped: () => undefined, onSessionEnded: () => undefined };

/** Does not wait for a tab that has gone. */
class ImpatientTabRegistry extends TabRegistry {
    protected override goneAfterMs = 0;
}

describe('The connection of a tab', () => {
    let tabs: TabRegistry;
    let connection: TabConnection;

    beforeEach(() => {
        const container = new Container();
        container.bind(TabRegistry).to(ImpatientTabRegistry).inSingletonScope();
        const ledger: Pick<CommandLedger, 'hasSession'> = { hasSession: sessionId => sessionId === 'continued' };
        container.bind<unknown>(CommandLedger).toConstantValue(ledger);
        container.bind(TabConnection).toSelf();
        tabs = container.get(TabRegistry);
        connection = container.get(TabConnection);
        connection.setClient(CLIENT);
    });

    const ended = (leftBy: string): Promise<string[]> => connection.endedSessions(leftBy, ['left', 'continued']);

    it('says which sessions are over that a tab has left, once that tab will not come back', async () => {
        await connection.hello({ tabId: 'new' });
        const old = { tabId: 'old', client: CLIENT };
        tabs.connect(old);
        assert.deepEqual(await ended('old'), []);
        const gone = new Promise(resolve => tabs.onDidGo(resolve));
        tabs.disconnect(old);
        assert.deepEqual(await ended('old'), [], 'it may only be loading anew');
        await gone;
        assert.deepEqual(await ended('old'), ['left']);
        assert.deepEqual(await ended('of before the backend started'), ['left']);
    });

    it('does not take the tab that asks for one that is gone', async () => {
        const answer = ended('new');
        await connection.hello({ tabId: 'new' });
        assert.deepEqual(await answer, []);
    });
});
