import '@openspace/core/lib/browser/testing/browser-environment';
import { ChatService, MutableChatModel, type ChatSession } from '@theia/ai-chat/lib/common';
import { Emitter, ILogger } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import assert from 'node:assert/strict';
import { OpenSpaceChatAgent } from '../openspace-chat-agent';
import { ChatResumption } from './chat-resumption';
import { OpenCodeSessionStore } from './opencode-session-store';

const STORAGE_KEY = 'openspace.conversation';

class UsableChatModel extends MutableChatModel {
    isUsed = false;

    override isEmpty(): boolean {
        return !this.isUsed;
    }
}

/** A page that was loaded anew: an empty chat is active, and `restore` brings the former one. */
async function load(restore: () => Promise<ChatSession | undefined>) {
    window.sessionStorage.setItem(STORAGE_KEY, 'former');
    const events = new Emitter<object>();
    const model = new UsableChatModel();
    const empty: ChatSession = { id: 'empty', isActive: true, model };
    let active = empty;
    const container = new Container();
    container.bind(ILogger).toConstantValue(new MockLogger());
    container.bind<object>(OpenCodeSessionStore).toConstantValue({ takeRunningTurn: () => undefined });
    container.bind<object>(OpenSpaceChatAgent).toConstantValue({});
    const tried = new Promise<void>(resolve => {
        container.bind<object>(ChatService).toConstantValue({
            onSessionEvent: events.event,
            getActiveSession: () => active,
            getOrRestoreSession: () => restore().finally(() => setImmediate(resolve)),
            setActiveSession: (sessionId: string) => {
                active = { ...empty, id: sessionId };
                events.fire({ type: 'activeChange', sessionId });
            }
        });
    });
    container.bind(ChatResumption).toSelf();
    const resumption = container.get(ChatResumption);
    resumption.onStart();
    resumption.onDidInitializeLayout();
    await tried;
    return {
        /** The conversation that the next reload brings back. */
        remembered: () => window.sessionStorage.getItem(STORAGE_KEY),
        sendFirstMessage: () => {
            model.isUsed = true;
            events.fire({ type: 'renamed', sessionId: 'empty' });
        }
    };
}

describe('ChatResumption', () => {
    it('remembers the conversation that it has brought back', async () => {
        const { remembered } = await load(() => Promise.resolve({ id: 'former', isActive: false, model: new UsableChatModel() }));
        assert.equal(remembered(), 'former');
    });

    it('forgets a conversation that is not there any more', async () => {
        const { remembered } = await load(() => Promise.resolve(undefined));
        assert.equal(remembered(), 'empty');
    });

    it('remembers a conversation that could not be brought back, until the person goes on in another one', async () => {
        const { remembered, sendFirstMessage } = await load(() => Promise.reject(new Error('OpenCode does not answer.')));
        assert.equal(remembered(), 'former');
        sendFirstMessage();
        assert.equal(remembered(), 'empty');
    });
});
