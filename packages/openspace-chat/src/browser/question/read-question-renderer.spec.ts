import '@openspace/core/lib/browser/testing/browser-environment';
import { MutableChatModel, QuestionResponseContentImpl } from '@theia/ai-chat/lib/common';
import type { ResponseNode } from '@theia/ai-chat-ui/lib/browser/chat-tree-view';
import { OpenerService } from '@theia/core/lib/browser';
import { Container } from '@theia/core/shared/inversify';
import { flushSync } from '@theia/core/shared/react-dom';
import { createRoot } from '@theia/core/shared/react-dom/client';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ReadQuestionRenderer } from './read-question-renderer';

describe('ReadQuestionRenderer', () => {
    beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
    afterEach(() => mock.timers.reset());

    it('holds a question anew that comes to the place of another, and not one that is only shown again', () => {
        const container = new Container();
        container.bind<unknown>(OpenerService).toConstantValue({});
        container.bind(ReadQuestionRenderer).toSelf();
        const renderer = container.get(ReadQuestionRenderer);
        const request = new MutableChatModel().addRequest({ request: { text: 'Tea!' }, parts: [], toolRequests: new Map(), variables: [] });
        request.response.waitForInput();
        const node = { response: request.response } as Partial<ResponseNode> as ResponseNode;
        const host = document.body.appendChild(document.createElement('div'));
        const root = createRoot(host);
        const show = (question: QuestionResponseContentImpl): void => flushSync(() => root.render(renderer.render(question, node)));
        const ask = (text: string): QuestionResponseContentImpl =>
            new QuestionResponseContentImpl(text, [{ text: 'Yes' }], request, () => undefined);
        const isHeld = (): boolean => host.getElementsByTagName('button')[0].closest('[inert]') !== null;

        const first = ask('Tea?');
        show(first);
        mock.timers.tick(600);
        show(first);
        assert.equal(isHeld(), false);
        show(ask('Delete everything?'));
        assert.equal(isHeld(), true);
        mock.timers.tick(600);
        assert.equal(isHeld(), false);
        root.unmount();
        host.remove();
    });
});
