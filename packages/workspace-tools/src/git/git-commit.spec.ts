import { strict as assert } from 'node:assert';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { LocalSandbox } from '../sandbox/local-sandbox';
import { useRepository } from '../test/test-repository';
import { refusalOf } from '../test/test-workspace';

const ODD_NAMES = [
    '-rf.txt',
    '--output=x',
    'with space.txt',
    'new\nline.txt',
    `quote"'.txt`,
    'ünï-日本.txt',
    '*.txt',
    ':(glob)x',
    'tab\t.txt'
];

describe('git commit', () => {
    const { workspace, repository, local, onEach } = useRepository();

    it('takes in the named files and nothing else, and leaves what a person staged, on every provider', () =>
        onEach(
            async (git, { name }) => {
                workspace.file('src/server.ts', 'port = 8080\n');
                workspace.file('src/new.ts', 'new\n');
                rmSync(workspace.path('gone.txt'));
                workspace.file('other.txt', 'staged by the person\n');
                repository.git('add', 'other.txt');
                workspace.file('other.txt', 'and changed again\n');
                const before = readFileSync(workspace.path('.git/config'), 'utf8');
                const result = await git({ action: 'commit', message: 'fix: update port', files: ['src/server.ts', 'src/new.ts', 'gone.txt'] });
                assert.deepEqual(result.files, ['gone.txt', 'src/new.ts', 'src/server.ts'], name);
                assert.deepEqual([result.branch, result.commit], ['main', repository.git('rev-parse', 'HEAD').trim()], name);
                assert.equal(repository.git('show', '--format=%an <%ae> %cn %s', '--name-status', '--no-renames'),
                    'emergent-app[bot] <emergent-app[bot]@users.noreply.github.com> emergent-app[bot] fix: update port\n\n' +
                        'D\tgone.txt\nA\tsrc/new.ts\nM\tsrc/server.ts\n', name);
                assert.equal(repository.git('status', '--short'), 'AM other.txt\n', name);
                assert.equal(repository.git('show', ':other.txt'), 'staged by the person\n', name);
                assert.equal(readFileSync(workspace.path('.git/config'), 'utf8'), before, name);
                assert.ok(!existsSync(workspace.path('.git/index.lock')), name);
            },
            { 'src/server.ts': 'port = 3000\n', 'gone.txt': 'x\n' }
        )).timeout(60_000); // prettier-ignore

    it('takes in what is staged when no files are named', async () => {
        repository.create();
        const git = await local();
        const { message } = await refusalOf('repository-state', git({ action: 'commit', message: 'x' }));
        assert.match(message, /Nothing is staged/);
        workspace.file('a.txt', 'staged\n');
        repository.git('add', 'a.txt');
        workspace.file('a.txt', 'not staged\n');
        assert.deepEqual((await git({ action: 'commit', message: 'Staged' })).files, ['a.txt']);
        assert.equal(repository.git('show', 'HEAD:a.txt'), 'staged\n');
        assert.equal(repository.git('status', '--short'), ' M a.txt\n');
    });

    it('is the first one of a new repository, too, and the one of a person whom the host names', async () => {
        repository.git('init', '--quiet', '--initial-branch=main');
        workspace.file('a.txt', 'a\n');
        const identity = { name: 'robot', email: 'robot@example.com' };
        const git = await repository.open(new LocalSandbox(), { identity, secretFiles: [] });
        const { author } = await git({ action: 'commit', message: 'First', files: ['.'] });
        assert.deepEqual(author, identity);
        assert.equal(repository.git('log', '--format=%an %ae %cn %ce %s'), 'robot robot@example.com robot robot@example.com First\n');
        assert.match(repository.git('reflog'), /First/);
    });

    it('keeps names and messages that look like something else as they are', async () => {
        repository.create();
        ODD_NAMES.forEach(name => workspace.file(name, 'x\n'));
        workspace.file('b.txt', 'left out\n');
        const git = await local();
        const message = `--amend\n\n# no comment\n$(touch ran) "quoted" 'ünï'`;
        const result = await git({ action: 'commit', message, files: ODD_NAMES.map(name => `./${name}`) });
        assert.deepEqual(result.files, [...ODD_NAMES].sort());
        assert.equal(repository.git('log', '-1', '--format=%B').trim(), message);
        assert.deepEqual(
            repository.git('show', '-z', '--format=', '--name-only').split('\0').filter(Boolean).sort(),
            [...ODD_NAMES].sort()
        );
        assert.equal(repository.git('status', '--short'), '?? b.txt\n');
        ODD_NAMES.forEach(name => workspace.file(name, 'y\n'));
        assert.deepEqual((await git({ action: 'status' })).changed.map(({ path }) => path).sort(), [...ODD_NAMES].sort());
        assert.equal((await git({ action: 'diff', files: ['./*.txt'] })).unstaged.match(/^diff --git/gm)?.length, 1);
    });

    it('refuses sensitive files, by their name, in a directory, behind a link and staged', async () => {
        repository.create();
        workspace.file('config/.env', 'SECRET=1\n');
        workspace.link('innocent.txt', 'config/.env');
        const git = await local();
        for (const files of [['config/.env'], ['config'], ['.'], ['innocent.txt'], ['config/../config/.env'], ['a.txt', 'config/.ENV']]) {
            await refusalOf('sensitive-file', git({ action: 'commit', message: 'x', files }, { parentSegments: 'resolve' }));
        }
        repository.git('add', 'config/.env');
        await refusalOf('sensitive-file', git({ action: 'commit', message: 'x' }));
        assert.equal(repository.git('log', '--format=%s'), 'First\n');
    });

    it('refuses paths outside, files that are not there, ignored ones and repositories inside', async () => {
        repository.create();
        workspace.file('.gitignore', 'ignored/\n*.log\n');
        workspace.file('ignored/a.txt');
        workspace.file('b.log');
        workspace.link('out', workspace.outside);
        mkdirSync(workspace.path('inner'));
        repository.gitIn(workspace.path('inner'), 'init', '--quiet');
        workspace.file('inner/x.txt');
        const git = await local();
        const commit = (...files: string[]): Promise<unknown> => git({ action: 'commit', message: 'x', files });
        await refusalOf('outside-workspace', commit('../x'));
        await refusalOf('outside-workspace', commit('/etc/passwd'));
        await refusalOf('outside-workspace', commit('out/secret.txt'));
        await refusalOf('sensitive-file', commit('.git/config'));
        await refusalOf('not-found', commit('missing.txt'));
        assert.match((await refusalOf('repository-state', commit('b.log'))).message, /ignored/);
        assert.match((await refusalOf('repository-state', commit('ignored/a.txt'))).message, /ignored/);
        assert.match((await refusalOf('repository-state', commit('inner'))).message, /repository of its own/);
        assert.match((await refusalOf('repository-state', commit('a.txt'))).message, /nothing to commit/);
        await refusalOf('invalid-argument', git({ action: 'commit', message: ' \n' }));
        await refusalOf('invalid-argument', git({ action: 'commit' }));
    });

    it('leaves no trace of files that it could not commit', async () => {
        repository.create();
        workspace.file('new.txt', 'new\n');
        const git = await local();
        writeFileSync(workspace.path('.git/refs/heads/main.lock'), '');
        const { message } = await refusalOf('repository-state', git({ action: 'commit', message: 'x', files: ['new.txt'] }));
        assert.match(message, /Another git command/);
        assert.ok(!message.includes(workspace.root), message);
        assert.equal(repository.git('status', '--short'), '?? new.txt\n');
    });

    it('takes as many names as git takes in every call that it needs, and none of more', async () => {
        repository.create();
        const git = await local();
        const commit = () => git({ action: 'commit', message: 'x', files: ['d'] });
        // Together with the byte behind each, these have some bytes less than the limit.
        Array.from({ length: 2048 }, (_, index) => workspace.file(`d/${String(index).padStart(index === 0 ? 203 : 253, 'n')}`));
        assert.equal((await commit()).files.length, 2048);
        Array.from({ length: 2049 }, (_, index) => workspace.file(`d/${String(index).padStart(253, 'm')}`));
        assert.match((await refusalOf('too-large', commit())).message, /Name fewer of them/);
        assert.equal(repository.git('diff', '--name-only'), '');
    }).timeout(60_000);

    it('says that another command holds the repository, and works once it has ended', async () => {
        repository.create();
        workspace.file('a.txt', 'new\n');
        const git = await local();
        writeFileSync(workspace.path('.git/index.lock'), '');
        const { message } = await refusalOf('repository-state', git({ action: 'commit', message: 'x', files: ['a.txt'] }));
        assert.match(message, /Another git command/);
        rmSync(workspace.path('.git/index.lock'));
        const commits = ['b.txt', 'c.txt', 'd.txt'].map(name => {
            workspace.file(name, 'x\n');
            return git({ action: 'commit', message: name, files: [name] });
        });
        assert.equal(new Set((await Promise.all(commits)).map(({ commit }) => commit)).size, 3);
    });
});
