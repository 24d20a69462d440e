import React from '@theia/core/shared/react';
import type { ThingToTry } from './things-to-try';

/** Small drawings of the window, in the colours of the theme: what will happen after a click. */
export function WelcomePicture({ of }: { of: ThingToTry['picture'] }): React.ReactElement {
    return (
        <svg className="openspace-welcome-picture" viewBox="0 0 120 72" aria-hidden="true">
            <rect className="window" x="1" y="1" width="118" height="70" rx="4" />
            <line className="edge" x1="84" y1="1" x2="84" y2="71" />
            <Lines x={90} y={12} widths={[20, 24, 14]} />
            {DRAWINGS[of]}
        </svg>
    );
}

const DRAWINGS: Record<ThingToTry['picture'], React.ReactElement> = {
    tour: (
        <>
            <line className="edge" x1="43" y1="1" x2="43" y2="46" />
            <line className="edge" x1="1" y1="46" x2="84" y2="46" />
            <Lines x={8} y={12} widths={[26, 18, 24]} />
            <Lines x={50} y={12} widths={[22, 28, 16]} />
            <Lines x={8} y={56} widths={[14, 40]} />
        </>
    ),
    point: (
        <>
            <rect className="mark" x="5" y="19" width="74" height="23" rx="2" />
            <Lines x={10} y={12} widths={[44, 58, 50, 34, 60, 40]} />
        </>
    ),
    run: (
        <>
            <line className="edge" x1="1" y1="32" x2="84" y2="32" />
            <Lines x={8} y={10} widths={[40, 28]} />
            <path className="accent" d="M8 41 l5 4 l-5 4" />
            <line className="accent" x1="18" y1="45" x2="46" y2="45" />
            <path className="good" d="M9 59 l4 4 l7 -8" />
            <Lines x={26} y={60} widths={[34]} />
        </>
    )
};

function Lines({ x, y, widths }: { x: number; y: number; widths: readonly number[] }): React.ReactElement {
    return (
        <>
            {widths.map((width, index) => (
                <line key={index} className="text" x1={x} y1={y + index * 9} x2={x + width} y2={y + index * 9} />
            ))}
        </>
    );
}
