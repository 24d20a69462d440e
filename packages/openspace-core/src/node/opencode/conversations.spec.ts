import assert from 'node:assert/strict';
import { Emitter, ILogger } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { Conversations } from './conversations';
import { OpenCodeClientProvider } from './opencode-client';
import { OpenCodeServer } from './opencode-server';

const HANGING = '/hanging';

/** OpenCode, which has one session for each workspace; in one of them it does not answer. */
class FakeOpenCode {
    timesAsked = 0;
    metadata: object = {};
    readonly session = {
        get: () => Promise.resolve({ data: { title: 'Tea', time: { updated: 1 }, metadata: this.metadata } }),
        update: ({ metadata }: { metadata: object }) => {
            this.metadata = metadata;
            return Promise.resolve({});
        },
        list: ({ directory }: { directory: string }) => {
            this.timesAsked++;
            const metadata = { openspace: { conversationId: 'conversation', workspace: directory } };
            return directory === HANGING
                ? new Promise(() => undefined)
                : Promise.resolve({ data: [{ id: `session of ${directory}`, directory, metadata }] });
        },
        messages: () => Promise.resolve({ data: [] })
    };

    client(): Promise<this> {
        return Promise.resolve(this);
    }
}

describe('Conversations', () => {
    let openCode: FakeOpenCode;
    let conversations: Conversations;

    const find = async (): Promise<string | undefined> => (await conversations.find('conversation', '/tea'))?.sessionId;

    beforeEach(() => {
        openCode = new FakeOpenCode();
        const container = new Container();
        container.bind(ILogger).toConstantValue(new MockLogger());
        container.bind<object>(OpenCodeClientProvider).toConstantValue(openCode);
        container.bind<Pick<OpenCodeServer, 'onWillChange' | 'sessionDirectory'>>(OpenCodeServer).toConstantValue({
            onWillChange: new Emitter<void>().event,
            sessionDirectory: workspace => workspace
        });
        container.bind(Conversations).toSelf();
        conversations = container.get(Conversations);
    });

    it('are looked up again once their session is forgotten, whatever else is being looked up', async () => {
        void conversations.find('another', HANGING);
        assert.deepEqual([await find(), await find(), openCode.timesAsked], ['session of /tea', 'session of /tea', 2]);
        conversations.forget('session of /coffee');
        await find();
        assert.equal(openCode.timesAsked, 2);
        conversations.forget('session of /tea');
        await new Promise(resolve => setImmediate(resolve));
        assert.deepEqual([await find(), openCode.timesAsked], ['session of /tea', 3]);
    });

    it('keep which answers were stopped, and the last word on their actions, beside those of which only the stop was kept', async () => {
        const conversation = { sessionId: 'session', directory: '/tea', userMessages: new Set<string>() };
        openCode.metadata = { openspace: { conversationId: 'conversation', workspace: '/tea', stopped: ['first'] } };
        const stopped = async () => [...(await conversations.describe(conversation, 'conversation')).stopped];
        assert.deepEqual(await stopped(), [['first', undefined]]);
        void conversations.noteStopped(conversation, 'second', { count: 2 });
        void conversations.noteStopped(conversation, 'second', { count: 2, failed: 1 });
        const after = [
            ['first', undefined],
            ['second', { count: 2, failed: 1 }]
        ];
        assert.deepEqual(await stopped(), after);
        openCode.metadata = JSON.parse(JSON.stringify(openCode.metadata)) as object;
        assert.deepEqual(await stopped(), after);
    });

    it('are looked up again also by a call that comes at the moment in which their session is forgotten', async () => {
        await find();
        conversations.forget('session of /tea');
        await find();
        await find();
        assert.equal(openCode.timesAsked, 2);
    });
});
