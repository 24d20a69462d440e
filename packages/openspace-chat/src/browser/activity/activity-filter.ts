import { hasEnded, type ActivityEntry } from '@openspace/core/lib/common';
import type { ActivityWords } from './activity-words';

/** The kinds of outcome that a person may want to see alone. */
export const OUTCOME_FILTERS = ['all', 'active', 'done', 'problems'] as const;
export type OutcomeFilter = (typeof OUTCOME_FILTERS)[number];

/** Which actions the view shows. */
export interface ActivityFilter {
    readonly outcome: OutcomeFilter;
    /** One session alone. */
    readonly sessionId?: string | undefined;
    /** Each of its words must stand somewhere in the row, in whatever case. */
    readonly text: string;
}

export const NO_FILTER: ActivityFilter = { outcome: 'all', text: '' };

/** The entries that the filter lets through, in the same order. */
export function filterActivity(entries: readonly ActivityEntry[], filter: ActivityFilter, words: ActivityWords): readonly ActivityEntry[] {
    const wanted = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
    if (filter.outcome === 'all' && filter.sessionId === undefined && wanted.length === 0) {
        return entries;
    }
    return entries.filter(
        entry =>
            (filter.sessionId === undefined || entry.sessionId === filter.sessionId) &&
            hasOutcome(entry, filter.outcome) &&
            (wanted.length === 0 || matches(words.searchText(entry), wanted))
    );
}

function hasOutcome(entry: ActivityEntry, outcome: OutcomeFilter): boolean {
    switch (outcome) {
        case 'all':
            return true;
        case 'active':
            return !hasEnded(entry);
        case 'done':
            return entry.state === 'done';
        case 'problems':
            return hasEnded(entry) && entry.state !== 'done';
    }
}

function matches(text: string, wanted: readonly string[]): boolean {
    return wanted.every(word => text.includes(word));
}
