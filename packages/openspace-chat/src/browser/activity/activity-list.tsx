import type { ActivityEntry } from '@openspace/core/lib/common';
import { nls } from '@theia/core/lib/common';
import React from '@theia/core/shared/react';
import { ActivityDetail } from './activity-detail';
import { ACTIVITY_COLUMNS, ActivityRow } from './activity-row';
import type { UndoOffer } from './activity-undo';
import type { ActivityWords } from './activity-words';
import { scrollTopFor, visibleRows } from './visible-rows';

/** Must be what the style sheet says. */
const ROW_HEIGHT = 22;

interface ActivityListProps {
    readonly entries: readonly ActivityEntry[];
    readonly words: ActivityWords;
    readonly onOpen: (entry: ActivityEntry) => void;
    readonly onCopy: (entry: ActivityEntry) => void;
    readonly undoFor: (entry: ActivityEntry) => UndoOffer;
    readonly onUndo: (entry: ActivityEntry) => void;
}

/**
 * The actions as a table in which only the rows in view exist. It stays at its end while new ones come, unless the person has
 * scrolled away from there. The arrow keys move through it, Enter opens what an action is about, Tab leads to its button.
 */
export function ActivityList({ entries, words, onOpen, onCopy, undoFor, onUndo }: ActivityListProps): React.ReactElement {
    const body = React.useRef<HTMLDivElement>(null);
    const atEnd = React.useRef(true);
    /** The first row in view: it stays there when rows above it go. */
    const first = React.useRef<{ callId: string; offset: number }>();
    const [view, setView] = React.useState({ scrollTop: 0, height: 0 });
    const [selected, setSelected] = React.useState<string>();

    React.useLayoutEffect(() => {
        const element = body.current;
        if (!element) {
            return undefined;
        }
        const measure = (): void => setView({ scrollTop: element.scrollTop, height: element.clientHeight });
        const watch = new ResizeObserver(measure);
        watch.observe(element);
        measure();
        return () => watch.disconnect();
    }, []);

    React.useLayoutEffect(() => {
        const index = atEnd.current ? -1 : entries.findIndex(({ callId }) => callId === first.current?.callId);
        if (body.current && atEnd.current) {
            body.current.scrollTop = body.current.scrollHeight;
        } else if (body.current && index >= 0) {
            body.current.scrollTop = index * ROW_HEIGHT + (first.current?.offset ?? 0);
        }
    }, [entries, view.height]);

    const onScroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: React.UIEvent<HTMLDivElement>): void => {
        atEnd.current = scrollTop + clientHeight >= scrollHeight - ROW_HEIGHT;
        const entry = entries.at(Math.floor(scrollTop / ROW_HEIGHT));
        first.current = entry && { callId: entry.callId, offset: scrollTop % ROW_HEIGHT };
        setView({ scrollTop, height: clientHeight });
    };

    const selectedIndex = selected === undefined ? -1 : entries.findIndex(({ callId }) => callId === selected);
    const chosen = entries.at(selectedIndex < 0 ? entries.length : selectedIndex);
    React.useLayoutEffect(() => {
        // What tells of the chosen action takes room from the list.
        if (body.current && selectedIndex >= 0) {
            body.current.scrollTop = scrollTopFor(selectedIndex, ROW_HEIGHT, body.current.scrollTop, view.height);
        }
        // Only then: what comes later does not bring the person back.
    }, [selected, view.height]);
    const moveTo = (index: number): void => {
        const next = Math.max(0, Math.min(entries.length - 1, index));
        setSelected(entries[next]?.callId);
        if (body.current) {
            body.current.scrollTop = scrollTopFor(next, ROW_HEIGHT, body.current.scrollTop, body.current.clientHeight);
        }
    };
    const onKeyDown = (event: React.KeyboardEvent): void => {
        // A button of the row does what it says.
        if (event.target instanceof HTMLButtonElement && (event.key === 'Enter' || event.key === ' ')) {
            return;
        }
        const page = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 1);
        const from = selectedIndex < 0 ? entries.length : selectedIndex;
        const moves: Readonly<Record<string, number>> = {
            ArrowUp: from - 1,
            ArrowDown: from + 1,
            PageUp: from - page,
            PageDown: from + page,
            Home: 0,
            End: entries.length - 1
        };
        const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
        if (move !== undefined) {
            moveTo(move);
        } else if (event.key === 'Enter' && chosen) {
            onOpen(chosen);
        } else if (event.key.toLowerCase() === 'c' && (event.ctrlKey || event.metaKey) && chosen) {
            onCopy(chosen);
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    };

    const { start, end } = visibleRows(entries.length, ROW_HEIGHT, view.scrollTop, view.height);
    return (
        <>
            <div
                className="openspace-activity-grid"
                role="grid"
                tabIndex={0}
                aria-label={nls.localize('openspace/activity/list', 'Actions of the agent')}
                aria-rowcount={entries.length + 1}
                aria-activedescendant={selectedIndex >= start && selectedIndex < end ? rowId(entries[selectedIndex]) : undefined}
                onKeyDown={onKeyDown}
            >
                <div role="row" aria-rowindex={1} className="openspace-activity-header">
                    {ACTIVITY_COLUMNS.map(title => (
                        <span role="columnheader" key={title()}>
                            {title()}
                        </span>
                    ))}
                </div>
                <div ref={body} role="rowgroup" tabIndex={0} className="openspace-activity-body" onScroll={onScroll}>
                    <div role="presentation" style={{ height: entries.length * ROW_HEIGHT }}>
                        {entries.slice(start, end).map((entry, offset) => (
                            <ActivityRow
                                key={entry.callId}
                                id={rowId(entry)}
                                entry={entry}
                                words={words}
                                rowIndex={start + offset + 2}
                                top={(start + offset) * ROW_HEIGHT}
                                selected={entry.callId === selected}
                                onSelect={() => setSelected(entry.callId)}
                                onOpen={() => onOpen(entry)}
                                undo={undoFor(entry)}
                                onUndo={() => onUndo(entry)}
                            />
                        ))}
                    </div>
                </div>
            </div>
            {chosen && <ActivityDetail entry={chosen} words={words} />}
        </>
    );
}

function rowId({ callId }: ActivityEntry): string {
    return `openspace-activity-${callId}`;
}
