import assert from 'node:assert/strict';
import { Emitter, ILogger } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { CommandLedger } from '../ledger/command-ledger';
import { Conversations } from './conversations';
import { LostSessions } from './lost-sessions';
import { OpenCodeServer } from './opencode-server';
import { TurnRunner } from './turn-runner';

describe('LostSessions', () => {
    it('ends what OpenCode has no more, and nothing that belongs to the server of before', async () => {
        const willChange = new Emitter<void>();
        const ended: string[] = [];
        let known = ['kept', 'lost'];
        const container = new Container();
        container.bind<Pick<CommandLedger, 'conversations' | 'hasSession'>>(CommandLedger).toConstantValue({
            conversations: () => known,
            hasSession: sessionId => known.includes(sessionId)
        });
        container.bind<Pick<Conversations, 'missing'>>(Conversations).toConstantValue({
            missing: sessionIds => Promise.resolve(sessionIds.filter(sessionId => sessionId !== 'kept'))
        });
        container.bind<Pick<TurnRunner, 'endDeleted'>>(TurnRunner).toConstantValue({ endDeleted: sessionId => void ended.push(sessionId) });
        container.bind<Pick<OpenCodeServer, 'onWillChange'>>(OpenCodeServer).toConstantValue({ onWillChange: willChange.event });
        container.bind(ILogger).toConstantValue(new MockLogger());
        container.bind(LostSessions).toSelf();
        const lost = container.get(LostSessions);

        await lost.end();
        assert.deepEqual(ended.splice(0), ['lost']);

        known = ['kept', 'elsewhere'];
        willChange.fire();
        known = [...known, 'new and lost'];
        await lost.end();
        assert.deepEqual(ended, ['new and lost']);
    });
});
