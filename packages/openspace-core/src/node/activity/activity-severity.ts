import type { ActivitySeverity, CommandExecution } from '../../common';

/** Refusals that the person decided. */
const OWN_DECISIONS: ReadonlySet<string> = new Set(['stopped', 'no-consent', 'not-confirmed']);

/** How much it concerns the person that an action ended like this. */
export function activitySeverity({ outcome, result: { code = '' } }: CommandExecution): ActivitySeverity {
    switch (outcome) {
        case 'done':
            return 'info';
        case 'refused':
            return OWN_DECISIONS.has(code) ? 'info' : 'warning';
        case 'failed':
        case 'unknown':
            return 'error';
    }
}
