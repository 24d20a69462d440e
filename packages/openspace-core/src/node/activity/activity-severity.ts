import type { ActivitySeverity, CommandExecution } from '../../common';

/** Refusals that the person decided. */
const OWN_DECISIONS: ReadonlySet<string> = new Set(['stopped', 'no-consent', 'not-confirmed', 'needs-consent']);

/** Failures that nobody has foreseen. */
const DEFECTS: ReadonlySet<string> = new Set(['', 'internal']);

/** How much it concerns the person that an action ended like this. */
export function activitySeverity({ outcome, result: { code = '' } }: CommandExecution): ActivitySeverity {
    switch (outcome) {
        case 'done':
            return 'info';
        case 'refused':
            return OWN_DECISIONS.has(code) ? 'info' : 'warning';
        case 'failed':
            // Of any other the agent is told what to do about it.
            return DEFECTS.has(code) ? 'error' : 'warning';
        case 'unknown':
            return 'error';
    }
}
