import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Failure } from '../failure.mjs';
import { run, runNpm } from '../process/run.mjs';
import { inCache, inRepository, repositoryRoot } from '../repository.mjs';
import { contentHash } from './content-hash.mjs';
import { installKey } from './install.mjs';
import { Stamp } from './stamp.mjs';

const BUNDLE = inRepository('browser-app', 'lib');
const stamp = new Stamp(inCache('build'));

/** What the build writes, and what it does not read. */
const isIgnored = name =>
    ['node_modules', 'lib', 'src-gen', 'plugins', 'bench', 'coverage', 'test-results', 'playwright-report'].includes(name) ||
    name.startsWith('gen-esbuild') ||
    /\.(md|log|tsbuildinfo)$/.test(name);

async function buildKey(mode) {
    const sources = await contentHash({
        root: repositoryRoot,
        folders: ['packages', 'hub', 'e2e', 'browser-app', 'configs'],
        files: ['package.json', 'tsconfig.json'],
        isIgnored
    });
    // The bundle holds copies of native modules, so it depends on the install as well.
    return [mode, sources, await installKey()].join(' ');
}

/** The files without which a build is not complete, whatever the stamp says: someone may have cleaned by hand. */
function outputsExist() {
    const { references } = JSON.parse(readFileSync(inRepository('tsconfig.json'), 'utf8'));
    return [
        inRepository('browser-app', 'lib', 'backend', 'main.js'),
        inRepository('browser-app', 'lib', 'frontend', 'index.html'),
        ...references.map(({ path }) => inRepository(path, 'lib', '.tsbuildinfo'))
    ].every(file => existsSync(file));
}

async function succeed(name, result) {
    const { code, output } = await result;
    if (code !== 0) {
        throw new Failure(`${name} failed with exit code ${code}.`, {
            output,
            advice: 'Its output is above. If nothing was changed by hand, "npm run clean" and the same command again start afresh.'
        });
    }
}

/**
 * Compiles and bundles unless the sources are as they were at the last complete build. `mode` is `production`, or `development`
 * for a bundle that is not minified.
 *
 * @returns whether anything had to be built.
 */
export async function ensureBuilt(progress, mode = 'production') {
    const key = await buildKey(mode);
    if (outputsExist() && (await stamp.matches(key))) {
        return false;
    }
    await stamp.clear();
    await progress.step('Compiling', () =>
        succeed('The TypeScript compiler', run(process.execPath, [inRepository('node_modules', 'typescript', 'bin', 'tsc'), '-b']))
    );
    await progress.step('Bundling the IDE', async () => {
        await rm(BUNDLE, { recursive: true, force: true });
        const bundling =
            mode === 'production'
                ? runNpm(['run', 'bundle', '--workspaces', '--if-present'])
                : run(inRepository('node_modules', '.bin', 'theia'), ['build', '--mode', mode], { cwd: inRepository('browser-app') });
        await succeed('The bundler', bundling);
    });
    if (!outputsExist()) {
        throw new Failure('The build ended without an error, but not all of its files are there.', {
            advice: 'Run "npm run clean" and the same command again.'
        });
    }
    await stamp.write(key);
    return true;
}
