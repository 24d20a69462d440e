import assert from 'node:assert/strict';
import type { CommandOutcome } from '@openspace/protocol';
import type { ActivitySeverity } from '../../common';
import { activitySeverity } from './activity-severity';

describe('The severity of an action', () => {
    const TABLE: readonly (readonly [CommandOutcome, string | undefined, ActivitySeverity])[] = [
        ['done', undefined, 'info'],
        ['failed', 'not-found', 'warning'],
        ['failed', 'internal', 'error'],
        ['failed', undefined, 'error'],
        ['failed', 'audit-failed', 'error'],
        ['unknown', 'timeout', 'error'],
        ['refused', 'sensitive-file', 'warning'],
        ['refused', 'not-confirmed', 'info'],
        ['refused', 'no-consent', 'info'],
        ['refused', 'needs-consent', 'info'],
        ['refused', 'stopped', 'info'],
        ['refused', 'paused', 'info'],
        ['refused', 'no-audit', 'error']
    ];
    for (const [outcome, code, severity] of TABLE) {
        it(`that is ${outcome}${code === undefined ? '' : ` (${code})`} is ${severity}`, () => {
            const result = { success: outcome === 'done', ...(code === undefined ? {} : { code }) };
            assert.equal(activitySeverity({ outcome, result }), severity);
        });
    }
});
