import { strict as assert } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { useRepository } from '../test/test-repository';
import { refusalOf } from '../test/test-workspace';

describe('git checkout', () => {
    const { workspace, repository, local, onEach } = useRepository();

    it('makes a branch, and changes to one that exists, on every provider', () =>
        onEach(async (git, { name }) => {
            const made = await git({ action: 'checkout', branch: 'feature/new-thing' });
            assert.deepEqual([made.branch, made.created], ['feature/new-thing', true], name);
            workspace.file('a.txt', 'feature\n');
            workspace.file('src/deep/b.txt', 'b\n');
            await git({ action: 'commit', message: 'Feature', files: ['.'] });
            const back = await git({ action: 'checkout', branch: 'main' });
            assert.deepEqual([back.branch, back.created], ['main', false], name);
            assert.equal(readFileSync(workspace.path('a.txt'), 'utf8'), 'a\n', name);
            assert.ok(!existsSync(workspace.path('src')), name);
            await git({ action: 'checkout', branch: 'feature/new-thing' });
            assert.equal(readFileSync(workspace.path('src/deep/b.txt'), 'utf8'), 'b\n', name);
            assert.equal(repository.git('symbolic-ref', '--short', 'HEAD'), 'feature/new-thing\n', name);
            assert.equal(repository.git('status', '--short'), '', name);
        })).timeout(120_000);

    it('keeps changes that are not committed, and refuses where they would be lost', async () => {
        repository.create({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
        const git = await local();
        await git({ action: 'checkout', branch: 'other' });
        workspace.file('a.txt', 'other\n');
        workspace.file('added.txt', 'other\n');
        await git({ action: 'commit', message: 'Other', files: ['a.txt', 'added.txt'] });
        await git({ action: 'checkout', branch: 'main' });
        workspace.file('b.txt', 'kept\n');
        await git({ action: 'checkout', branch: 'other' });
        await git({ action: 'checkout', branch: 'main' });
        assert.equal(readFileSync(workspace.path('b.txt'), 'utf8'), 'kept\n');
        workspace.file('a.txt', 'precious\n');
        const { message } = await refusalOf('repository-state', git({ action: 'checkout', branch: 'other' }));
        assert.match(message, /would be overwritten.*Commit them first/);
        assert.match(message, /a\.txt/);
        repository.git('checkout', 'a.txt');
        workspace.file('added.txt', 'precious and untracked\n');
        await refusalOf('repository-state', git({ action: 'checkout', branch: 'other' }));
        assert.equal(readFileSync(workspace.path('added.txt'), 'utf8'), 'precious and untracked\n');
        assert.equal(repository.git('symbolic-ref', '--short', 'HEAD'), 'main\n');
    });

    it('brings nothing along that runs or approves something by itself, unless a person agreed', () =>
        onEach(
            async (git, { name }) => {
                for (const [branch, path, code] of [
                    ['settings', '.vscode/tasks.json', 'protected-path'],
                    ['rules', 'AGENTS.md', 'protected-path'],
                    ['secret', '.env', 'sensitive-file'],
                    ['installed', 'node_modules/x/index.js', 'protected-path']
                ] as const) {
                    repository.git('checkout', '--quiet', '-b', branch);
                    workspace.file(path, 'from the branch\n');
                    repository.git('add', '--force', path);
                    repository.git('commit', '--quiet', '-m', branch);
                    repository.git('checkout', '--quiet', 'main');
                    await refusalOf(code, git({ action: 'checkout', branch }));
                    const agreed = git({ action: 'checkout', branch }, { confirmed: true });
                    if (branch === 'installed') {
                        await refusalOf(code, agreed);
                    } else {
                        await agreed;
                        assert.equal(readFileSync(workspace.path(path), 'utf8'), 'from the branch\n', name);
                    }
                    repository.git('checkout', '--quiet', 'main');
                }
                assert.equal(readFileSync(workspace.path('AGENTS.md'), 'utf8'), 'by a person\n', name);
            },
            { 'AGENTS.md': 'by a person\n' }
        )).timeout(180_000);

    it('refuses what is no name for a branch, and never takes it for an option', async () => {
        repository.create();
        const git = await local();
        for (const branch of [
            '-b',
            '--orphan',
            '-',
            'HEAD',
            '@',
            '@{-1}',
            'a..b',
            'a b',
            '.a',
            'a.lock',
            'a/',
            '/a',
            'a//b',
            'a\nb',
            'a~1',
            'a:b'
        ]) {
            await refusalOf('invalid-argument', git({ action: 'checkout', branch }));
        }
        await refusalOf('invalid-argument', git({ action: 'checkout' }));
        assert.equal(repository.git('branch', '--format=%(refname:short)'), 'main\n');
        for (const branch of ['a-b', 'ünï/日本', "it's", '$(touch ran)'.replace(' ', '_'), 'a.txt']) {
            assert.equal((await git({ action: 'checkout', branch })).created, true);
            assert.equal(repository.git('symbolic-ref', '--short', 'HEAD').trim(), branch);
        }
    });

    it('says that no branch can lie below another, whichever came first', async () => {
        repository.create();
        const git = await local();
        await git({ action: 'checkout', branch: 'feature/new-thing' });
        for (const branch of ['feature', 'feature/new-thing/part']) {
            const { message } = await refusalOf('repository-state', git({ action: 'checkout', branch }));
            assert.match(message, /^A branch with a name above or below this one exists.*Choose another name/);
        }
        assert.equal(repository.git('symbolic-ref', '--short', 'HEAD'), 'feature/new-thing\n');
    });

    it('names the branch of a repository that has no commit yet', async () => {
        repository.git('init', '--quiet', '--initial-branch=main');
        const { created, commit } = await (await local())({ action: 'checkout', branch: 'start' });
        assert.deepEqual([created, commit], [true, undefined]);
        assert.equal(repository.git('symbolic-ref', 'HEAD'), 'refs/heads/start\n');
    });
});
