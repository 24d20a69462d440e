import { readFile } from 'node:fs/promises';

/**
 * What a test runner counted. `failed` holds the tests with what their first failure said, `skipped` and `retried` (passed, but not at
 * the first try) the names of tests, `left` those of groups of tests that left something open.
 *
 * @typedef {{ name: string, reason: string }} FailedTest
 * @typedef {{ passed: number, failed: FailedTest[], skipped: string[], retried: string[], left: string[] }} TestReport
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
        return isCount(report.passed) && Array.isArray(report.failed) ? report : undefined;
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
        ...(suite.specs ?? []).flatMap(spec => spec.tests.map(test => ({ name: [...here, spec.title].join(' › '), ...test })))
    ];
}

/** The report of Playwright's own JSON reporter, or undefined when there is no whole one. */
export const readPlaywrightReport = file =>
    readReport(file, ({ suites, stats }) => {
        const tests = suites.flatMap(suite => playwrightTests(suite));
        const having = status => tests.filter(test => test.status === status);
        const named = status => having(status).map(test => test.name);
        const failed = having('unexpected').map(({ name, results }) => ({ name, reason: results[0]?.error?.message ?? '' }));
        return { passed: stats.expected, failed, skipped: named('skipped'), retried: named('flaky'), left: [] };
    });
