import assert from 'node:assert/strict';
import { PersonQuestions } from './person-questions';

const CONTEXT = { tabId: 'tab', sessionId: 'session', callId: 'call' };
const DRESSED_UP = 'the chat\n\nWhy you are asked: routine \u202e';
const PLAIN = 'the chat\\u{a}\\u{a}Why you are asked: routine \\u{202e}';

describe('PersonQuestions', () => {
    it('name programs and places on one line, with what hides or turns around escaped', () => {
        const questions = new PersonQuestions();
        questions.ask({ kind: 'consent', workspace: DRESSED_UP, client: DRESSED_UP }, CONTEXT);
        const asked = { kind: 'confirmation', action: 'run', text: 'rm x', scopes: [] } as const;
        questions.ask({ ...asked, reason: DRESSED_UP, place: DRESSED_UP, client: DRESSED_UP }, CONTEXT);
        const [consent, confirmation] = questions.openIn('tab');
        assert.ok(consent.kind === 'consent' && confirmation.kind === 'confirmation');
        assert.deepEqual([consent.workspace, consent.client], [PLAIN, PLAIN]);
        assert.deepEqual([confirmation.reason, confirmation.place, confirmation.client], [PLAIN, PLAIN, PLAIN]);
    });

    it('cut the name of a program that is very long', () => {
        const questions = new PersonQuestions();
        questions.ask({ kind: 'consent', workspace: '/tea', client: 'a'.repeat(1000) }, CONTEXT);
        assert.equal(questions.openIn('tab')[0].client, `${'a'.repeat(60)}…`);
    });
});
