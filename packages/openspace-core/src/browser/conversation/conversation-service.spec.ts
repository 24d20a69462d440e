import '../testing/browser-environment';
import assert from 'node:assert/strict';
import { CancellationTokenSource, Emitter } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import { ConversationServer, type ConversationPrompt, type FollowReason, type TurnEvent } from '../../common';
import { ConversationService } from './conversation-service';
import type { TurnListener } from './followed-turn';

/** The backend's end, as the RPC proxy offers it. */
class FakeBackend {
    readonly prompts: ConversationPrompt[] = [];
    readonly aborted: string[] = [];
    readonly answered: unknown[] = [];
    readonly followed: [turnId: string, why: FollowReason][] = [];
    knowsTurn = true;
    readonly closeEmitter = new Emitter<void>();
    readonly onDidCloseConnection = this.closeEmitter.event;
    readonly openEmitter = new Emitter<void>();
    readonly onDidOpenConnection = this.openEmitter.event;

    prompt(prompt: ConversationPrompt): Promise<void> {
        this.prompts.push(prompt);
        return Promise.resolve();
    }

    followTurn(turnId: string, why: FollowReason): Promise<boolean> {
        this.followed.push([turnId, why]);
        return Promise.resolve(this.knowsTurn);
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
    container.bind(ConversationService).toSelf();
    const service = container.get(ConversationService);
    const source = new CancellationTokenSource();
    const events: (TurnEvent | 'restart')[] = [];
    const listener: TurnListener = { onEvent: event => events.push(event), onRestart: () => events.push('restart') };
    const turn = service.converse('chat', 'Hello', source.token, listener);
    const turnId = backend.prompts[0]?.turnId ?? '';
    return { backend, service, source, events, listener, turn, turnId };
}

describe('ConversationService', () => {
    it('sends the message', async () => {
        const { backend, service, turn, turnId } = setUp();
        assert.deepEqual(backend.prompts, [{ conversationId: 'chat', turnId, text: 'Hello' }]);
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

    it('goes on over a lost connection: the events come again from the first', async () => {
        const { backend, service, events, turn, turnId } = setUp();
        service.onConversationEvent({ turnId, kind: 'text', text: 'Once' });
        backend.closeEmitter.fire();
        backend.openEmitter.fire();
        assert.deepEqual(backend.followed, [[turnId, 'reconnected']]);
        service.onConversationEvent({ turnId, kind: 'text', text: 'Once more' });
        service.onConversationEvent({ turnId, kind: 'end' });
        await turn;
        assert.deepEqual(
            events.map(event => (event === 'restart' ? event : event.kind)),
            ['text', 'restart', 'text']
        );
    });

    it('rejects when the backend has forgotten the turn, so that no answer stays open for ever', async () => {
        const { backend, turn } = setUp();
        backend.knowsTurn = false;
        backend.closeEmitter.fire();
        backend.openEmitter.fire();
        await assert.rejects(turn, /connection to the IDE was lost/);
    });

    it('takes up a turn that runs already', async () => {
        const { backend, service, source, events, listener } = setUp();
        const resumed = service.resume('chat', 'running', source.token, listener);
        assert.deepEqual(backend.followed, [['running', 'opened']]);
        service.onConversationEvent({ turnId: 'running', kind: 'text', text: 'All of it' });
        service.onConversationEvent({ turnId: 'running', kind: 'end' });
        await resumed;
        assert.deepEqual(events, [{ turnId: 'running', kind: 'text', text: 'All of it' }]);
        assert.equal(backend.prompts.length, 1);
    });

    it('ends at once when it is cancelled, without waiting for the agent', async () => {
        const { backend, source, turn } = setUp();
        source.cancel();
        await turn;
        assert.deepEqual(backend.aborted, ['chat']);
    });

    it('carries the answer to a request back', async () => {
        const { backend, service } = setUp();
        await service.answerRequest('request', [['yes']]);
        assert.deepEqual(backend.answered, [['request', [['yes']]]]);
    });
});
