import '../testing/browser-environment';
import assert from 'node:assert/strict';
import { CancellationTokenSource, Emitter } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import { ConversationServer, OpenSpacePreferences, type ConversationEvent, type ConversationPrompt } from '../../common';
import { ConversationService } from './conversation-service';

/** The backend's end, as the RPC proxy offers it. */
class FakeBackend {
    readonly prompts: ConversationPrompt[] = [];
    readonly aborted: string[] = [];
    readonly answered: unknown[] = [];
    readonly closeEmitter = new Emitter<void>();
    readonly onDidCloseConnection = this.closeEmitter.event;

    prompt(prompt: ConversationPrompt): Promise<void> {
        this.prompts.push(prompt);
        return Promise.resolve();
    }

    abort(conversationId: string): Promise<void> {
        this.aborted.push(conversationId);
        return Promise.resolve();
    }

    answerRequest(requestId: string, answers: string[][] | undefined): Promise<void> {
        this.answered.push([requestId, answers]);
        return Promise.resolve();
    }
}

function setUp() {
    const backend = new FakeBackend();
    const container = new Container();
    container.bind(ConversationServer).toConstantValue(backend);
    container.bind(OpenSpacePreferences).toConstantValue({ 'openspace.agent.followUpRounds': 5 });
    container.bind(ConversationService).toSelf();
    const service = container.get(ConversationService);
    const source = new CancellationTokenSource();
    const events: ConversationEvent[] = [];
    const turn = service.converse('chat', 'Hello', source.token, event => events.push(event));
    const turnId = backend.prompts[0]?.turnId ?? '';
    return { backend, service, source, events, turn, turnId };
}

describe('ConversationService', () => {
    it('sends the message with the rounds that the settings allow', async () => {
        const { backend, service, turn, turnId } = setUp();
        assert.deepEqual([backend.prompts[0]?.text, backend.prompts[0]?.followUpRounds], ['Hello', 5]);
        service.onConversationEvent({ turnId, kind: 'end' });
        await turn;
    });

    it('hands on the events of its own turn, and only those', async () => {
        const { service, events, turn, turnId } = setUp();
        service.onConversationEvent({ turnId, kind: 'text', text: 'Hi' });
        service.onConversationEvent({ turnId: 'other', kind: 'text', text: 'not mine' });
        service.onConversationEvent({ turnId, kind: 'end' });
        await turn;
        assert.deepEqual(events, [{ turnId, kind: 'text', text: 'Hi' }]);
    });

    it('rejects with the message of a failed turn', async () => {
        const { service, turn, turnId } = setUp();
        service.onConversationEvent({ turnId, kind: 'error', message: 'The model is away.' });
        await assert.rejects(turn, /The model is away\./);
    });

    it('rejects when the connection is lost, so that no answer stays open for ever', async () => {
        const { backend, turn } = setUp();
        backend.closeEmitter.fire();
        await assert.rejects(turn, /connection to the IDE was lost/);
    });

    it('ends the turn of the agent when it is cancelled', async () => {
        const { backend, service, source, turn, turnId } = setUp();
        source.cancel();
        assert.deepEqual(backend.aborted, ['chat']);
        service.onConversationEvent({ turnId, kind: 'end' });
        await turn;
    });

    it('carries the answer to a request back', async () => {
        const { backend, service } = setUp();
        await service.answerRequest('request', [['yes']]);
        assert.deepEqual(backend.answered, [['request', [['yes']]]]);
    });
});
