import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { countOutcome } from './tally.mjs';
import { formatSummary } from './test-command.mjs';

describe('The summary of npm test', () => {
    it('names each step with its time, then the remarks, and ends with the line that CI reads', () => {
        const unit = { passed: 200, failed: 1, skipped: 1, remarks: ['Skipped: later'] };
        const summary = formatSummary([
            { step: 'build', counts: countOutcome(true), durationMs: 61_000 },
            { step: 'unit', counts: unit, durationMs: 2500 },
            { step: 'coverage', counts: countOutcome(true) }
        ]);
        const lines = summary.split('\n').filter(line => line !== '');
        assert.match(lines[0], /^build +ok +1 min 01 s +1 passed, 0 failed$/);
        assert.match(lines[1], /^unit +FAILED +2\.5 s +200 passed, 1 failed, 1 skipped$/);
        assert.match(lines[2], /^coverage +ok +1 passed, 0 failed$/);
        assert.equal(lines[3], 'unit: Skipped: later');
        assert.equal(summary.trimEnd().split('\n').at(-1), '202 passed, 1 failed, 1 skipped');
    });
});
