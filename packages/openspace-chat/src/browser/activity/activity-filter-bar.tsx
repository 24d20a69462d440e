import { nls } from '@theia/core/lib/common';
import React from '@theia/core/shared/react';
import { OUTCOME_FILTERS, type ActivityFilter, type OutcomeFilter } from './activity-filter';

const OUTCOME_WORDS: Readonly<Record<OutcomeFilter, () => string>> = {
    all: () => nls.localize('openspace/activity/all', 'All outcomes'),
    active: () => nls.localize('openspace/activity/active', 'Waiting or running'),
    done: () => nls.localize('openspace/activity/done', 'Done'),
    problems: () => nls.localize('openspace/activity/problems', 'Problems')
};

interface ActivityFilterBarProps {
    readonly filter: ActivityFilter;
    /** The known sessions with their names. */
    readonly sessions: readonly (readonly [sessionId: string, name: string])[];
    readonly count: number;
    readonly total: number;
    readonly onChange: (filter: ActivityFilter) => void;
}

/** Where a person says what to see. */
export function ActivityFilterBar({ filter, sessions, count, total, onChange }: ActivityFilterBarProps): React.ReactElement {
    return (
        <div className="openspace-activity-filter" role="search">
            <input
                type="text"
                className="theia-input"
                spellCheck={false}
                value={filter.text}
                placeholder={nls.localize('openspace/activity/search', 'Search actions')}
                aria-label={nls.localize('openspace/activity/search', 'Search actions')}
                onChange={event => onChange({ ...filter, text: event.target.value })}
            />
            <select
                className="theia-select"
                value={filter.outcome}
                aria-label={nls.localize('openspace/activity/outcomeFilter', 'Outcomes to show')}
                onChange={event => onChange({ ...filter, outcome: OUTCOME_FILTERS[event.target.selectedIndex] ?? 'all' })}
            >
                {OUTCOME_FILTERS.map(outcome => (
                    <option key={outcome} value={outcome}>
                        {OUTCOME_WORDS[outcome]()}
                    </option>
                ))}
            </select>
            <select
                className="theia-select"
                value={filter.sessionId ?? ''}
                aria-label={nls.localize('openspace/activity/sessionFilter', 'Session to show')}
                onChange={event => onChange({ ...filter, sessionId: event.target.value === '' ? undefined : event.target.value })}
            >
                <option value="">{nls.localize('openspace/activity/allSessions', 'All sessions')}</option>
                {sessions.map(([sessionId, name]) => (
                    <option key={sessionId} value={sessionId}>
                        {name}
                    </option>
                ))}
            </select>
            <span className="openspace-activity-count" role="status">
                {countInWords(count, total)}
            </span>
        </div>
    );
}

function countInWords(count: number, total: number): string {
    const actions =
        total === 1 ? nls.localize('openspace/activity/one', '1 action') : nls.localize('openspace/activity/total', '{0} actions', total);
    return count === total ? actions : nls.localize('openspace/activity/some', '{0} of {1}', count, actions);
}
