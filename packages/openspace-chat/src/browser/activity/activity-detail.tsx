import type { ActivityEntry } from '@openspace/core/lib/common';
import React from '@theia/core/shared/react';
import type { ActivityWords } from './activity-words';

interface ActivityDetailProps {
    readonly entry: ActivityEntry;
    readonly words: ActivityWords;
}

/** The chosen action with all that does not fit into its row. */
export function ActivityDetail({ entry, words }: ActivityDetailProps): React.ReactElement {
    const target = words.target(entry);
    return (
        <p className="openspace-activity-detail" aria-live="polite">
            <strong>{words.action(entry)}</strong> {target !== '' && <code>{target}</code>} {words.outcome(entry)}
        </p>
    );
}
