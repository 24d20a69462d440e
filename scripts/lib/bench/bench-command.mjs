import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { misuse } from '../command-line.mjs';
import { describe } from '../failure.mjs';
import { Progress } from '../process/progress.mjs';
import { run } from '../process/run.mjs';
import { leaveOnStopRequest } from '../process/stop-request.mjs';
import { repositoryRoot } from '../repository.mjs';
import { ensureBuilt } from '../setup/build.mjs';
import { ensureChromium } from '../setup/chromium.mjs';
import { ensureInstalled } from '../setup/install.mjs';
import { ensureSandboxes } from '../setup/sandboxes.mjs';

const list = folder => {
    try {
        return readdirSync(folder);
    } catch (error) {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
            return [];
        }
        throw error;
    }
};

/** All benchmarks below `root`: the scripts `bench/NAME.mjs` of the packages, the Hub and the end-to-end tests, as a map from NAME to files. */
export function findBenchmarks(root = repositoryRoot) {
    const folders = [...list(join(root, 'packages')).map(name => join(root, 'packages', name)), join(root, 'hub'), join(root, 'e2e')];
    const files = folders.flatMap(folder =>
        list(join(folder, 'bench'))
            .filter(name => name.endsWith('.mjs'))
            .map(name => join(folder, 'bench', name))
    );
    const byName = new Map();
    for (const file of files) {
        const name = basename(file, '.mjs');
        byName.set(name, [...(byName.get(name) ?? []), file]);
    }
    return byName;
}

async function bench([name, ...rest]) {
    const benchmarks = findBenchmarks();
    if (!benchmarks.has(name)) {
        const names = [...benchmarks.keys()].sort().join(', ') || 'none yet';
        throw misuse(
            name === undefined ? 'Which benchmark' : `There is no benchmark "${name}"`,
            `Usage: npm run bench -- NAME [arguments]\nNames: ${names}`
        );
    }
    const progress = new Progress();
    await ensureInstalled(progress);
    await ensureBuilt(progress);
    await ensureSandboxes(progress);
    const env = { ...process.env, OPENSPACE_CHROMIUM: await ensureChromium(progress) };
    let failed = false;
    for (const file of benchmarks.get(name)) {
        const { code } = await run(process.execPath, [file, ...rest], { env, inherit: true });
        failed ||= code !== 0;
    }
    return failed ? 1 : 0;
}

/** `npm run bench`. */
export async function main(argv) {
    leaveOnStopRequest();
    try {
        process.exitCode = await bench(argv);
    } catch (error) {
        process.stderr.write(describe(error));
        process.exitCode = error.exitCode ?? 1;
    }
}
