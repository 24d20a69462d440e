import assert from 'node:assert/strict';
import type { CommandExecution } from '../../common';
import { withoutTerminalSecrets } from './terminal-secrets';

const TITLE = 'curl -H "Authorization: Bearer abcdef123456"';

describe('withoutTerminalSecrets', () => {
    it('takes secrets out of what terminals and panes answer with, and leaves files as they are', () => {
        const data = { panes: [{ id: 'pane-1', title: TITLE, tabs: [{ id: 'tab-1', title: TITLE }] }] };
        const execution: CommandExecution = { outcome: 'done', result: { success: true, output: `pane-1 with ${TITLE}`, data } };
        for (const commandId of ['openspace.pane.list', 'openspace.terminal.list']) {
            const told = JSON.stringify(withoutTerminalSecrets(commandId, execution));
            assert.doesNotMatch(told, /abcdef123456/, commandId);
            assert.match(told, /pane-1.*tab-1/);
        }
        assert.equal(withoutTerminalSecrets('openspace.file.read', execution), execution);
    });
});
