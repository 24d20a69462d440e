import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

/** Benchmarks in the browser: `npm run bench -- NAME` runs them, `npm test` does not. */
export default defineConfig({
    ...tests,
    testDir: 'src/benches',
    testMatch: '*.bench.ts',
    timeout: 20 * 60_000,
    reporter: [['line']]
});
