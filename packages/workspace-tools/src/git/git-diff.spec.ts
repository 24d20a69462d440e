import { strict as assert } from 'node:assert';
import { rmSync, writeFileSync } from 'node:fs';
import { Policy } from '../policy';
import { LocalSandbox } from '../sandbox/local-sandbox';
import { useRepository } from '../test/test-repository';
import { refusalOf } from '../test/test-workspace';
import { WorkspaceTools } from '../workspace-tools';

describe('git diff', () => {
    const { workspace, repository, local, onEach } = useRepository();

    it('shows staged and unstaged changes, but never content of a sensitive file, alike on every provider', () =>
        onEach(
            async (git, { name }) => {
                workspace.file('a.txt', 'unstaged\n');
                workspace.file('b.txt', 'staged\n');
                repository.git('add', 'b.txt');
                workspace.file('.env', 'SECRET=unstaged\n');
                workspace.file('x/.env.local', 'SECRET=staged\n');
                repository.git('add', 'x');
                rmSync(workspace.path('server.key'));
                repository.git('rm', '--quiet', 'id_rsa');
                repository.git('mv', 'secrets.txt', 'plain.txt');
                const { staged, unstaged, hidden, truncated, totalBytes } = await git({ action: 'diff' });
                assert.match(unstaged, /^diff --git a\/a\.txt b\/a\.txt\n[^]*\n-a\n\+unstaged\n$/, name);
                assert.match(staged, /\n-b\n\+staged\n/, name);
                assert.match(staged, /\+\+\+ b\/plain\.txt/, name);
                assert.doesNotMatch(staged + unstaged, /SECRET=|PRIVATE|\.env|id_rsa|server\.key|secrets\.txt/, name);
                assert.deepEqual(hidden, ['.env', 'id_rsa', 'secrets.txt', 'server.key', 'x/.env.local'], name);
                assert.deepEqual([truncated, totalBytes], [false, Buffer.byteLength(staged + unstaged)], name);
            },
            {
                'a.txt': 'a\n',
                'b.txt': 'b\n',
                '.env': 'SECRET=committed\n',
                'server.key': 'PRIVATE\n',
                id_rsa: 'PRIVATE\n',
                'secrets.txt': 'as a reader sees it under its new name\n'
            }
        )).timeout(60_000);

    it('shows nothing when all that changed is sensitive', async () => {
        repository.create({ '.env': 'SECRET=1\n' });
        workspace.file('.env', 'SECRET=2\n');
        const { staged, unstaged, hidden } = await (await local())({ action: 'diff' });
        assert.deepEqual([staged, unstaged, hidden], ['', '', ['.env']]);
    });

    it('says that it leaves out a file whose name is no text beside one that is sensitive', async () => {
        repository.create({ '.env': 'SECRET=1\n', 'a.txt': 'a\n' });
        const odd = Buffer.concat([Buffer.from(`${workspace.root}/b`), Buffer.from([0xff])]);
        writeFileSync(odd, 'old\n');
        repository.git('add', '--all');
        writeFileSync(odd, 'new\n');
        workspace.file('a.txt', 'b\n');
        const git = await local();
        const all = await git({ action: 'diff' });
        assert.match(all.unstaged, /\n-old\n\+new\n/);
        assert.deepEqual(all.hidden, []);
        workspace.file('.env', 'SECRET=2\n');
        const { unstaged, hidden } = await git({ action: 'diff' });
        assert.deepEqual([unstaged.match(/^\+\+\+ .*$/gm), hidden], [['+++ b/a.txt'], ['.env', 'b\ufffd']]);
    });

    it('says that it leaves out a file with conflicts whose name is no text', async () => {
        repository.create();
        const odd = Buffer.concat([Buffer.from(`${workspace.root}/b`), Buffer.from([0xff])]);
        const commit = (text: string): void => {
            writeFileSync(odd, text);
            workspace.file('a.txt', text);
            repository.git('add', '--all');
            repository.git('commit', '--quiet', '--message', text);
        };
        repository.git('switch', '--quiet', '--create', 'theirs');
        commit('theirs');
        repository.git('switch', '--quiet', 'main');
        commit('ours');
        assert.throws(() => repository.git('merge', '--quiet', 'theirs'));
        const { unstaged, hidden } = await (await local())({ action: 'diff' });
        assert.deepEqual([unstaged.match(/^diff .*$/gm), hidden], [['diff --cc a.txt'], ['b\ufffd']]);
    });

    it('shows only the files that are asked for', async () => {
        repository.create({ 'a.txt': 'a\n', 'src/b.txt': 'b\n', 'src/c.txt': 'c\n' });
        ['a.txt', 'src/b.txt', 'src/c.txt'].forEach(path => workspace.file(path, 'new\n'));
        const git = await local();
        const { unstaged } = await git({ action: 'diff', files: ['src'] });
        assert.deepEqual(unstaged.match(/^\+\+\+ .*$/gm), ['+++ b/src/b.txt', '+++ b/src/c.txt']);
        await refusalOf('sensitive-file', git({ action: 'diff', files: ['.env'] }));
        await refusalOf('outside-workspace', git({ action: 'diff', files: ['../x'] }));
    });

    it('is cut at its limit, in whole characters, and says how long it is', async () => {
        repository.create();
        workspace.file('a.txt', 'ü'.repeat(5000));
        const policy = new Policy({ limits: { gitDiffBytes: 1000 } });
        const tools = await WorkspaceTools.open(workspace.root, policy, { sandbox: new LocalSandbox() });
        const result = await tools.git({ action: 'diff' });
        assert.ok(result.action === 'diff' && result.truncated && result.totalBytes > 10_000);
        assert.ok(Buffer.byteLength(result.unstaged) <= 1000 && result.unstaged.endsWith('ü'));
    });
});
