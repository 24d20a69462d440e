import '@openspace/core/lib/browser/testing/browser-environment';
import assert from 'node:assert/strict';
import { describeAgent } from './agent-status';

describe('describeAgent', () => {
    it('has other words for each state', () => {
        const words = (['idle', 'working', 'waiting', 'paused', 'disconnected'] as const).map(
            phase => describeAgent({ phase, queued: 0 }).words
        );
        assert.deepEqual(words, ['idle', 'working', 'waiting for you', 'paused', 'disconnected']);
    });

    it('says who answers, or what is wrong with the settings', () => {
        assert.match(
            describeAgent({ phase: 'idle', queued: 0, answering: 'teapot-7b' }).tooltip,
            /next message\. It answers with teapot-7b\.$/
        );
        const wrongSetting = 'The setting is not an address.';
        assert.equal(describeAgent({ phase: 'disconnected', queued: 0, wrongSetting }).tooltip, wrongSetting);
    });

    it('does not call an agent idle that may not act, and says how that ends', () => {
        const { words, tooltip } = describeAgent({ phase: 'idle', queued: 0, standing: 'refuse' });
        assert.equal(words, 'may not act');
        assert.match(tooltip, /Click to be asked again\.$/);
        assert.equal(describeAgent({ phase: 'working', queued: 0, standing: 'refuse' }).words, 'working');
        assert.equal(describeAgent({ phase: 'idle', queued: 0, standing: 'allow' }).words, 'idle');
    });

    it('says how much a pause holds back', () => {
        assert.equal(describeAgent({ phase: 'paused', queued: 3 }).words, 'paused, 3 waiting');
        assert.equal(describeAgent({ phase: 'working', queued: 3 }).words, 'working');
    });
});
