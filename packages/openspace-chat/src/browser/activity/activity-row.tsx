import type { ActivityEntry, ActivityState } from '@openspace/core/lib/common';
import { nls } from '@theia/core/lib/common';
import React from '@theia/core/shared/react';
import type { UndoOffer } from './activity-undo';
import type { ActivityWords } from './activity-words';
import { UndoButton } from './undo-button';

const STATE_ICONS: Readonly<Record<ActivityState, string>> = {
    waiting: 'clock',
    running: 'sync codicon-modifier-spin',
    done: 'check',
    failed: 'error',
    refused: 'circle-slash',
    unknown: 'question'
};

export interface ActivityRowProps {
    readonly id: string;
    readonly entry: ActivityEntry;
    readonly words: ActivityWords;
    /** Counted from 1, the header included. */
    readonly rowIndex: number;
    readonly top: number;
    readonly selected: boolean;
    readonly undo: UndoOffer;
    readonly onSelect: () => void;
    readonly onOpen: () => void;
    readonly onUndo: () => void;
}

export const ACTIVITY_COLUMNS: readonly (() => string)[] = [
    () => nls.localize('openspace/activity/time', 'Time'),
    () => nls.localize('openspace/activity/action', 'Action'),
    () => nls.localize('openspace/activity/target', 'Target'),
    () => nls.localize('openspace/activity/outcome', 'Outcome'),
    () => nls.localize('openspace/activity/duration', 'Duration'),
    () => nls.localize('openspace/activity/session', 'Session'),
    () => nls.localize('openspace/activity/undo', 'Undo')
];

/** One action in a line; what does not fit is in its tooltip. */
export const ActivityRow = React.memo(function ActivityRow(props: ActivityRowProps): React.ReactElement {
    const { id, entry, words, rowIndex, top, selected } = props;
    const target = words.target(entry);
    const isUndone = props.undo.kind === 'redo';
    const outcome = words.outcome(entry);
    return (
        <div
            id={id}
            role="row"
            aria-rowindex={rowIndex}
            aria-selected={selected}
            className={`openspace-activity-row openspace-activity-${isUndone ? 'undone' : entry.state}${selected ? ' selected' : ''}`}
            style={{ transform: `translateY(${top}px)` }}
            // Not before the press ends: what tells of the chosen action moves the rows, and the press would miss its button.
            onClick={props.onSelect}
            onDoubleClick={props.onOpen}
        >
            <span role="gridcell" title={words.dateAndTime(entry)}>
                {words.time(entry)}
            </span>
            <span role="gridcell" title={entry.commandId}>
                {words.action(entry)}
            </span>
            <span role="gridcell" title={target}>
                {target === '' || entry.target?.kind === 'command' ? (
                    target
                ) : (
                    // Reached by the arrow keys and Enter of the list.
                    <button type="button" tabIndex={-1} className="openspace-activity-target" onClick={props.onOpen}>
                        {target}
                    </button>
                )}
            </span>
            <span role="gridcell" className="openspace-activity-outcome" title={outcome}>
                <span className={`codicon codicon-${isUndone ? 'discard' : STATE_ICONS[entry.state]}`} aria-hidden="true" />
                {outcome}
            </span>
            <span role="gridcell" className="openspace-activity-duration">
                {words.duration(entry)}
            </span>
            <span role="gridcell" title={`${words.session(entry)} (${entry.sessionId})`}>
                {words.session(entry)}
            </span>
            <span role="gridcell">
                <UndoButton
                    offer={props.undo}
                    action={[words.action(entry), target].filter(Boolean).join(' ')}
                    reachable={selected}
                    onClick={props.onUndo}
                />
            </span>
        </div>
    );
});
