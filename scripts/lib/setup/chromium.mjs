import { spawnSync } from 'node:child_process';
import { Failure } from '../failure.mjs';
import { ensureSystemPackages, findProgram } from './system-packages.mjs';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_APPLICATIONS = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'];

/** Whether a browser really starts; some systems ship a stub that only says how to install one. */
const starts = file => spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;

/** The browser to test with: the one named by OPENSPACE_CHROMIUM, else one found on the machine, else undefined. */
export function findChromium(environment = process.env) {
    const named = environment.OPENSPACE_CHROMIUM;
    if (named) {
        if (!starts(named)) {
            throw new Failure(`OPENSPACE_CHROMIUM is "${named}", which does not start.`, {
                advice: 'Set it to the full path of a Chromium or Chrome program, or unset it to use one found on the machine.'
            });
        }
        return named;
    }
    const candidates = [
        ...PROGRAMS.map(findProgram),
        ...(process.platform === 'darwin' ? MAC_APPLICATIONS.map(path => `/Applications/${path}`) : [])
    ];
    return candidates.find(file => file !== undefined && starts(file));
}

/** The browser to test with, installed first where there is none and we may. Fails with what to do when it cannot be had. */
export async function ensureChromium(progress) {
    const found = findChromium();
    if (found !== undefined) {
        return found;
    }
    if (process.platform === 'darwin') {
        throw new Failure('The end-to-end tests need Chromium or Chrome, and none was found.', {
            advice: 'Install one, or set OPENSPACE_CHROMIUM to the full path of its program.'
        });
    }
    await ensureSystemPackages(progress, [
        {
            what: 'Chromium, for the end-to-end tests (or set OPENSPACE_CHROMIUM to the full path of one)',
            isThere: () => findChromium() !== undefined,
            packages: { 'apt-get': 'chromium fonts-liberation', dnf: 'chromium', pacman: 'chromium' }
        }
    ]);
    return findChromium();
}
