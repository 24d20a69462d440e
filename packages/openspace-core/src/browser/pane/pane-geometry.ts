import type { PaneInfo } from '@openspace/protocol';

/** A rectangle of the page, in pixels. */
export interface Rectangle {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
}

/** Place and size in percent of the window. */
export type PaneGeometry = PaneInfo['geometry'];

const TOLERATED_PERCENT = 0.5;
const NOTHING: Rectangle = { left: 0, top: 0, width: 0, height: 0 };

/** The smallest rectangle around all of these. Those that cover nothing do not count. */
export function enclosing(rectangles: readonly Rectangle[]): Rectangle {
    const seen = rectangles.filter(({ width, height }) => width > 0 && height > 0);
    if (seen.length === 0) {
        return NOTHING;
    }
    const left = Math.min(...seen.map(each => each.left));
    const top = Math.min(...seen.map(each => each.top));
    const right = Math.max(...seen.map(each => each.left + each.width));
    const bottom = Math.max(...seen.map(each => each.top + each.height));
    return { left, top, width: right - left, height: bottom - top };
}

/** A part of the whole in percent, to a tenth; what stands outside of the whole is cut off. */
export function inPercent(part: Rectangle, whole: Rectangle): PaneGeometry {
    return {
        x: percent(part.left - whole.left, whole.width),
        y: percent(part.top - whole.top, whole.height),
        width: percent(part.width, whole.width),
        height: percent(part.height, whole.height)
    };
}

function percent(length: number, whole: number): number {
    return whole > 0 ? Math.round(Math.min(Math.max(length / whole, 0), 1) * 1000) / 10 : 0;
}

/** Whether two sizes in percent count as the same: handles stand on whole pixels, so a size is never met exactly. */
export function isNear(one: number, other: number): boolean {
    return Math.abs(one - other) <= TOLERATED_PERCENT;
}
