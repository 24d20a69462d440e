import { misuse, parseCommandLine } from '../command-line.mjs';

/** The steps that can be chosen, in the order in which they run. */
export const STEPS = ['build', 'lint', 'format', 'deadcode', 'unit', 'e2e'];

export const usage = `Usage: npm test -- [STEP...] [options]

  STEP          ${STEPS.join(', ')} (default: all; what was not built yet is always built)
  --grep TEXT   run only the unit and end-to-end tests whose name matches
  --soak        the long variants of the tests
  --help        show this text

Installs and builds what is missing or out of date first. With CI=true, a test that was skipped or that passed only when it
was repeated counts as failed. Exits with 0 only when nothing failed.`;

/** The options of `npm test`. */
export function parseTestOptions(argv) {
    const { values, positionals } = parseCommandLine({
        argv,
        usage,
        allowPositionals: true,
        options: { grep: { type: 'string', short: 'g' }, soak: { type: 'boolean', default: false } }
    });
    const unknown = positionals.find(name => !STEPS.includes(name));
    if (unknown !== undefined) {
        throw misuse(`"${unknown}" is not a step`, usage);
    }
    const chosen = positionals.length > 0 ? positionals : values.grep === undefined ? STEPS : ['unit', 'e2e'];
    return {
        steps: STEPS.filter(name => name === 'build' || chosen.includes(name)),
        grep: values.grep,
        soak: values.soak,
        help: values.help === true
    };
}
