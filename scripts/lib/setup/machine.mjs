import { spawnSync } from 'node:child_process';
import { Failure } from '../failure.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

const succeeds = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/**
 * What `npm ci` needs to compile the native modules for which no ready-made binary can be had.
 *
 * @type {import('./system-packages.mjs').SystemNeed[]}
 */
const BUILD_TOOLS = [
    {
        what: 'a C++ compiler',
        isThere: () => [process.env.CXX, 'c++', 'g++', 'clang++'].some(compiler => compiler && succeeds(compiler, '--version')),
        packages: { 'apt-get': 'g++', dnf: 'gcc-c++', pacman: 'gcc' }
    },
    {
        what: 'make',
        isThere: () => succeeds('make', '--version'),
        packages: { 'apt-get': 'make', dnf: 'make', pacman: 'make' }
    },
    {
        what: 'Python 3',
        isThere: () => succeeds('python3', '--version'),
        packages: { 'apt-get': 'python3', dnf: 'python3', pacman: 'python' }
    }
];

/** macOS keeps secrets in its keychain; everywhere else the keytar module is compiled against libsecret. */
const SECRET_STORE = [
    {
        what: 'pkg-config',
        isThere: () => succeeds('pkg-config', '--version'),
        packages: { 'apt-get': 'pkg-config', dnf: 'pkgconf-pkg-config', pacman: 'pkgconf' }
    },
    {
        what: 'the headers of libsecret',
        isThere: () => succeeds('pkg-config', '--exists', 'libsecret-1'),
        packages: { 'apt-get': 'libsecret-1-dev', dnf: 'libsecret-devel', pacman: 'libsecret' }
    }
];

/** Sees to it that native modules can be compiled here. */
export async function ensureBuildTools(progress) {
    if (process.platform === 'win32') {
        throw new Failure('Theia OpenSpace does not run on Windows itself.', {
            advice: 'Run it inside the Windows Subsystem for Linux (wsl --install), from a folder of the Linux file system.'
        });
    }
    await ensureSystemPackages(progress, process.platform === 'darwin' ? BUILD_TOOLS : [...BUILD_TOOLS, ...SECRET_STORE]);
}
