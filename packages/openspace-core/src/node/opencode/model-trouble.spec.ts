import assert from 'node:assert/strict';
import { describeTrouble, MODEL_KEYS, NOT_A_MODEL, reasonToGiveUp, retryNotice, type TurnError } from './model-trouble';

const refused = (statusCode: number, message: string): TurnError => ({
    name: 'APIError',
    data: { message, statusCode, isRetryable: false }
});
const retry = (attempt: number, message = 'On fire.', pauseMs = 2_000) =>
    ({ type: 'retry', attempt, message, next: Date.now() + pauseMs }) as const;

describe('What a person reads about the model', () => {
    it('names the setting that is wrong', () => {
        assert.match(describeTrouble(refused(401, 'Bad key'), false), /refused the key \(Bad key\)\. Check OPENSPACE_LLM_API_KEY/);
        assert.match(describeTrouble(refused(403, 'No'), false), /OPENSPACE_LLM_API_KEY/);
        assert.match(describeTrouble(refused(404, 'No such model'), false), /OPENSPACE_LLM_BASE_URL and OPENSPACE_LLM_MODEL/);
    });

    it('says whether the answer is missing or has only lost its end', () => {
        assert.match(describeTrouble(refused(400, 'Odd.'), false), /^The model could not answer: Odd\. Check/);
        assert.match(describeTrouble(refused(400, 'Odd.'), true), /^The model broke off its answer: Odd\. Send/);
    });

    it('tells garbage from an answer', () => {
        const garbage: TurnError = { name: 'UnknownError', data: { message: 'JSON parsing failed: Text: <html>.\nError message: no' } };
        assert.equal(describeTrouble(garbage, false), NOT_A_MODEL);
    });

    it('is short, in plain words, and never holds the key', () => {
        MODEL_KEYS.add('sk-secret');
        assert.match(describeTrouble(refused(401, 'Key sk-secret is wrong\n    at stack'), false), /\(Key … is wrong\)/);
        MODEL_KEYS.delete('sk-secret');
        assert.match(retryNotice(retry(1, 'Cannot connect to API: Unable to connect. Is the computer able …?')), /nothing can be reached/);
        assert.match(retryNotice(retry(1, '{"message":"overloaded","code":"x"}')), /does not answer: overloaded\. Trying again \(2 of 4\)/);
        assert.ok(retryNotice(retry(1, 'x'.repeat(5_000))).length < 300);
    });
});

describe('Asking the model again', () => {
    it('goes on for a few attempts', () => {
        assert.deepEqual(
            [1, 2, 3].map(attempt => reasonToGiveUp(retry(attempt), false)),
            [undefined, undefined, undefined]
        );
        assert.match(reasonToGiveUp(retry(4), false) ?? '', /asked 4 times: On fire\. Check/);
    });

    it('is not done when it would repeat what was said', () => {
        assert.match(reasonToGiveUp(retry(1), true) ?? '', /broke off its answer: On fire\. Send/);
    });

    it('is not done when the endpoint wants a long pause', () => {
        assert.match(reasonToGiveUp(retry(1, 'Slow down', 3_600_000), false) ?? '', /no more requests for 3\d{3} s \(Slow down\)/);
    });
});
