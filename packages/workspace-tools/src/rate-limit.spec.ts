import assert from 'node:assert/strict';
import { RateLimit } from './rate-limit';

describe('RateLimit', () => {
    it('lets each caller do so much at once, and more as time passes', () => {
        let now = 0;
        const limit = new RateLimit({ burst: 3, perSecond: 2 }, () => now);
        const take = (caller: string, times: number): boolean[] => Array.from({ length: times }, () => limit.take(caller));
        assert.deepEqual(take('a', 4), [true, true, true, false]);
        assert.deepEqual(take('b', 1), [true]);
        now = 499;
        assert.deepEqual(take('a', 1), [false]);
        now = 500;
        assert.deepEqual(take('a', 2), [true, false]);
        now = 1_000_000;
        assert.deepEqual(take('a', 4), [true, true, true, false]);
    });

    it('does not grow with the number of callers', () => {
        const limit = new RateLimit({ burst: 1, perSecond: 0 });
        assert.equal(limit.take('first'), true);
        for (let index = 0; index < 1_000; index++) {
            limit.take(`caller ${index}`);
        }
        assert.equal(limit.take('first'), true);
    });
});
