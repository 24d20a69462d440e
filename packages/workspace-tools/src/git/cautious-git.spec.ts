import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { executeCommand } from '../exec/execute-command';
import { LocalSandbox } from '../sandbox/local-sandbox';
import { useWorkspace } from '../test/test-workspace';
import { withCautiousGit } from './cautious-git';

describe('Git of a command that nothing confines', () => {
    const workspace = useWorkspace();

    it('runs no program that a folder names which became a repository in the meantime', async () => {
        const { guard } = await workspace.tools();
        workspace.file('race/objects/a', '');
        workspace.file('race/refs/a', '');
        const running = executeCommand(guard, new LocalSandbox(), { command: 'cd race && sleep 1 && git status' });
        await new Promise(resolve => setTimeout(resolve, 300));
        workspace.file('race/config', `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n\tfsmonitor = "touch ${workspace.path('ran')}; false"\n`);
        workspace.file('race/HEAD', 'ref: refs/heads/main\n');
        const { exitCode } = await running;
        assert.equal(existsSync(workspace.path('ran')), false);
        assert.notEqual(exitCode, 0);
    }).timeout(10_000); // prettier-ignore

    it('keeps the settings that it was given', () => {
        const given = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'A' };
        const environment = withCautiousGit({ PATH: '/bin', ...given });
        assert.deepEqual(environment, {
            PATH: '/bin',
            ...given,
            GIT_CONFIG_KEY_1: 'safe.bareRepository',
            GIT_CONFIG_VALUE_1: 'explicit',
            GIT_CONFIG_KEY_2: 'core.fsmonitor',
            GIT_CONFIG_VALUE_2: 'false',
            GIT_CONFIG_COUNT: '3'
        });
        assert.equal(withCautiousGit({ GIT_CONFIG_COUNT: 'x' }).GIT_CONFIG_COUNT, '2');
    });
});
