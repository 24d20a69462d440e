import '@openspace/core/lib/browser/testing/browser-environment';
import assert from 'node:assert/strict';
import type { ConversationService } from '@openspace/core/lib/browser/conversation/conversation-service';
import { MutableChatModel } from '@theia/ai-chat/lib/common';
import { AnswerView } from './answer-view';
import { OpenQuestionContent } from './question/open-question-content';

/** The agent asks which teas the person wants; answers with what it is told when the person has answered. */
function answer(say: (content: OpenQuestionContent) => void): Promise<unknown> {
    const request = new MutableChatModel().addRequest({ request: { text: 'Tea!' }, parts: [], toolRequests: new Map(), variables: [] });
    return new Promise(resolve => {
        const conversations: Pick<ConversationService, 'answerRequest'> = {
            answerRequest: (_, answers) => {
                resolve(answers);
                return Promise.resolve();
            }
        };
        const options = ['oolong', 'sencha'].map(value => ({ value, label: value.toUpperCase() }));
        const question = { header: 'Teas', text: 'Which?', options, multiple: true, isOpen: true };
        new AnswerView(request, conversations as ConversationService).onEvent({
            kind: 'request',
            request: { requestId: 'request', questions: [question] }
        });
        const [content] = request.response.response.content;
        assert.ok(content instanceof OpenQuestionContent);
        say(content);
    });
}

function choose(...teas: string[]): Promise<unknown> {
    return answer(content => {
        // As Theia's view does it, for an answer and for a question that is dismissed.
        const handler = content.handler as (selected: { text: string; value: string }[]) => void;
        handler(teas.map(value => ({ text: value.toUpperCase(), value })));
    });
}

describe('A question of the agent with several answers', () => {
    it('is answered with what the person chose', async () => {
        assert.deepEqual(await choose('oolong', 'sencha'), [['oolong', 'sencha']]);
    });

    it('is answered in words that it does not offer', async () => {
        let question: OpenQuestionContent | undefined;
        assert.deepEqual(await answer(content => (question = content).answerInWords('rooibos')), [['rooibos']]);
        assert.equal(question?.words, 'rooibos');
    });

    it('has no answer when the person dismisses it', async () => {
        assert.equal(await choose(), undefined);
    });
});
