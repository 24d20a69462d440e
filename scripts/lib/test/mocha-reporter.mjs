import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Mocha from 'mocha';
import { OpenResources } from './open-resources.mjs';

/** Mocha's usual output for people; beside it the counts as JSON, in the file given by `--reporter-option output=FILE`. */
export default class CountingReporter extends Mocha.reporters.Spec {
    constructor(runner, options) {
        super(runner, options);
        const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING, EVENT_SUITE_BEGIN, EVENT_SUITE_END, EVENT_RUN_END } =
            Mocha.Runner.constants;
        const report = { passed: 0, failed: [], skipped: [], retried: [] };
        runner.on(EVENT_TEST_PASS, test => {
            if (test.currentRetry() > 0) {
                report.retried.push(test.fullTitle());
            } else {
                report.passed++;
            }
        });
        runner.on(EVENT_TEST_FAIL, (test, error) => report.failed.push({ name: test.fullTitle(), reason: error.message }));
        runner.on(EVENT_TEST_PENDING, test => report.skipped.push(test.fullTitle()));
        const resources = new OpenResources();
        resources.follow();
        runner.on(EVENT_SUITE_BEGIN, suite => suite.parent?.root && resources.begin(suite.title));
        runner.on(EVENT_SUITE_END, suite => suite.parent?.root && resources.end());
        runner.once(EVENT_RUN_END, () => {
            const { output } = options.reporterOptions;
            mkdirSync(dirname(output), { recursive: true });
            writeFileSync(output, JSON.stringify({ ...report, left: resources.left() }));
        });
    }
}
