import { defineConfig } from '@playwright/test';
import tests from './playwright.config';
import type { TestFixtures } from './src/application/openspace-test';

/** Benchmarks in the browser: `npm run bench -- NAME` runs them, `npm test` does not. */
export default defineConfig<TestFixtures>({
    ...tests,
    testDir: 'src/benches',
    testMatch: '*.bench.ts',
    timeout: 20 * 60_000,
    reporter: [['line']],
    use: { ...tests.use, freshBrowser: true }
});
