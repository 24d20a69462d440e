import { describe } from '../failure.mjs';
import { formatDuration, Progress } from '../process/progress.mjs';
import { leaveOnStopRequest } from '../process/stop-request.mjs';
import { ensureInstalled } from '../setup/install.mjs';
import { runStages } from './stages.mjs';
import { stepActions } from './steps.mjs';
import { countOutcome, formatCounts, sum } from './tally.mjs';
import { parseTestOptions, usage } from './test-options.mjs';

function runSteps(options, progress) {
    const actions = { 'set-up': () => ensureInstalled(progress).then(() => ({})), ...stepActions };
    return runStages(
        ['set-up', ...options.steps],
        name => actions[name](options, progress),
        error => process.stdout.write(describe(error))
    );
}

/** The closing table, its remarks, and the line that CI reads. */
export function formatSummary(lines) {
    const table = lines.map(({ step, counts, durationMs }) =>
        [
            step.padEnd(10),
            counts.failed > 0 ? 'FAILED' : 'ok    ',
            (durationMs === undefined ? '' : formatDuration(durationMs)).padStart(12),
            `  ${formatCounts(counts)}`
        ].join(' ')
    );
    const remarks = lines.flatMap(({ step, counts }) => counts.remarks.map(remark => `${step}: ${remark}`));
    return ['', ...table, ...(remarks.length > 0 ? ['', ...remarks] : []), '', formatCounts(sum(lines.map(line => line.counts))), ''].join(
        '\n'
    );
}

/** With a pattern, one of the two runners may have nothing to do, but not both. */
function ranNoTest(lines) {
    const { passed, failed } = sum(lines.filter(({ step }) => ['unit', 'e2e'].includes(step)).map(({ counts }) => counts));
    return passed + failed === 0;
}

/** `npm test`. */
export async function main(argv) {
    leaveOnStopRequest();
    let options;
    try {
        options = parseTestOptions(argv);
    } catch (error) {
        process.stderr.write(describe(error));
        process.exit(error.exitCode ?? 1);
    }
    if (options.help) {
        process.stdout.write(`${usage}\n`);
        process.exit(0);
    }
    const lines = await runSteps({ ...options, strict: process.env.CI === 'true' }, new Progress());
    if (options.grep !== undefined && ranNoTest(lines)) {
        lines.push({ step: 'grep', counts: countOutcome(false, `No test matches "${options.grep}".`) });
    }
    process.exitCode = sum(lines.map(line => line.counts)).failed === 0 ? 0 : 1;
    process.stdout.write(formatSummary(lines));
}
