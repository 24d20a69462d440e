import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'mocha';
import { run } from '../process/run.mjs';
import { inRepository } from '../repository.mjs';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { readMochaReport, readPlaywrightReport } from './test-report.mjs';

describe('The report of a test runner', () => {
    const folder = temporaryFolder();
    const write = (name, text) => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
    };

    it('is that of mocha, with failed, retried and skipped tests by name, and what left something open', async () => {
        const output = join(folder, 'reports', 'mocha.json');
        const spec = write(
            'some.spec.cjs',
            `describe('Group', () => {
                it('passes', () => {});
                it('fails', () => { throw new Error('no'); });
                it('is pending');
                let tries = 0;
                it('serves', done => { require('node:http').createServer().listen(0, done); });
                it('is shaky', function () { this.retries(1); if (tries++ === 0) { throw new Error('no'); } });
            });`
        );
        const reporter = fileURLToPath(new URL('./mocha-reporter.mjs', import.meta.url));
        const mocha = [inRepository('node_modules', 'mocha', 'bin', 'mocha.js'), '--no-config', '--exit', '--reporter', reporter];
        const result = await run(process.execPath, [...mocha, '--reporter-option', `output=${output}`, spec]);
        assert.equal(result.code, 1);
        assert.match(result.output, /3 passing/);
        assert.deepEqual(await readMochaReport(output), {
            passed: 2,
            failed: [{ name: 'Group fails', reason: 'no' }],
            skipped: ['Group is pending'],
            retried: ['Group is shaky'],
            left: ['Group (TCPServerWrap)']
        });
    });

    it('is that of Playwright, with failed, flaky and skipped tests by name', async () => {
        const test = (title, status) => ({ title, tests: [{ status, results: [{ error: { message: 'no' } }] }] });
        const file = write(
            'playwright.json',
            JSON.stringify({
                suites: [
                    {
                        title: 'chat.spec.ts',
                        specs: [test('opens a file', 'expected')],
                        suites: [
                            {
                                title: 'Chat',
                                specs: [test('is shaky', 'flaky'), test('comes later', 'skipped'), test('fails', 'unexpected')]
                            }
                        ]
                    }
                ],
                stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 }
            })
        );
        assert.deepEqual(await readPlaywrightReport(file), {
            passed: 1,
            failed: [{ name: 'chat.spec.ts › Chat › fails', reason: 'no' }],
            skipped: ['chat.spec.ts › Chat › comes later'],
            retried: ['chat.spec.ts › Chat › is shaky'],
            left: []
        });
    });

    it('does not exist when the runner wrote none, a part of one, or something else', async () => {
        assert.equal(await readMochaReport(join(folder, 'missing.json')), undefined);
        assert.equal(await readMochaReport(write('part.json', '{"passed": 1, "fai')), undefined);
        assert.equal(await readMochaReport(write('other.json', '{}')), undefined);
        assert.equal(await readPlaywrightReport(write('other.json', '{}')), undefined);
    });
});
