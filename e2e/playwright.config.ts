import { defineConfig } from '@playwright/test';
import { chromiumPath } from './src/application/chromium';

const executablePath = chromiumPath();

export default defineConfig({
    testDir: 'src/tests',
    // Each worker has the whole application running; the machine of a newcomer has two cores, and one worker keeps both busy.
    workers: 1,
    // No test needs as long; one that hangs on a busy machine must still be told from one that is slow there.
    timeout: 300_000,
    expect: { timeout: 60_000, toPass: { intervals: [50, 100, 200], timeout: 60_000 } },
    forbidOnly: true,
    reporter: [['list']],
    outputDir: 'test-results',
    use: {
        viewport: { width: 1400, height: 860 },
        screenshot: 'only-on-failure',
        // A trace takes half of the speed.
        trace: process.env.OPENSPACE_TRACE ? 'retain-on-failure' : 'off',
        launchOptions: {
            ...(executablePath === undefined ? {} : { executablePath }),
            args: [
                ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
                '--disable-gpu',
                '--disable-quic',
                '--no-first-run',
                '--disable-background-networking',
                '--disable-component-update',
                '--disable-sync'
            ]
        }
    }
});
