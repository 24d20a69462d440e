// The arithmetic of brewing. Plain JavaScript, so that the tests run with Node alone; brewing.d.mts holds the types.

/** How fast an uncovered kettle cools, in degrees Celsius a minute. */
export const COOLING_PER_MINUTE = 2.5;

/** Minutes until water of one temperature has cooled to another; none if it is cool enough already. */
export function coolingMinutes(from, to) {
    return Math.max(0, (from - to) / COOLING_PER_MINUTE);
}

/** Seconds to steep an infusion. Leaves give less each time, so every further infusion takes half as long again. */
export function steepSeconds(tea, infusion = 1) {
    return Math.round(tea.seconds * 1.5 ** (infusion - 1));
}

/** Grams of leaf for a pot, to the nearest half gram. */
export function gramsFor(tea, millilitres) {
    return Math.round((tea.gramsPerLitre * millilitres) / 500) / 2;
}

/** Minutes as a clock shows them: 4.5 becomes "4:30". */
export function asClock(minutes) {
    const seconds = Math.round(minutes * 60);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
