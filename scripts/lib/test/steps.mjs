import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../failure.mjs';
import { run, runNpm } from '../process/run.mjs';
import { inCache, inRepository } from '../repository.mjs';
import { ensureBuilt } from '../setup/build.mjs';
import { ensureChromium } from '../setup/chromium.mjs';
import { ensureSandboxes } from '../setup/sandboxes.mjs';
import { Screen } from './screen.mjs';
import { combine, countOutcome, countReport } from './tally.mjs';
import { readMochaReport, readPlaywrightReport } from './test-report.mjs';

const REQUIRED_LINE_COVERAGE = 80;
/** Well above what the tests need: only for a runner that hangs. */
const LIMIT_MS = 60 * 60_000;
const SOAK_LIMIT_MS = 6 * 60 * 60_000;

/**
 * Unit tests, as compiled, in two runs of about the same length beside each other: most of their time they wait for programs that
 * they start. They are not named in mocha's own configuration, where they would join any file that is named by hand.
 */
const UNIT_TESTS = {
    libraries: ['packages/!(openspace-core)/lib/**/*.spec.js', 'scripts/lib/**/*.spec.mjs'],
    servers: ['packages/openspace-core/lib/**/*.spec.js', 'hub/lib/**/*.spec.js']
};

const require = createRequire(import.meta.url);
const screen = new Screen();
// Whoever is stopped in mid-run has said why it should not have been.
process.once('exit', () => screen.showAll());

/** One of the checks of package.json: silent when it succeeds. */
const check = npmScript => async (options, progress) => {
    const command = async () => {
        const { code, output } = await runNpm(['run', '--silent', npmScript]);
        if (code !== 0) {
            throw new Failure(`"npm run ${npmScript}" ended with exit code ${code}.`, { output });
        }
    };
    const name = `npm run ${npmScript}`;
    await (options.steps.includes('unit') ? progress.aside(name, command) : progress.step(name, command));
    return { [npmScript]: countOutcome(true) };
};

/** Runs tests with their output on the screen, when their turn there has come. */
async function runTests(command, { options, env = {}, reportFile, readReport, cwd, turn }) {
    await rm(reportFile, { force: true });
    const { code, timedOut } = await run(process.execPath, command, {
        onOutput: turn.write,
        cwd,
        env: { ...process.env, ...env, ...colours(), ...(options.soak ? { OPENSPACE_SOAK: '1' } : {}) },
        timeoutMs: options.soak ? SOAK_LIMIT_MS : LIMIT_MS
    });
    return countReport(await readReport(reportFile), { code, timedOut, strict: options.strict, mayBeEmpty: options.grep !== undefined });
}

/** What comes by way of us looks as it would on the screen itself. */
const colours = () => (process.stdout.isTTY && process.env.NO_COLOR === undefined ? { FORCE_COLOR: '1' } : {});

/** Does a step with so many turns on the screen. They are taken at once, so that steps have them in the order in which they begin. */
async function withTurns(count, work) {
    const turns = Array.from({ length: count }, () => screen.take());
    try {
        return await work(...turns);
    } finally {
        turns.forEach(turn => turn.end());
    }
}

const grepArguments = ({ grep }) => (grep === undefined ? [] : ['--grep', grep]);

/** The share of lines that the unit tests reach counts as one test. */
function countCoverage(summaryFile) {
    if (!existsSync(summaryFile)) {
        return countOutcome(false, 'No coverage was measured.');
    }
    const { pct } = JSON.parse(readFileSync(summaryFile, 'utf8')).total.lines;
    const enough = pct >= REQUIRED_LINE_COVERAGE; // `pct` is the text "Unknown" when there are no lines at all
    return countOutcome(
        enough,
        ...(enough ? [] : [`The unit tests reach ${pct} % of the lines; ${REQUIRED_LINE_COVERAGE} % are required.`])
    );
}

function mocha(options, name, more) {
    const reportFile = inCache('reports', `unit-${name}.json`);
    const command = [
        require.resolve('mocha/bin/mocha.js'),
        ...['--reporter', fileURLToPath(new URL('./mocha-reporter.mjs', import.meta.url))],
        ...['--reporter-option', `output=${reportFile}`],
        // What a failed test leaves open must not keep the run from ending.
        '--exit',
        ...grepArguments(options),
        ...UNIT_TESTS[name]
    ];
    return runTests(command, { options, reportFile, readReport: readMochaReport, ...more });
}

const unit = (options, progress) =>
    withTurns(2, async (first, second) => {
        await ensureSandboxes(progress);
        const folder = inRepository('coverage');
        await rm(folder, { recursive: true, force: true });
        // Where Node itself notes what runs, in these processes and in those that they start.
        const env = options.grep === undefined ? { NODE_V8_COVERAGE: join(folder, 'tmp') } : {};
        const libraries = mocha(options, 'libraries', { env, turn: first }).finally(first.end);
        const counts = combine(await Promise.all([libraries, mocha(options, 'servers', { env, turn: second })]));
        if (options.grep !== undefined) {
            return { unit: counts };
        }
        const reporters = ['text-summary', 'html', 'json-summary'].flatMap(name => ['--reporter', name]);
        await run(process.execPath, [require.resolve('c8/bin/c8.js'), 'report', ...reporters], { onOutput: second.write });
        return { unit: counts, coverage: countCoverage(join(folder, 'coverage-summary.json')) };
    });

const e2e = (options, progress) =>
    withTurns(1, async turn => {
        const reportFile = inCache('reports', 'e2e.json');
        const chromium = await ensureChromium(progress);
        const counts = await runTests(
            [
                inRepository('node_modules', '@playwright', 'test', 'cli.js'),
                'test',
                '--reporter=list,json',
                ...(options.strict ? ['--forbid-only'] : []),
                ...(options.grep === undefined ? [] : ['--pass-with-no-tests']),
                ...grepArguments(options)
            ],
            {
                options,
                cwd: inRepository('e2e'),
                env: { OPENSPACE_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
                reportFile,
                readReport: readPlaywrightReport,
                turn
            }
        );
        return { e2e: counts };
    });

/**
 * How each step of `npm test` is done. A step gives the counts of one or more lines of the closing table, or throws a `Failure`.
 *
 * @type {Record<string, (options: object, progress: import('../process/progress.mjs').Progress) => Promise<Record<string, import('./tally.mjs').Counts>>>}
 */
export const stepActions = {
    build: async (_options, progress) => {
        await ensureBuilt(progress);
        return { build: countOutcome(true) };
    },
    lint: check('lint'),
    format: check('format'),
    deadcode: check('deadcode'),
    unit,
    e2e
};
