import assert from 'node:assert/strict';
import { limitOf } from './limit-settings';

describe('A limit from the settings', () => {
    it('is what the person chose, within the bounds', () => {
        const limits = [3, 20, 21, 1e9, 1, 0, -5, 2.5].map(value => limitOf('openspace.limits.commandsPerMessage', value));
        assert.deepEqual(limits, [3, 20, 20, 20, 1, 1, 1, 2]);
    });

    it('is the usual one when no number stands there', () => {
        const limits = [undefined, '3', NaN, Infinity, {}].map(value => limitOf('openspace.limits.commandsPerMessage', value));
        assert.deepEqual(limits, [10, 10, 10, 10, 10]);
    });
});
