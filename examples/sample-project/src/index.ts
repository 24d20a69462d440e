import { asClock, coolingMinutes, gramsFor, steepSeconds } from './brewing.mjs';
import { findTea, SHELF } from './teas.ts';
import type { Tea } from './teas.ts';

/** Water just off the boil. The kettle is heated once, at the very start. */
const BOILING = 100;

/** A small pot, enough for everyone to have a taste. */
const POT_MILLILITRES = 250;

/** One tea of the tasting, with everything the host has to do for it. */
export interface Brew {
    readonly tea: Tea;
    /** Minutes after the kettle boiled. */
    readonly pourAt: number;
    readonly drinkAt: number;
    readonly grams: number;
}

/** A whole tasting, in the order in which the teas are poured. */
export interface Tasting {
    readonly brews: readonly Brew[];
    readonly minutes: number;
}

/**
 * Which tea comes first?
 *
 * Every tea wants water of its own temperature, and a kettle that has boiled only ever gets cooler. So the teas that like
 * it hottest are poured first, and the delicate ones wait for the water to come down to them. Two teas that want the same
 * temperature keep the order in which the guests named them.
 */
function hottestFirst(teas: readonly Tea[]): Tea[] {
    return [...teas].sort((left, right) => right.celsius - left.celsius);
}

/**
 * The heart of the matter: one kettle, one pot, many teas.
 *
 * Says when to pour which tea, counted from the moment at which the kettle boiled.
 */
export function planTasting(names: readonly string[]): Tasting {
    const brews: Brew[] = [];
    let potIsFreeAt = 0;

    for (const tea of hottestFirst(names.map(findTea))) {
        // Both must be true: the water has cooled far enough, and the only pot is empty again.
        const waterIsReadyAt = coolingMinutes(BOILING, tea.celsius);
        const pourAt = Math.max(waterIsReadyAt, potIsFreeAt);
        const drinkAt = pourAt + steepSeconds(tea) / 60;

        brews.push({ tea, pourAt, drinkAt, grams: gramsFor(tea, POT_MILLILITRES) });
        potIsFreeAt = drinkAt;
    }

    return { brews, minutes: potIsFreeAt };
}

/** The plan as the host pins it to the kitchen wall. */
export function describeTasting({ brews, minutes }: Tasting): string {
    const steps = brews.map(
        ({ tea, pourAt, drinkAt, grams }) =>
            `${asClock(pourAt).padStart(6)}  pour ${tea.name} (${grams} g at ${tea.celsius} °C), drink at ${asClock(drinkAt)}`
    );
    return ['  0:00  take the kettle off the boil', ...steps, `${asClock(minutes).padStart(6)}  done`].join('\n');
}

/** A tasting of everything on the shelf, for guests who cannot decide. */
export function planEverything(): Tasting {
    return planTasting(SHELF.map(({ name }) => name));
}
