import { median } from '../../../../scripts/lib/bench/figures.mjs';

/** The code of every contestant gets compiled first, in the background. That may take a while and does not count. */
const WARM_UP_MS = 400;
const WARM_UP_ROUNDS = 3;
const ROUNDS = 11;
/** Shorter runs are repeated within a round, for the clock and the garbage collector to matter little. */
const SHORTEST_MS = 8;
const MAX_REPEATS = 64;

/** Time of all processors in milliseconds: what other processes do meanwhile matters little. */
function usedTime() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
}

/**
 * Runs all contestants in turns, warmed up alike. `ratio` tells how many times as long one takes as another, `time` how many
 * milliseconds one takes. Both are medians over all rounds: the two of one round met the same machine.
 */
export async function measure(contestants) {
    const runs = Object.entries(contestants).map(([name, run]) => ({ name, run, repeats: 1, times: [] }));
    for (const { run } of runs) {
        const start = usedTime();
        while (usedTime() - start < WARM_UP_MS) {
            await run();
        }
    }
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
        for (const contestant of runs) {
            const start = usedTime();
            for (let repeat = 0; repeat < contestant.repeats; repeat++) {
                await contestant.run();
            }
            const time = (usedTime() - start) / contestant.repeats;
            if (round >= 0) {
                contestant.times.push(time);
            } else {
                contestant.repeats = Math.min(Math.ceil(SHORTEST_MS / time), MAX_REPEATS);
            }
        }
    }
    const timesOf = Object.fromEntries(runs.map(({ name, times }) => [name, times]));
    return {
        ratio: (one, other) => median(timesOf[one].map((time, round) => time / timesOf[other][round])),
        time: name => median(timesOf[name])
    };
}
