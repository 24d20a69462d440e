import { Failure } from '../failure.mjs';
import { runNpm } from '../process/run.mjs';
import { inRepository, repositoryRoot } from '../repository.mjs';
import { contentHash } from './content-hash.mjs';
import { ensureBuildTools } from './machine.mjs';
import { Stamp } from './stamp.mjs';

const stamp = new Stamp(inRepository('node_modules', '.openspace-install'));

/** What an install depends on: the lockfile, and the Node for which native modules are compiled. */
export async function installKey() {
    const lockfile = await contentHash({ root: repositoryRoot, files: ['package-lock.json'] });
    return [lockfile, process.versions.modules, process.platform, process.arch].join(' ');
}

/** Installs the npm packages unless a complete install for this lockfile and this Node is there. */
export async function ensureInstalled(progress) {
    const key = await installKey();
    if (await stamp.matches(key)) {
        return;
    }
    await ensureBuildTools(progress);
    await stamp.clear();
    await progress.step('Installing npm packages (takes a few minutes the first time)', async () => {
        // A NODE_ENV of production would leave out what the build needs. Puppeteer, a dependency of Theia's command line,
        // would download a browser that nothing here uses.
        const { code, output } = await runNpm(['ci', '--include=dev', '--no-progress'], {
            env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' }
        });
        if (code !== 0) {
            throw new Failure(`npm ci failed with exit code ${code}.`, {
                output,
                advice: 'Its output is above. If the network or the registry was the cause, run the same command again; it starts afresh.'
            });
        }
    });
    await stamp.write(key);
}
