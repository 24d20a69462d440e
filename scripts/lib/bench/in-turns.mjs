import { median } from './figures.mjs';

/** Rounds before the ones that count: code gets compiled, caches get filled. */
const WARM_UP_ROUNDS = 2;

/**
 * Runs all contestants in turns and takes the time of each in milliseconds. What else the machine does hits the runs of one round
 * alike, so answers are medians over what was found in each round.
 */
export async function inTurns(contestants, rounds) {
    const times = Object.fromEntries(Object.keys(contestants).map(name => [name, []]));
    for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
        const names = Object.keys(contestants);
        // Whoever runs first in one round is the last in the next.
        for (const name of round % 2 === 0 ? names : names.reverse()) {
            const startedAt = performance.now();
            await contestants[name](round);
            if (round >= 0) {
                times[name].push(performance.now() - startedAt);
            }
        }
    }
    const overRounds = (one, other, combine) => median(times[one].map((time, round) => combine(time, times[other][round])));
    return {
        /** How many times as long one takes as the other. */
        ratio: (one, other) => overRounds(one, other, (time, otherTime) => time / otherTime),
        /** How many milliseconds longer one takes than the other. */
        difference: (one, other) => overRounds(one, other, (time, otherTime) => time - otherTime),
        /** How many milliseconds one takes. */
        time: name => median(times[name])
    };
}
