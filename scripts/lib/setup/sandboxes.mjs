import { ensureSystemPackages, findProgram } from './system-packages.mjs';

/** @type {import('./system-packages.mjs').SystemNeed} */
const BUBBLEWRAP = {
    what: 'bubblewrap, for the tests of sandboxes',
    isThere: () => findProgram('bwrap') !== undefined,
    packages: { 'apt-get': 'bubblewrap', dnf: 'bubblewrap', pacman: 'bubblewrap' }
};

/** @type {import('./system-packages.mjs').SystemNeed} */
const GVISOR = {
    what: "gVisor's runsc, for the tests of sandboxes (https://gvisor.dev/docs/user_guide/install)",
    isThere: () => findProgram('runsc') !== undefined,
    packages: { 'apt-get': 'runsc', dnf: 'runsc', pacman: 'runsc' }
};

/** Sees to it that every sandbox provider that can run here does run in the tests: both need Linux, and gVisor needs root. */
export async function ensureSandboxes(progress, { isRoot = process.getuid?.() === 0, platform = process.platform } = {}) {
    if (platform === 'linux') {
        await ensureSystemPackages(progress, isRoot ? [BUBBLEWRAP, GVISOR] : [BUBBLEWRAP], { isRoot });
    }
}
