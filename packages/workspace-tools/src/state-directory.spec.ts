import assert from 'node:assert/strict';
import { hubTokenFile, stateDirectory } from './state-directory';

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

describe('hubTokenFile', () => {
    it('tells the Hubs of one machine apart by their ports', () => {
        assert.equal(hubTokenFile(3100, { OPENSPACE_STATE_DIR: '/var/state' }), '/var/state/hub-3100.token');
        assert.equal(hubTokenFile('41234', { OPENSPACE_STATE_DIR: '/var/state' }), '/var/state/hub-41234.token');
    });
});
