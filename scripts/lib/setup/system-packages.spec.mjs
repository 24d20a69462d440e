import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Progress } from '../process/progress.mjs';
import { RecordingStream } from '../testing/recording-stream.mjs';
import { temporaryFolder } from '../testing/temporary-folder.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

describe('Missing system packages', () => {
    const realPath = process.env.PATH;
    const root = temporaryFolder();
    let count = 0;
    let folder;

    /** Puts a program on the search path that records its arguments and then does what `script` says. */
    const installProgram = (name, script) =>
        writeFileSync(join(folder, name), `#!/bin/sh\nPATH=${realPath}\ncd ${folder}\necho "${name} $*" >> calls\n${script}\n`, {
            mode: 0o755
        });
    const calls = () => (existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : []);
    const need = {
        what: 'the headers of libfoo',
        isThere: () => existsSync(join(folder, 'libfoo-dev')),
        packages: { 'apt-get': 'libfoo-dev', dnf: 'foo-devel', pacman: 'foo' }
    };
    const ensure = isRoot => ensureSystemPackages(new Progress(new RecordingStream()), [need], { isRoot });

    beforeEach(() => {
        folder = join(root, String(count++));
        mkdirSync(folder);
        process.env.PATH = folder;
    });

    afterEach(() => {
        process.env.PATH = realPath;
    });

    it('are nothing to do when all is there', async () => {
        installProgram('apt-get', 'touch libfoo-dev');
        writeFileSync(join(folder, 'libfoo-dev'), '');
        await ensure(true);
        assert.deepEqual(calls(), []);
    });

    it('are installed on Debian as root', async () => {
        installProgram('apt-get', 'touch libfoo-dev');
        await ensure(true);
        assert.deepEqual(calls(), ['apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends libfoo-dev']);
    });

    it('are installed after an update when the package list is missing', async () => {
        installProgram('apt-get', 'case "$*" in *update*) touch lists;; *) [ -e lists ] && touch libfoo-dev;; esac');
        await ensure(true);
        assert.deepEqual(
            calls().map(call => call.split(' ')[3]),
            ['install', 'update', 'install']
        );
    });

    it('give the output and the command to run when apt-get fails', async () => {
        installProgram('apt-get', 'echo "E: no network"; exit 100');
        await assert.rejects(ensure(true), error => {
            assert.match(error.output, /E: no network/);
            assert.match(error.advice, /^ +apt-get update && apt-get install -y --no-install-recommends libfoo-dev$/m);
            return true;
        });
    });

    it('are a failure when apt-get claims success but the thing is still not there', async () => {
        installProgram('apt-get', 'exit 0');
        await assert.rejects(ensure(true), /could not install: libfoo-dev/);
    });

    it('give the exact command with sudo to those who are not root', async () => {
        installProgram('apt-get', 'touch libfoo-dev');
        await assert.rejects(ensure(false), error => {
            assert.equal(error.message, 'This machine lacks: the headers of libfoo.');
            assert.match(error.advice, /^ +sudo apt-get update && sudo apt-get install -y --no-install-recommends libfoo-dev$/m);
            return true;
        });
        assert.deepEqual(calls(), []);
    });

    it("give the command of the system's own package manager", async () => {
        installProgram('dnf', '');
        await assert.rejects(ensure(true), error => {
            assert.match(error.advice, /^ +dnf install -y foo-devel$/m);
            return true;
        });
    });

    it('are named even where the package manager is unknown', async () => {
        await assert.rejects(ensure(true), error => {
            assert.match(error.message, /the headers of libfoo/);
            assert.match(error.advice, /package manager/);
            return true;
        });
    });
});
