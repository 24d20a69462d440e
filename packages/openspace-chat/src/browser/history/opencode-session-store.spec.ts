import '@openspace/core/lib/browser/testing/browser-environment';
import { ConversationService } from '@openspace/core/lib/browser/conversation/conversation-service';
import type { ConversationHistory } from '@openspace/core/lib/common';
import { MutableChatModel } from '@theia/ai-chat/lib/common';
import { Container } from '@theia/core/shared/inversify';
import assert from 'node:assert/strict';
import { IdeResultsContent } from '../results/ide-results-content';
import { OpenCodeSessionStore } from './opencode-session-store';

const HISTORY: ConversationHistory = {
    conversationId: 'chat',
    title: 'Which tea?',
    updatedAt: 42,
    exchanges: [
        {
            messageId: 'one',
            text: 'Which tea?',
            events: [
                { kind: 'reasoning', text: 'Hm.' },
                { kind: 'text', text: 'Let me look.' },
                { kind: 'results', text: '1. done' },
                { kind: 'text', text: '\n\nSencha.' }
            ]
        },
        { messageId: 'two', text: 'And now?', events: [{ kind: 'error', message: 'No tea.' }] }
    ]
};

function setUp(history?: ConversationHistory) {
    const renamed: [string, string][] = [];
    const deleted: string[] = [];
    const container = new Container();
    container.bind<Pick<ConversationService, 'read' | 'list' | 'rename' | 'delete'>>(ConversationService).toConstantValue({
        read: () => Promise.resolve(history),
        list: () => Promise.resolve(history ? [history] : []),
        rename: (id, title) => Promise.resolve(void renamed.push([id, title])),
        delete: id => Promise.resolve(void deleted.push(id))
    });
    container.bind(OpenCodeSessionStore).toSelf();
    return { store: container.get(OpenCodeSessionStore), renamed, deleted };
}

describe('OpenCodeSessionStore', () => {
    it('gives the chat a conversation as if it had been there all the time', async () => {
        const data = await setUp(HISTORY).store.readSession('chat');
        assert.equal(data?.title, 'Which tea?');
        const model = new MutableChatModel(data.model);
        assert.equal(model.id, 'chat');
        assert.deepEqual(
            model.getRequests().map(({ request, response }) => [request.text, response.isComplete]),
            [
                ['Which tea?', true],
                ['And now?', true]
            ]
        );
        assert.deepEqual(
            data.model.responses.map(({ content }) => content.map(({ kind }) => kind)),
            [['thinking', 'markdownContent', IdeResultsContent.KIND, 'markdownContent'], ['error']]
        );
    });

    it('leaves the answer open that is still under way, and tells its turn once', async () => {
        const { store } = setUp({ ...HISTORY, running: { turnId: 'turn', text: 'Go on' } });
        const data = await store.readSession('chat');
        const last = data && new MutableChatModel(data.model).getRequests().at(-1);
        assert.equal(last?.request.text, 'Go on');
        assert.equal(last.response.isComplete, false);
        assert.equal(store.takeRunningTurn('chat'), 'turn');
        assert.equal(store.takeRunningTurn('chat'), undefined);
    });

    it('knows nothing of a conversation that OpenCode does not have', async () => {
        const { store } = setUp();
        assert.equal(await store.readSession('other'), undefined);
        assert.equal(await store.hasPersistedSessions(), false);
    });

    it('passes on a name that the person chose, and only that', async () => {
        const { store, renamed } = setUp(HISTORY);
        const model = new MutableChatModel();
        await store.storeSessions({ model, title: 'Which tea?' });
        await store.storeSessions({ model, title: 'Which tea?' });
        assert.deepEqual(renamed, []);
        await store.storeSessions({ model, title: 'Tea' });
        await store.storeSessions({ model, title: 'Tea' });
        assert.deepEqual(renamed, [[model.id, 'Tea']]);
    });

    it('lists what there is, and deletes it', async () => {
        const { store, deleted } = setUp(HISTORY);
        const { chat } = await store.getSessionIndex();
        assert.deepEqual([chat.title, chat.saveDate], ['Which tea?', 42]);
        await store.clearAllSessions();
        assert.deepEqual(deleted, ['chat']);
    });
});
