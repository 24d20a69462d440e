import { stripVTControlCharacters } from 'node:util';

/**
 * What a step adds to the closing line, with remarks about all that did not simply pass.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, remarks: string[] }} Counts
 */

/** A step that has no tests of its own counts as one. */
export const countOutcome = (succeeded, ...remarks) => ({ passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0, remarks });

const REASON_LINES = 12;

/** The first lines of a reason, without a terminal's colours, set in below the name of their test. */
function shortened(reason) {
    const lines = stripVTControlCharacters(reason).trimEnd().split('\n');
    const more = lines.length > REASON_LINES ? ['…'] : [];
    return [...lines.slice(0, REASON_LINES), ...more].map(line => `    ${line}`);
}

/**
 * Counts a test runner's report. A runner that left no report, ended badly although it reports no failure, or ran nothing counts
 * as one failure: silence is not success. `strict` is for CI, where skipped and retried tests are failures.
 *
 * @param {import('./test-report.mjs').TestReport | undefined} report
 * @returns {Counts}
 */
export function countReport(report, { code, timedOut, strict, mayBeEmpty }) {
    const ended = timedOut ? 'was stopped because it took too long' : `ended with exit code ${code}`;
    if (report === undefined) {
        return countOutcome(false, `The test runner ${ended} and left no report.`);
    }
    const { skipped, retried, left } = report;
    const remarks = [
        ...report.failed.map(({ name, reason }) => [`Failed: ${name}`, ...shortened(reason)].join('\n')),
        ...skipped.map(name => `Skipped: ${name}`),
        ...retried.map(name => `Passed only when it was repeated: ${name}`),
        ...left.map(name => `Left something open: ${name}`)
    ];
    const counts = {
        passed: report.passed + (strict ? 0 : retried.length),
        failed: report.failed.length + (strict ? skipped.length + retried.length : 0),
        skipped: strict ? 0 : skipped.length,
        remarks
    };
    if (timedOut || (code !== 0 && report.failed.length === 0)) {
        counts.failed++;
        remarks.push(`The test runner ${ended}.`);
    } else if (counts.passed + counts.failed === 0 && !mayBeEmpty) {
        counts.failed++;
        remarks.push('The test runner ran no test.');
    }
    return counts;
}

/** The sum of several counts; remarks stay with their steps. */
export function sum(all) {
    const add = field => all.reduce((total, counts) => total + counts[field], 0);
    return { passed: add('passed'), failed: add('failed'), skipped: add('skipped') };
}

/** The counts of one step that was done in several runs. */
export const combine = all => ({ ...sum(all), remarks: all.flatMap(({ remarks }) => remarks) });

/** `N passed, N failed`, with `, N skipped` where any were. */
export const formatCounts = ({ passed, failed, skipped }) =>
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
