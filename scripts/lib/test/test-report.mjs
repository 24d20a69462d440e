import { readFile } from 'node:fs/promises';

/**
 * What a test runner counted. `skipped` and `retried` (passed, but not at the first try) hold the names of the tests, `left` those of
 * groups of tests that left something open.
 *
 * @typedef {{ passed: number, failed: number, skipped: string[], retried: string[], left: string[] }} TestReport
 */

const isCount = value => Number.isInteger(value) && value >= 0;

async function readReport(file, translate) {
    let text;
    try {
        text = await readFile(file, 'utf8');
    } catch (error) {
        if (error.code === 'ENOENT') {
            return undefined;
        }
        throw error;
    }
    try {
        const report = translate(JSON.parse(text));
        return isCount(report.passed) && isCount(report.failed) ? report : undefined;
    } catch (error) {
        if (error instanceof SyntaxError || error instanceof TypeError) {
            return undefined; // cut off in the middle: the runner crashed while it wrote
        }
        throw error;
    }
}

/** The report that `mocha-reporter.mjs` wrote, or undefined when there is no whole one. */
export const readMochaReport = file =>
    readReport(file, ({ passed, failed, skipped, retried, left }) => ({ passed, failed, skipped, retried, left }));

function playwrightTests(suite, path = []) {
    const here = [...path, suite.title];
    return [
        ...(suite.suites ?? []).flatMap(child => playwrightTests(child, here)),
        ...(suite.specs ?? []).flatMap(spec => spec.tests.map(test => ({ name: [...here, spec.title].join(' › '), status: test.status })))
    ];
}

/** The report of Playwright's own JSON reporter, or undefined when there is no whole one. */
export const readPlaywrightReport = file =>
    readReport(file, ({ suites, stats }) => {
        const named = status =>
            suites
                .flatMap(suite => playwrightTests(suite))
                .filter(test => test.status === status)
                .map(test => test.name);
        return { passed: stats.expected, failed: stats.unexpected, skipped: named('skipped'), retried: named('flaky'), left: [] };
    });
