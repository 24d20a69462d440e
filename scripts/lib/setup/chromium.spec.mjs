import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { findChromium } from './chromium.mjs';

describe('Chromium', () => {
    const folder = temporaryFolder();
    const realPath = process.env.PATH;
    const program = (name, exitCode) => {
        writeFileSync(join(folder, name), `#!/bin/sh\nexit ${exitCode}\n`, { mode: 0o755 });
        return join(folder, name);
    };

    beforeEach(() => (process.env.PATH = folder));
    afterEach(() => (process.env.PATH = realPath));

    it('is the one that the environment names', () => {
        const file = program('my-browser', 0);
        assert.equal(findChromium({ OPENSPACE_CHROMIUM: file }), file);
    });

    it('gives a clear message when the named one does not start', () => {
        assert.throws(
            () => findChromium({ OPENSPACE_CHROMIUM: join(folder, 'missing') }),
            /OPENSPACE_CHROMIUM is ".*missing", which does not start/
        );
    });

    it('is found on the machine, past a stub that does not start', () => {
        program('chromium', 1);
        const real = program('google-chrome', 0);
        assert.equal(findChromium({}), real);
    });
});
