import '@openspace/core/lib/browser/testing/browser-environment';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { PacedText } from './paced-text';

describe('PacedText', () => {
    let nowMs = 0;
    /** What waits, and for how long. */
    let waiting: { readonly flush: () => void; readonly pauseMs: number } | undefined;

    beforeEach(() => {
        mock.method(performance, 'now', () => nowMs);
        mock.method(window, 'setTimeout', (flush: () => void, pauseMs: number) => {
            waiting = { flush, pauseMs };
            return 1;
        });
        mock.method(window, 'clearTimeout', () => {
            waiting = undefined;
        });
    });
    afterEach(() => mock.restoreAll());

    /** Adds a text, lets its time come, and answers with how long that was. */
    function pauseBefore(paced: PacedText, text: string): number {
        paced.add(text);
        const { flush, pauseMs } = waiting ?? assert.fail('nothing waits');
        flush();
        return pauseMs;
    }

    it('hands on what was added meanwhile in one piece, and what is left at the end', () => {
        const shown: string[] = [];
        const paced = new PacedText(text => shown.push(text));
        paced.add('a');
        paced.add('b');
        assert.deepEqual(shown, []);
        waiting?.flush();
        paced.add('c');
        paced.flush();
        paced.flush();
        assert.deepEqual(shown, ['ab', 'c']);
        assert.equal(waiting, undefined);
    });

    it('pauses the longer the longer it takes to show a text, up to a second', () => {
        let costMs = 1;
        const paced = new PacedText(() => (nowMs += costMs));
        const pausesAt = (cost: number): number => {
            costMs = cost;
            pauseBefore(paced, 'a');
            pauseBefore(paced, 'b');
            return pauseBefore(paced, 'c');
        };
        assert.deepEqual([1, 10, 20, 500, 1].map(pausesAt), [50, 200, 400, 1_000, 50]);
    });

    it('does not slow down after one slow moment', () => {
        let costMs = 1;
        const paced = new PacedText(() => (nowMs += costMs));
        pauseBefore(paced, 'a');
        costMs = 500;
        pauseBefore(paced, 'b');
        costMs = 1;
        assert.equal(pauseBefore(paced, 'c'), 50);
        assert.equal(pauseBefore(paced, 'd'), 50);
    });
});
