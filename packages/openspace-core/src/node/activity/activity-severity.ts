import type { ActivitySeverity, CommandExecution } from '../../common';

/** Refusals that the person decided. */
const OWN_DECISIONS: ReadonlySet<string> = new Set(['stopped', 'no-consent', 'not-confirmed', 'needs-consent', 'paused']);

/** What only the person can mend: it keeps agents from everything that they want to change. */
const FOR_THE_PERSON: ReadonlySet<string> = new Set(['no-audit', 'audit-failed']);

/** Failures that nobody has foreseen. */
const DEFECTS: ReadonlySet<string> = new Set(['', 'internal']);

/** How much it concerns the person that an action ended like this. */
export function activitySeverity({ outcome, result: { code = '' } }: CommandExecution): ActivitySeverity {
    switch (outcome) {
        case 'done':
            return 'info';
        case 'refused':
            return OWN_DECISIONS.has(code) ? 'info' : FOR_THE_PERSON.has(code) ? 'error' : 'warning';
        case 'failed':
            // Of any other the agent is told what to do about it.
            return DEFECTS.has(code) || FOR_THE_PERSON.has(code) ? 'error' : 'warning';
        case 'unknown':
            return 'error';
    }
}
