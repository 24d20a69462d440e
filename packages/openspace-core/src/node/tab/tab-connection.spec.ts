import 'reflect-metadata';
import { LIMITS } from '@openspace/protocol';
import { SocketWriteBuffer } from '@theia/core/lib/common/messaging/socket-write-buffer';
import { MainChannel } from '@theia/core/lib/node/messaging/default-messaging-service';
import { Container } from '@theia/core/shared/inversify';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { SyncClient } from '../../common';
import { MessageBuffer } from '../../common/message-buffer';
import { ResumableChannel } from '../connection/resumable-channel';
import { CommandLedger } from '../ledger/command-ledger';
import { TabConnection } from './tab-connection';
import { TabRegistry } from './tab-registry';

const CLIENT: SyncClient = { onAgentCommand: () => undefined, onCommandStopped: () => undefined, onSessionEnded: () => undefined };

/** How long a connection waits for its page. */
const PATIENCE_MS = 30_000;

/** Does not wait for a tab that has gone, unless it is told to. */
class ImpatientTabRegistry extends TabRegistry {
    override goneAfterMs = 0;
}

describe('The connection of a tab', () => {
    let tabs: ImpatientTabRegistry;
    let channel: ResumableChannel;
    let connection: TabConnection;

    beforeEach(() => {
        const container = new Container();
        container.bind(ImpatientTabRegistry).toSelf().inSingletonScope();
        container.bind(TabRegistry).toService(ImpatientTabRegistry);
        container.bind(SocketWriteBuffer).to(MessageBuffer);
        container.bind(ResumableChannel).toSelf().inSingletonScope();
        container.bind(MainChannel).toService(ResumableChannel);
        const ledger: Pick<CommandLedger, 'hasSession'> = { hasSession: sessionId => sessionId === 'continued' };
        container.bind<unknown>(CommandLedger).toConstantValue(ledger);
        container.bind(TabConnection).toSelf();
        tabs = container.get(ImpatientTabRegistry);
        channel = container.get(ResumableChannel);
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

    it('counts the absence of a page that died without a word from then on', async () => {
        tabs.goneAfterMs = LIMITS.tabGoneMs;
        const gone: string[] = [];
        tabs.onDidGo(tabId => gone.push(tabId));
        await connection.hello({ tabId: 'dead' });
        mock.timers.enable({ apis: ['setTimeout', 'Date'] });
        try {
            channel.disconnect();
            mock.timers.tick(PATIENCE_MS);
            connection.close();
            mock.timers.tick(LIMITS.tabGoneMs - PATIENCE_MS - 1);
            assert.deepEqual(gone, []);
            mock.timers.tick(1);
            assert.deepEqual(gone, ['dead']);
        } finally {
            mock.timers.reset();
        }
    });

    it('has its tab back when a duplicate that took its place is gone, unless its own page is away', async () => {
        await connection.hello({ tabId: 'shared' });
        const duplicate = { tabId: 'shared', client: { ...CLIENT } };
        const own = tabs.get('shared');
        tabs.connect(duplicate);
        tabs.disconnect(duplicate);
        assert.ok(own !== undefined && tabs.get('shared') === own);
        tabs.connect(duplicate);
        channel.disconnect();
        tabs.disconnect(duplicate);
        assert.equal(tabs.get('shared'), undefined);
    });

    it('gives its tab up when it is closed', async () => {
        await connection.hello({ tabId: 'closed' });
        connection.close();
        assert.equal(tabs.get('closed'), undefined);
    });

    it('does not take the tab that asks for one that is gone', async () => {
        const answer = ended('new');
        await connection.hello({ tabId: 'new' });
        assert.deepEqual(await answer, []);
    });
});
