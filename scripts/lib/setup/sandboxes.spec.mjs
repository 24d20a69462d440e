import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Progress } from '../process/progress.mjs';
import { RecordingStream } from '../testing/recording-stream.mjs';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { ensureSandboxes } from './sandboxes.mjs';

describe('The sandboxes of the tests', () => {
    const root = temporaryFolder();
    const realPath = process.env.PATH;
    let folder;

    const ensure = options => ensureSandboxes(new Progress(new RecordingStream()), { platform: 'linux', ...options });
    const installed = () => (existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim() : undefined);

    beforeEach(() => {
        folder = mkdtempSync(join(root, 'path-'));
        process.env.PATH = folder;
        const script = `#!/bin/sh\nPATH=${realPath}\ncd ${folder}\necho "$*" >> calls\nfor p in bwrap runsc; do printf "" > $p; chmod +x $p; done\n`;
        writeFileSync(join(folder, 'apt-get'), script, { mode: 0o755 });
    });

    afterEach(() => {
        process.env.PATH = realPath;
    });

    it('are installed where they are missing, and only there', async () => {
        await ensure({ isRoot: true });
        assert.match(installed(), /install -y --no-install-recommends bubblewrap runsc$/);
        await ensure({ isRoot: true });
        assert.equal(installed().split('\n').length, 1);
    });

    it('are without gVisor for those who are not root, who are told what to install', async () => {
        await assert.rejects(ensure({ isRoot: false }), error => {
            assert.match(error.message, /lacks: bubblewrap/);
            assert.match(error.advice, /sudo apt-get install -y --no-install-recommends bubblewrap$/m);
            return true;
        });
    });

    it('are nothing to install on other systems', async () => {
        await ensure({ isRoot: true, platform: 'darwin' });
        assert.equal(installed(), undefined);
    });
});
