import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** Runs benchmarks of `src/benches` with the real application, and takes over the exit code. */
export function runInBrowser(...names) {
    const cli = join(dirname(require.resolve('@playwright/test/package.json')), 'cli.js');
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    const files = names.map(name => `/${name}.bench.ts`);
    const { status } = spawnSync(process.execPath, [cli, 'test', '--config', 'bench.config.ts', ...files], {
        cwd,
        stdio: 'inherit'
    });
    process.exitCode = status ?? 1;
}
