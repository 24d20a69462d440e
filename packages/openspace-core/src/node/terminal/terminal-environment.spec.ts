import { strict as assert } from 'node:assert';
import { AGENT_TERMINAL_VARIABLE } from '../../common';
import { TerminalEnvironment } from './terminal-environment';

describe('TerminalEnvironment', () => {
    const environment = new TerminalEnvironment();

    it('makes git cautious in terminals that an agent starts, and leaves those of the person alone', () => {
        const ofAgent = environment.mergeProcessEnv({ [AGENT_TERMINAL_VARIABLE]: '1', GIT_CONFIG_COUNT: '0' });
        assert.deepEqual([ofAgent.GIT_CONFIG_COUNT, ofAgent.GIT_CONFIG_KEY_0, ofAgent.GIT_CONFIG_VALUE_0], ['2', 'safe.bareRepository', 'explicit']);
        assert.equal(AGENT_TERMINAL_VARIABLE in ofAgent, false);
        assert.equal(environment.mergeProcessEnv({ GIT_CONFIG_COUNT: '0' }).GIT_CONFIG_COUNT, '0');
    }); // prettier-ignore
});
