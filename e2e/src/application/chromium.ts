import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The browser of the tests: the one that the environment names, else the first that the machine has, if it has one. */
export function chromiumPath(): string | undefined {
    const named = process.env['OPENSPACE_CHROMIUM'];
    if (named) {
        return named;
    }
    const folders = (process.env['PATH'] ?? '').split(delimiter);
    return NAMES.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
    try {
        accessSync(file, constants.X_OK);
        return true;
    } catch {
        return false;
    }
}
