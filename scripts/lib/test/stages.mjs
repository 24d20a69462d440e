import { countOutcome, sum } from './tally.mjs';

/**
 * One stage after the other; in a stage lanes beside each other, in a lane one step after the other. The checks only read what is
 * built, and the unit tests wait for other processes most of the time: together they take little longer than the unit tests alone.
 */
const STAGES = [[['set-up']], [['build']], [['lint', 'format', 'deadcode'], ['unit']], [['e2e']]];

/** Without these there is nothing to test. */
const FOUNDATIONS = ['set-up', 'build'];

/** The lines that one step adds to the closing table; the first of them has its time. */
async function runStep(name, perform, onFailure) {
    const started = performance.now();
    let outcome;
    try {
        outcome = await perform(name);
    } catch (error) {
        onFailure(error);
        outcome = { [name]: countOutcome(false, error.message) };
    }
    const durationMs = performance.now() - started;
    return Object.entries(outcome).map(([step, counts], index) => ({ step, counts, durationMs: index === 0 ? durationMs : undefined }));
}

async function runLane(names, ...how) {
    const lines = [];
    for (const name of names) {
        lines.push(...(await runStep(name, ...how)));
    }
    return lines;
}

/**
 * Does the wanted steps; a failed one ends the run only when the others stand on it.
 *
 * @param {string[]} wanted
 * @param {(name: string) => Promise<Record<string, import('./tally.mjs').Counts>>} perform
 * @param {(error: Error) => void} onFailure told at once why a step could not be done
 */
export async function runStages(wanted, perform, onFailure) {
    const lines = [];
    for (const lanes of STAGES) {
        const chosen = lanes.map(lane => lane.filter(name => wanted.includes(name)));
        const added = (await Promise.all(chosen.map(lane => runLane(lane, perform, onFailure)))).flat();
        lines.push(...added);
        if (chosen.flat().some(name => FOUNDATIONS.includes(name)) && sum(added.map(({ counts }) => counts)).failed > 0) {
            break;
        }
    }
    return lines;
}
