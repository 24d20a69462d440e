import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'mocha';

/** For specs: makes a new empty folder, which is removed when the calling `describe` block is done. */
export function temporaryFolder() {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'openspace-')));
    after(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
}
