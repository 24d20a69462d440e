import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = [];

// Not after the calling block: mocha leaves that out for a block of which no test was chosen.
process.once('exit', () => folders.forEach(folder => rmSync(folder, { recursive: true, force: true })));

/** For specs: makes a new empty folder, which is removed when this process ends. */
export function temporaryFolder() {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'openspace-')));
    folders.push(folder);
    return folder;
}
