import { strict as assert } from 'node:assert';
import { existsSync, rmSync } from 'node:fs';
import { Policy } from '../policy';
import { LocalSandbox } from '../sandbox/local-sandbox';
import { useRepository } from '../test/test-repository';
import { refusalOf } from '../test/test-workspace';
import { WorkspaceTools } from '../workspace-tools';

describe('git status', () => {
    const { workspace, repository, local, onEach } = useRepository();

    it('tells branch, staged, changed and untracked files, alike on every provider', () =>
        onEach(
            async (git, { name }) => {
                workspace.file('a.txt', 'changed\n');
                workspace.file('new.txt', 'new\n');
                workspace.file('.env', 'SECRET=2\n');
                workspace.file('staged/b.txt', 'b\n');
                repository.git('add', 'staged');
                repository.git('mv', 'c.txt', 'moved.txt');
                rmSync(workspace.path('d.txt'));
                const { commit, ...status } = await git({ action: 'status' });
                assert.equal(commit, repository.git('rev-parse', 'HEAD').trim());
                assert.deepEqual(
                    status,
                    {
                        action: 'status',
                        branch: 'main',
                        staged: [
                            { path: 'moved.txt', status: 'renamed', from: 'c.txt' },
                            { path: 'staged/b.txt', status: 'added' }
                        ],
                        changed: [
                            { path: '.env', status: 'modified' },
                            { path: 'a.txt', status: 'modified' },
                            { path: 'd.txt', status: 'deleted' }
                        ],
                        untracked: ['new.txt'],
                        truncated: false
                    },
                    name
                );
            },
            { 'a.txt': 'a\n', 'c.txt': 'a text that is long enough to be found again\n', 'd.txt': 'd\n', '.env': 'SECRET=1\n' }
        )).timeout(60_000);

    it('tells how far a branch is from the one that it follows', async () => {
        repository.create();
        repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
        repository.git('remote', 'add', 'origin', 'https://example.com/r.git');
        repository.git('branch', '--quiet', '--set-upstream-to=origin/main');
        repository.git('commit', '--quiet', '--allow-empty', '-m', 'Second');
        const { upstream, ahead, behind } = await (await local())({ action: 'status' });
        assert.deepEqual([upstream, ahead, behind], ['origin/main', 1, 0]);
    });

    it('answers before the first commit, without a branch, and in the middle of a conflict', async () => {
        repository.git('init', '--quiet', '--initial-branch=start');
        const git = await local();
        const { branch, commit } = await git({ action: 'status' });
        assert.deepEqual([branch, commit], ['start', undefined]);
        assert.ok(!existsSync(workspace.path('.git/logs')), 'a look changes nothing');
        repository.create();
        repository.git('checkout', '--quiet', '--detach');
        assert.equal((await git({ action: 'status' })).branch, undefined);
        repository.git('checkout', '--quiet', '-b', 'one');
        workspace.file('a.txt', 'one\n');
        repository.git('commit', '--quiet', '-am', 'One');
        repository.git('checkout', '--quiet', '-b', 'two', 'HEAD~');
        workspace.file('a.txt', 'two\n');
        repository.git('commit', '--quiet', '-am', 'Two');
        assert.throws(() => repository.git('merge', 'one'));
        assert.deepEqual((await git({ action: 'status' })).changed, [{ path: 'a.txt', status: 'conflicted' }]);
        await refusalOf('repository-state', git({ action: 'commit', message: 'x', files: ['a.txt'] }));
        await refusalOf('repository-state', git({ action: 'checkout', branch: 'one' }));
    });

    it('is cut where it names too many files, and says so', async () => {
        repository.create();
        ['x', 'y', 'z'].forEach(name => workspace.file(`${name}.txt`));
        const policy = new Policy({ limits: { gitFiles: 2 } });
        const tools = await WorkspaceTools.open(workspace.root, policy, { sandbox: new LocalSandbox() });
        const result = await tools.git({ action: 'status' });
        assert.deepEqual(result.action === 'status' && [result.untracked, result.truncated], [['x.txt', 'y.txt'], true]);
    });
});
