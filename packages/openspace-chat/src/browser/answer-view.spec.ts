import '@openspace/core/lib/browser/testing/browser-environment';
import type { ConversationService } from '@openspace/core/lib/browser/conversation/conversation-service';
import {
    MutableChatModel,
    ParsedChatRequestTextPart,
    QuestionResponseContentImpl,
    ToolCallChatResponseContent,
    type ChatResponseContent
} from '@theia/ai-chat/lib/common';
import { flushSync } from '@theia/core/shared/react-dom';
import { createRoot } from '@theia/core/shared/react-dom/client';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { AnswerView } from './answer-view';
import { FailedToolRenderer } from './tool/failed-tool-renderer';

/** The backend's end: remembers the answers, and may fail to take one. */
class FakeConversations {
    isAway = false;
    readonly answered: unknown[] = [];

    answerRequest(requestId: string, answers: string[][] | undefined): Promise<void> {
        if (this.isAway) {
            return Promise.reject(new Error('fetch failed'));
        }
        this.answered.push([requestId, answers]);
        return Promise.resolve();
    }
}

function setUp() {
    const part = new ParsedChatRequestTextPart({ start: 0, endExclusive: 2 }, 'Hi');
    const request = new MutableChatModel().addRequest({ request: { text: 'Hi' }, parts: [part], toolRequests: new Map(), variables: [] });
    const conversations = new FakeConversations();
    const view = new AnswerView(request, conversations as Partial<ConversationService> as ConversationService);
    const shown = (): readonly ChatResponseContent[] => request.response.response.content;
    return { request, conversations, view, shown };
}

const settle = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

describe('The view of an answer', () => {
    it('shows a text in one piece although the agent thinks in the middle of it, and the next text behind that', () => {
        const { view, shown } = setUp();
        view.onEvent({ kind: 'text', text: '```\nte', begins: true });
        view.onEvent({ kind: 'reasoning', text: 'Green' });
        view.onEvent({ kind: 'text', text: 'a\n```' });
        view.onEvent({ kind: 'reasoning', text: ' or black?' });
        view.onEvent({ kind: 'text', text: '\n\nGreen.', begins: true });
        view.finish();
        assert.deepEqual(
            shown().map(content => content.asDisplayString?.()),
            ['```\ntea\n```', '<Thinking>Green or black?</Thinking>', '\n\nGreen.']
        );
    });

    it('says while the agent is paused that it is, and how it goes on', () => {
        const { request, view } = setUp();
        const said = (): string[] => request.response.progressMessages.map(({ content, status }) => `${status}: ${content}`);
        view.showPause(false);
        assert.deepEqual(said(), []);
        view.showPause(true);
        view.showPause(true);
        assert.equal(said().length, 1);
        assert.match(said()[0] ?? '', /^inProgress: The agent is paused.*"Resume Agent"/);
        view.showPause(false);
        assert.deepEqual(said(), ['completed: The agent goes on.']);
        view.showPause(true);
        assert.match(said()[0] ?? '', /^inProgress: The agent is paused/);
    });

    it('shows what the agent thinks at a steady pace, in order with what it says', () => {
        mock.timers.enable({ apis: ['setTimeout'] });
        try {
            const { request, view, shown } = setUp();
            let changes = 0;
            request.response.onDidChange(() => changes++);
            for (let piece = 0; piece < 1000; piece++) {
                view.onEvent({ kind: 'reasoning', text: 'hm ' });
            }
            assert.equal(changes, 0);
            mock.timers.tick(50);
            assert.equal(changes, 1);
            view.onEvent({ kind: 'reasoning', text: 'aha' });
            view.onEvent({ kind: 'text', text: 'So.', begins: true });
            view.onEvent({ kind: 'reasoning', text: 'Or?' });
            view.finish();
            assert.deepEqual(
                shown().map(content => content.asDisplayString?.()),
                [`<Thinking>${'hm '.repeat(1000)}aha</Thinking>`, 'So.', '<Thinking>Or?</Thinking>']
            );
        } finally {
            mock.timers.reset();
        }
    });

    it('asks again when the answer of the person did not reach the agent', async () => {
        const { request, conversations, view, shown } = setUp();
        const options = [{ value: 'once', label: 'Allow once' }];
        view.onEvent({
            kind: 'request',
            request: { requestId: 'r', questions: [{ header: 'Permission', text: 'May I?', multiple: false, isOpen: false, options }] }
        });
        const choose = async (): Promise<void> => {
            const question = shown()
                .filter(content => content instanceof QuestionResponseContentImpl)
                .at(-1);
            question?.handler?.({ text: 'Allow once', value: 'once' } as never);
            await settle();
        };
        conversations.isAway = true;
        await choose();
        assert.deepEqual(
            shown().map(({ kind }) => kind),
            ['question', 'error', 'question']
        );
        assert.equal(request.response.isWaitingForInput, true);
        conversations.isAway = false;
        await choose();
        assert.deepEqual([conversations.answered, request.response.isWaitingForInput], [[['r', [['once']]]], false]);
    });

    it('does not say that a tool ran which the person refused', () => {
        const { view, shown } = setUp();
        const call = { callId: 'call', name: 'bash', input: '{"command":"rm x"}' };
        view.onEvent({ kind: 'tool', call: { ...call, finished: false } });
        const [content] = shown();
        const renderer = new FailedToolRenderer();
        assert.ok(ToolCallChatResponseContent.is(content));
        assert.equal(renderer.canHandle(content), -1);
        view.onEvent({ kind: 'tool', call: { ...call, finished: true, error: 'The person said no.' } });
        assert.equal(shown().length, 1);
        assert.equal(renderer.canHandle(content), 20);
        const host = document.createElement('div');
        flushSync(() => createRoot(host).render(renderer.render(content)));
        assert.equal(host.textContent, 'Not done: bash(rm x)The person said no.');
    });
});
