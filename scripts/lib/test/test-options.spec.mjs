import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { parseTestOptions, STEPS } from './test-options.mjs';

describe('The options of npm test', () => {
    it('mean everything by default', () => {
        assert.deepEqual(parseTestOptions([]), { steps: STEPS, grep: undefined, soak: false, help: false });
    });

    it('choose steps, which keep their order and stand on the build', () => {
        assert.deepEqual(parseTestOptions(['e2e', 'lint']).steps, ['build', 'lint', 'e2e']);
    });

    it('run only tests when they ask for tests by name', () => {
        const { steps, grep } = parseTestOptions(['--grep', 'a file']);
        assert.deepEqual(steps, ['build', 'unit', 'e2e']);
        assert.equal(grep, 'a file');
        assert.deepEqual(parseTestOptions(['unit', '-g', 'a file']).steps, ['build', 'unit']);
    });

    it('ask for the long variant', () => {
        assert.equal(parseTestOptions(['--soak']).soak, true);
    });

    it('refuse what they do not know', () => {
        for (const argv of [['units'], ['--grpe', 'x']]) {
            assert.throws(
                () => parseTestOptions(argv),
                error => error.exitCode === 2 && error.advice.includes('Usage: npm test')
            );
        }
    });
});
