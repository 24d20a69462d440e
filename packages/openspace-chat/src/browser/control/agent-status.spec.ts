import '@openspace/core/lib/browser/testing/browser-environment';
import assert from 'node:assert/strict';
import { describeAgent } from './agent-status';

const AT_REST = { paused: false, busy: false, queued: 0, approved: false } as const;

describe('describeAgent', () => {
    it('has other words for each state', () => {
        const words = (['idle', 'working', 'waiting', 'paused', 'disconnected'] as const).map(
            phase => describeAgent({ ...AT_REST, phase }).words
        );
        assert.deepEqual(words, ['idle', 'working', 'waiting for you', 'paused', 'disconnected']);
    });

    it('says who answers, or what is wrong with the settings', () => {
        assert.match(
            describeAgent({ ...AT_REST, phase: 'idle', answering: 'teapot-7b' }).tooltip,
            /next message\. It answers with teapot-7b\.$/
        );
        const missingSetting = 'No name.';
        assert.match(
            describeAgent({ ...AT_REST, phase: 'idle', answering: 'default', missingSetting }).tooltip,
            /It answers with default\. No name\.$/
        );
        const wrongSetting = 'The setting is not an address.';
        assert.equal(describeAgent({ ...AT_REST, phase: 'disconnected', wrongSetting }).tooltip, wrongSetting);
    });

    it('does not call an agent idle that may not act, and says how that ends', () => {
        const { words, tooltip } = describeAgent({ ...AT_REST, phase: 'idle', standing: 'refuse' });
        assert.equal(words, 'may not act');
        assert.match(tooltip, /Click to be asked again\.$/);
        assert.equal(describeAgent({ ...AT_REST, phase: 'working', standing: 'refuse' }).words, 'working');
        assert.equal(describeAgent({ ...AT_REST, phase: 'idle', standing: 'allow' }).words, 'idle');
    });

    it('tells of a pause also while nobody can be reached', () => {
        assert.equal(describeAgent({ ...AT_REST, phase: 'disconnected', paused: true }).words, 'disconnected, paused');
    });

    it('says how much a pause holds back', () => {
        assert.equal(describeAgent({ ...AT_REST, phase: 'paused', queued: 3 }).words, 'paused, 3 waiting');
        assert.equal(describeAgent({ ...AT_REST, phase: 'working', queued: 3 }).words, 'working');
    });
});
