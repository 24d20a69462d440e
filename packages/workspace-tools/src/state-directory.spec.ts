import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hubTokenFile, makePrivateDirectory, stateDirectory } from './state-directory';

describe('stateDirectory', () => {
    it('takes the configured folder as it is', () => {
        assert.equal(stateDirectory({ OPENSPACE_STATE_DIR: '/var/state', XDG_STATE_HOME: '/xdg', HOME: '/home/ada' }), '/var/state');
    });

    it('stands below the XDG state folder by default', () => {
        assert.equal(stateDirectory({ XDG_STATE_HOME: '/xdg', HOME: '/home/ada' }), '/xdg/openspace');
        assert.equal(stateDirectory({ HOME: '/home/ada' }), '/home/ada/.local/state/openspace');
    });

    it('treats empty variables and a relative XDG folder as not set', () => {
        assert.equal(
            stateDirectory({ OPENSPACE_STATE_DIR: '', XDG_STATE_HOME: 'state', HOME: '/home/ada' }),
            '/home/ada/.local/state/openspace'
        );
    });

    it('refuses a relative configured folder and says what to do', () => {
        assert.throws(() => stateDirectory({ OPENSPACE_STATE_DIR: 'state' }), /must be an absolute path, but is "state"/);
    });
});

describe('makePrivateDirectory', () => {
    let base: string;
    let folder: string;
    beforeEach(() => {
        base = mkdtempSync(join(tmpdir(), 'openspace-state-'));
        folder = join(base, 'state', 'audit');
    });
    afterEach(() => rmSync(base, { recursive: true }));
    const modeOf = (path: string): number => statSync(path).mode & 0o7777;

    it('creates the folder and those above it for their owner only', () => {
        makePrivateDirectory(folder);
        assert.deepEqual([folder, join(base, 'state')].map(modeOf), [0o700, 0o700]);
    });

    it('closes a folder that someone created for others to read, and leaves the one above it alone', () => {
        mkdirSync(folder, { recursive: true });
        chmodSync(folder, 0o755);
        chmodSync(join(base, 'state'), 0o755);
        makePrivateDirectory(folder);
        assert.deepEqual([folder, join(base, 'state')].map(modeOf), [0o700, 0o755]);
    });

    it('leaves a folder alone that is meant for everybody', () => {
        mkdirSync(folder, { recursive: true });
        chmodSync(folder, 0o1777);
        makePrivateDirectory(folder);
        assert.equal(modeOf(folder), 0o1777);
    });

    it('refuses a folder of another user, and takes one of root', () => {
        const [owner, user] = [4711, 4712];
        mkdirSync(folder, { recursive: true });
        if (process.getuid?.() === 0) {
            chownSync(folder, owner, owner);
        }
        assert.throws(() => makePrivateDirectory(folder, user), /belongs to another user .*Set OPENSPACE_STATE_DIR/);
        assert.doesNotThrow(() => makePrivateDirectory('/', user));
    });
});

describe('hubTokenFile', () => {
    it('tells the Hubs of one machine apart by their ports', () => {
        assert.equal(hubTokenFile(3100, { OPENSPACE_STATE_DIR: '/var/state' }), '/var/state/hub-3100.token');
        assert.equal(hubTokenFile('41234', { OPENSPACE_STATE_DIR: '/var/state' }), '/var/state/hub-41234.token');
    });
});
