import { nls } from '@theia/core/lib/common';
import React from '@theia/core/shared/react';
import type { UndoOffer } from './activity-undo';

interface UndoButtonProps {
    readonly offer: UndoOffer;
    /** The action in words. */
    readonly action: string;
    /** Whether the tab key comes here. */
    readonly reachable: boolean;
    readonly onClick: () => void;
}

/** Undoes an action or makes it again. One that does nothing says why, so it can be reached too. */
export function UndoButton({ offer, action, reachable, onClick }: UndoButtonProps): React.ReactElement {
    const label = offer.kind === 'redo' ? nls.localize('openspace/undo/redo', 'Redo') : nls.localize('openspace/undo/undo', 'Undo');
    const reason = offer.kind === 'none' ? offer.reason : undefined;
    return (
        <button
            type="button"
            tabIndex={reachable ? 0 : -1}
            className="openspace-activity-undo"
            aria-label={[`${label}: ${action}`, ...(reason === undefined ? [] : [reason])].join('. ')}
            aria-disabled={reason !== undefined}
            title={reason ?? `${label}: ${action}`}
            onClick={onClick}
        >
            {label}
        </button>
    );
}
