import assert from 'node:assert/strict';
import { PersonQuestions, type QuestionEnd } from './person-questions';

const CONTEXT = { tabId: 'tab', sessionId: 'session', callId: 'call' };
const DRESSED_UP = 'the chat\n\nWhy you are asked: routine \u202e';
const PLAIN = 'the chat\\u{a}\\u{a}Why you are asked: routine \\u{202e}';

describe('PersonQuestions', () => {
    it('name programs and places on one line, with what hides or turns around escaped', () => {
        const questions = new PersonQuestions();
        const wants = { commandId: 'door', operation: 'write', target: { kind: 'file', path: DRESSED_UP } } as const;
        questions.ask({ kind: 'consent', workspace: DRESSED_UP, client: DRESSED_UP, wants }, CONTEXT);
        const asked = { kind: 'confirmation', action: 'run', text: 'rm x', scopes: [] } as const;
        questions.ask({ ...asked, reason: DRESSED_UP, place: DRESSED_UP, client: DRESSED_UP }, CONTEXT);
        const [consent, confirmation] = questions.openIn('tab');
        assert.ok(consent.kind === 'consent' && confirmation.kind === 'confirmation');
        assert.deepEqual([consent.workspace, consent.client], [PLAIN, PLAIN]);
        assert.deepEqual(consent.wants?.target, { kind: 'file', path: PLAIN });
        assert.deepEqual([confirmation.reason, confirmation.place, confirmation.client], [PLAIN, PLAIN, PLAIN]);
    });

    it('cut the name of a program that is very long', () => {
        const questions = new PersonQuestions();
        questions.ask({ kind: 'consent', workspace: '/tea', client: 'a'.repeat(1000) }, CONTEXT);
        assert.equal(questions.openIn('tab')[0].client, `${'a'.repeat(200)}…`);
    });

    describe('of programs outside the chat', () => {
        const ASKED = {
            kind: 'confirmation',
            action: 'run',
            text: 'rm x',
            reason: 'It removes files.',
            place: '/tea',
            scopes: []
        } as const;
        const fromProgram = (questions: PersonQuestions, client: string): Promise<QuestionEnd> =>
            questions.ask({ ...ASKED, client }, CONTEXT).ended;
        const fromChat = (questions: PersonQuestions): Promise<QuestionEnd> => questions.ask(ASKED, CONTEXT).ended;

        it('wait in a short row, whatever the programs call themselves, and nobody else is held up', async () => {
            const questions = new PersonQuestions();
            void fromChat(questions);
            const ends = Array.from({ length: 12 }, (_, index) => fromProgram(questions, `program ${index}`));
            assert.deepEqual(await Promise.all(ends.slice(10)), [{ without: 'crowded' }, { without: 'crowded' }]);
            void fromChat(questions);
            assert.equal(questions.openIn('tab').length, 12);
        });

        it('are counted and refused alike, whether they want to act at all or to do one thing', async () => {
            const questions = new PersonQuestions();
            const toAct = (client?: string): Promise<QuestionEnd> =>
                questions.ask({ kind: 'consent', workspace: '/tea', ...(client === undefined ? {} : { client }) }, CONTEXT).ended;
            const ends = Array.from({ length: 11 }, (_, index) => toAct(`program ${index}`));
            assert.deepEqual(await Promise.all([ends[10], fromProgram(questions, 'loud')]), [
                { without: 'crowded' },
                { without: 'crowded' }
            ]);
            questions.answer('tab', questions.openIn('tab')[0].questionId, { allowed: false, remember: false, mute: true });
            assert.deepEqual(await Promise.all([ends[1], toAct('loud')]), [{ without: 'muted' }, { without: 'muted' }]);
            void toAct();
            assert.equal(questions.openIn('tab').length, 1);
        });

        it('are refused from now on when the person says so, the waiting ones too, until the person wants them again', async () => {
            const questions = new PersonQuestions();
            const [, waiting] = [fromProgram(questions, 'loud'), fromProgram(questions, 'loud')];
            void fromChat(questions);
            questions.answer('tab', questions.openIn('tab')[0].questionId, { allowed: false, mute: true });
            assert.deepEqual([await waiting, await fromProgram(questions, 'another name')], [{ without: 'muted' }, { without: 'muted' }]);
            void fromChat(questions);
            assert.deepEqual(
                questions.openIn('tab').map(({ client }) => client),
                [undefined, undefined]
            );
            questions.unmute();
            void fromProgram(questions, 'loud');
            assert.equal(questions.openIn('tab').length, 3);
        });

        it('leave by themselves when the person stops their session, and are told to be abandoned when the program has left', () => {
            const questions = new PersonQuestions();
            const closed: [string, boolean][] = [];
            questions.onDidClose(({ question, abandoned }) => closed.push([question.client ?? '', abandoned]));
            for (const [client, how] of [
                ['calm', 'stopped'],
                ['loud', 'gone']
            ] as const) {
                questions.ask({ ...ASKED, client }, { ...CONTEXT, sessionId: client });
                questions.endSession(client, how);
            }
            assert.deepEqual(closed, [
                ['calm', false],
                ['loud', true]
            ]);
        });

        it('are told to be abandoned when nobody waits for them, and can still be the last ones', async () => {
            const questions = new PersonQuestions();
            const closed: [string | undefined, boolean][] = [];
            questions.onDidClose(({ question, abandoned }) => closed.push([question.client, abandoned]));
            const leaving = new AbortController();
            const { questionId } = questions.ask({ ...ASKED, client: 'loud' }, { ...CONTEXT, gone: leaving.signal });
            questions.ask(ASKED, { ...CONTEXT, gone: leaving.signal });
            questions.close(questions.ask({ ...ASKED, client: 'calm' }, CONTEXT).questionId);
            leaving.abort();
            assert.deepEqual(closed, [
                ['calm', false],
                ['loud', true],
                [undefined, false]
            ]);
            questions.answer('tab', questionId, { allowed: false, mute: true });
            assert.deepEqual(await fromProgram(questions, 'loud'), { without: 'muted' });
        });
    });
});
