import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure } from '../failure.mjs';
import { run } from '../process/run.mjs';

/**
 * Something that the machine must have. `packages` names what brings it, per package manager; `isThere` looks for it.
 *
 * @typedef {{ what: string, isThere: () => boolean, packages: Record<string, string> }} SystemNeed
 */

/** The package managers for which we know what to say. We run only apt-get ourselves; the others are shown to the person. */
const INSTALL_COMMANDS = {
    'apt-get': 'apt-get install -y --no-install-recommends',
    dnf: 'dnf install -y',
    pacman: 'pacman -S --needed'
};

/** The absolute path of a program on the search path, or undefined. */
export function findProgram(name) {
    return (process.env.PATH ?? '')
        .split(delimiter)
        .filter(folder => folder !== '')
        .map(folder => join(folder, name))
        .find(file => {
            try {
                accessSync(file, constants.X_OK);
                return true;
            } catch {
                return false; // not there or not for us: both mean "look further"
            }
        });
}

const packagesFor = (manager, needs) => [...new Set(needs.flatMap(need => need.packages[manager].split(' ')))];

/** What a person can do about `needs`: the exact command where we know it. */
function advise(needs, isRoot) {
    if (process.platform === 'darwin') {
        return 'Install the command line tools of Xcode (xcode-select --install), then run the same command again.';
    }
    const manager = Object.keys(INSTALL_COMMANDS).find(name => findProgram(name) !== undefined);
    if (manager === undefined) {
        return "Install them with your system's package manager, then run the same command again.";
    }
    const sudo = isRoot ? '' : 'sudo ';
    const refresh = manager === 'apt-get' ? `${sudo}apt-get update && ` : '';
    const install = `${sudo}${INSTALL_COMMANDS[manager]} ${packagesFor(manager, needs).join(' ')}`;
    return `Run this, then the same command again:\n\n    ${refresh}${install}\n`;
}

async function installWithApt(packages) {
    const apt = args =>
        run('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    const install = ['install', '-y', '--no-install-recommends', ...packages];
    const first = await apt(install);
    if (first.code === 0) {
        return first;
    }
    // The usual cause is a package list that is missing or old.
    const update = await apt(['update']);
    return update.code === 0 ? apt(install) : update;
}

/**
 * Sees to it that the machine has what `needs` lists: installs it where we may (Debian, as root), otherwise fails with the
 * command that a person has to run.
 *
 * @param {import('../process/progress.mjs').Progress} progress
 * @param {SystemNeed[]} needs
 */
export async function ensureSystemPackages(progress, needs, { isRoot = process.getuid?.() === 0 } = {}) {
    const isMissing = need => !need.isThere();
    const missing = needs.filter(isMissing);
    if (missing.length === 0) {
        return;
    }
    const names = missing.map(need => need.what).join(', ');
    if (!isRoot || findProgram('apt-get') === undefined) {
        throw new Failure(`This machine lacks: ${names}.`, { advice: advise(missing, isRoot) });
    }
    const packages = packagesFor('apt-get', missing);
    await progress.step(`Installing system packages: ${packages.join(' ')}`, async () => {
        const { code, output } = await installWithApt(packages);
        const left = needs.filter(isMissing);
        if (code !== 0 || left.length > 0) {
            throw new Failure(`apt-get could not install: ${packages.join(' ')} (exit code ${code}).`, {
                output,
                advice: advise(missing, isRoot)
            });
        }
    });
}
