import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The browser of the tests: the one that the environment names, else the first that the machine has. */
export function chromiumPath(): string {
    const named = process.env['OPENSPACE_CHROMIUM'];
    if (named) {
        return named;
    }
    const folders = (process.env['PATH'] ?? '').split(delimiter);
    const found = NAMES.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable);
    if (!found) {
        throw new Error('No Chromium was found. Install it (Debian: apt-get install chromium) or name one in OPENSPACE_CHROMIUM.');
    }
    return found;
}

function isExecutable(file: string): boolean {
    try {
        accessSync(file, constants.X_OK);
        return true;
    } catch {
        return false;
    }
}
