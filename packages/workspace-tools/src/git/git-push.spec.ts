import { strict as assert } from 'node:assert';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FinishedOperation, StartedOperation } from '../operation';
import { processIdentity, processSpace } from '../process-identity';
import { LocalSandbox } from '../sandbox/local-sandbox';
import { APP_ID, GithubStandIn, INSTALLATION_ID } from '../test/github-stand-in';
import { useProviders } from '../test/sandbox-providers';
import { AskGit, TestRepository } from '../test/test-repository';
import { refusalOf, useWorkspace } from '../test/test-workspace';
import { GitConfiguration, readGitConfiguration } from './git-configuration';

/** Command lines and environments of all processes, and what lies in the folders that are made for git. */
function visibleToOthers(): string {
    const texts = readdirSync('/proc')
        .filter(name => /^\d+$/.test(name))
        .flatMap(pid => [`/proc/${pid}/cmdline`, `/proc/${pid}/environ`]);
    const folders = readdirSync(tmpdir()).filter(name => name.startsWith('openspace-'));
    const files = folders.flatMap(name => ['config', 'askpass', 'config.json'].map(file => join(tmpdir(), name, file)));
    return [...texts, ...files]
        .map(path => {
            try {
                return readFileSync(path, 'latin1');
            } catch {
                return ''; // gone, or of another kind
            }
        })
        .join('\n');
}

describe('git push', () => {
    const workspace = useWorkspace();
    const providers = useProviders();
    const repository = new TestRepository(workspace);
    let github: GithubStandIn;
    let remote: string;
    const { TMPDIR: temporary } = process.env;

    beforeEach(async () => {
        // What lies there is looked at, so nobody else's folders may come and go in it.
        process.env['TMPDIR'] = mkdtempSync(join(tmpdir(), 'openspace-push-'));
        github = new GithubStandIn(() => join(workspace.outside, 'served'));
        await github.start();
        remote = `${github.url}/owner/project.git`;
    });
    afterEach(async () => {
        await github.stop();
        rmSync(tmpdir(), { recursive: true });
        if (temporary === undefined) {
            delete process.env['TMPDIR'];
        } else {
            process.env['TMPDIR'] = temporary;
        }
    });

    const served = (): string => join(workspace.outside, 'served', 'owner', 'project.git');
    const createBoth = (): void => {
        repository.gitIn(workspace.outside, 'init', '--quiet', '--bare', '--initial-branch=main', served());
        repository.gitIn(served(), 'config', 'http.receivepack', 'true');
        repository.create();
        repository.git('remote', 'add', 'origin', remote);
    };
    const configuration = (): GitConfiguration => {
        const keyFile = join(workspace.outside, 'app.pem');
        writeFileSync(keyFile, github.privateKey, { mode: 0o600 });
        return readGitConfiguration({
            OPENSPACE_GITHUB_APP_ID: APP_ID,
            OPENSPACE_GITHUB_APP_KEY_FILE: keyFile,
            OPENSPACE_GITHUB_INSTALLATION_ID: INSTALLATION_ID,
            OPENSPACE_GITHUB_API_URL: `${github.url}/api`
        });
    };
    const open = (): Promise<AskGit> => repository.open(new LocalSandbox(), configuration());
    const head = (): string => repository.git('rev-parse', 'HEAD').trim();

    it('brings commits to the remote with a token that shows up nowhere, on every provider', async () => {
        for (const sandbox of providers.all) {
            workspace.remove();
            workspace.create();
            createBoth();
            const settings = readFileSync(workspace.path('.git/config'), 'utf8');
            let visible = '';
            github.onPush = () => void (visible += visibleToOthers());
            const notes: (StartedOperation | FinishedOperation)[] = [];
            const audit = { started: (note: StartedOperation) => void notes.push(note), finished: (note: FinishedOperation) => void notes.push(note) };
            const git = await repository.open(sandbox, configuration());
            workspace.file('a.txt', 'by an agent\n');
            const { commit } = await git({ action: 'commit', message: 'By an agent', files: ['a.txt'] });
            const result = await git({ action: 'push' }, { audit });
            assert.deepEqual(result, { action: 'push', remote: 'origin', branch: 'main', commit, created: true, upToDate: false }, sandbox.name);
            assert.equal(repository.gitIn(served(), 'log', '-1', '--format=%an %s', 'main'), 'emergent-app[bot] By an agent\n', sandbox.name);
            assert.equal(repository.git('rev-parse', 'refs/remotes/origin/main').trim(), commit, sandbox.name);
            const [token] = github.tokens.splice(0);
            // As an argument of a process, or in the description of a container.
            assert.match(visible, /\0push\0|"push"/, `${sandbox.name}: the processes of the push were looked at`);
            for (const secret of [token, Buffer.from(`x-access-token:${token}`).toString('base64')]) {
                assert.ok(!visible.includes(secret), sandbox.name);
                assert.ok(!JSON.stringify([result, notes]).includes(secret), sandbox.name);
            }
            assert.equal(readFileSync(workspace.path('.git/config'), 'utf8'), settings, sandbox.name);
            const made = `openspace-git-${processSpace()}-${processIdentity()}-`;
            assert.deepEqual(readdirSync(tmpdir()).filter(name => name.startsWith(made)), [], sandbox.name);
        }
    }).timeout(120_000); // prettier-ignore

    it('pushes no other branch than the one that is asked for', async () => {
        createBoth();
        const git = await open();
        await git({ action: 'checkout', branch: 'feature' });
        const { message } = await refusalOf('repository-state', git({ action: 'push', branch: 'main' }));
        assert.match(message, /"main" is not checked out.*Check it out first/);
        assert.equal(repository.gitIn(served(), 'branch'), '');
        assert.equal((await git({ action: 'push', branch: 'feature' })).branch, 'feature');
    });

    it('asks for a token for this repository alone, which may write contents and nothing else, and uses it again', async () => {
        createBoth();
        const git = await open();
        await git({ action: 'push' });
        assert.deepEqual(github.tokenRequests, [{ repositories: ['project'], permissions: { contents: 'write' } }]);
        assert.equal((await git({ action: 'push' })).upToDate, true);
        await git({ action: 'checkout', branch: 'feature/x' });
        assert.equal((await git({ action: 'push' })).created, true);
        assert.equal(github.tokens.length, 1);
        assert.equal(repository.gitIn(served(), 'rev-parse', 'feature/x').trim(), head());
    });

    it('gets a new token once when one has expired, and gives up when that is refused as well', async () => {
        createBoth();
        const git = await open();
        github.accepts = token => token === github.tokens[1];
        await git({ action: 'push' });
        assert.equal(github.tokens.length, 2);
        github.accepts = () => false;
        const { message } = await refusalOf('no-credentials', git({ action: 'push' }));
        assert.match(message, /refused the credential, a new one as well/);
        assert.equal(github.tokens.length, 3);
        assert.ok(!github.tokens.some(token => message.includes(token)));
    });

    it('says why it failed when there is no remote, no credential, no branch or no commit', async () => {
        createBoth();
        const withoutApp = await repository.open(new LocalSandbox());
        assert.match((await refusalOf('no-credentials', withoutApp({ action: 'push' }))).message, /no credential to push with/);
        const git = await open();
        repository.git('checkout', '--quiet', '--detach');
        assert.match((await refusalOf('repository-state', git({ action: 'push' }))).message, /No branch is checked out/);
        repository.git('checkout', '--quiet', '--orphan', 'fresh');
        assert.match((await refusalOf('repository-state', git({ action: 'push' }))).message, /no commit yet/);
        repository.git('checkout', '--quiet', '--force', 'main');
        repository.git('remote', 'remove', 'origin');
        assert.match((await refusalOf('repository-state', git({ action: 'push' }))).message, /no remote/);
        assert.equal(github.tokens.length, 0);
    });

    it('goes to the remote that is asked for, the one of the branch, origin or the only one', async () => {
        createBoth();
        const git = await open();
        repository.git('remote', 'rename', 'origin', 'only');
        assert.equal((await git({ action: 'push' })).remote, 'only');
        repository.git('remote', 'add', 'second', 'https://example.com/x.git');
        assert.match((await refusalOf('repository-state', git({ action: 'push' }))).message, /"only", "second"/);
        repository.git('config', 'branch.main.remote', 'only');
        assert.equal((await git({ action: 'push' })).remote, 'only');
        await refusalOf('remote-refused', git({ action: 'push', remote: 'second' }));
        await refusalOf('repository-state', git({ action: 'push', remote: '--mirror' }));
    });

    it('is rejected where the remote has other commits, and overwrites nothing', async () => {
        createBoth();
        const git = await open();
        await git({ action: 'push' });
        const pushed = head();
        repository.git('commit', '--quiet', '--amend', '--message=Other');
        const { message } = await refusalOf('push-rejected', git({ action: 'push' }));
        assert.match(message, /has commits on this branch that are not in the workspace/);
        assert.equal(repository.gitIn(served(), 'rev-parse', 'main').trim(), pushed);
        writeFileSync(join(served(), 'hooks', 'pre-receive'), '#!/bin/sh\necho not on a Friday >&2\nexit 1\n', { mode: 0o755 });
        repository.git('reset', '--quiet', '--hard', pushed);
        repository.git('commit', '--quiet', '--allow-empty', '--message=Next');
        assert.match((await refusalOf('push-rejected', git({ action: 'push' }))).message, /not on a Friday/);
    });

    it('sends nothing to addresses that are not plain https, or are on another server', async () => {
        createBoth();
        const git = await open();
        const port = new URL(github.url).port;
        for (const address of [
            'git@github.com:owner/project.git',
            'ssh://git@github.com/owner/project.git',
            `file://${served()}`,
            served(),
            'ext::sh -c touch% TRAPPED',
            'git://github.com/owner/project.git',
            `http://person:secret@127.0.0.1:${port}/owner/project.git`,
            'https://token@github.com/owner/project.git',
            'http://github.com/owner/project.git',
            'https://github.com/owner/project.git',
            `https://127.0.0.1.example.com/owner/project.git`
        ]) {
            repository.git('config', 'remote.origin.url', address);
            const { message } = await refusalOf('remote-refused', git({ action: 'push' }));
            assert.ok(!message.includes('secret') && !message.includes(workspace.outside), message);
        }
        assert.deepEqual([github.tokens, github.statuses], [[], []]);
    });

    it('follows no redirection and no setting of the repository to another server', async () => {
        createBoth();
        const reached: string[] = [];
        const other = createServer((request, response) => {
            reached.push(`${request.url ?? ''} ${request.headers.authorization ?? ''}`);
            response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
        });
        await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
        const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
        try {
            const git = await open();
            github.redirect = elsewhere;
            await refusalOf('remote-refused', git({ action: 'push' }));
            github.redirect = undefined;
            repository.git('config', `url.${elsewhere}/.insteadOf`, `${github.url}/`);
            repository.git('config', `url.${elsewhere}/.pushInsteadOf`, `${github.url}/`);
            repository.git('config', `remote.${remote}.url`, `${elsewhere}/owner/project.git`);
            repository.git('config', `http.${github.url}/.proxy`, elsewhere);
            repository.git('config', 'http.proxy', elsewhere);
            repository.git('config', 'remote.origin.proxy', elsewhere);
            repository.git('config', `http.${github.url}/.followRedirects`, 'true');
            repository.git('config', 'http.extraHeader', 'X-Leak: yes');
            await git({ action: 'push' });
            assert.deepEqual(reached, []);
        } finally {
            await new Promise(resolve => other.close(resolve));
        }
    });

    it('says that the server cannot be reached, or that GitHub gives no token', async () => {
        createBoth();
        const git = await open();
        github.tokenStatus = 403;
        assert.match((await refusalOf('no-credentials', git({ action: 'push' }))).message, /status 403/);
        github.tokenStatus = 502;
        await refusalOf('remote-unreachable', git({ action: 'push' }));
        github.tokenStatus = 201;
        repository.git('config', 'remote.origin.url', `${github.url}/owner/missing.git`);
        assert.match((await refusalOf('no-credentials', git({ action: 'push' }))).message, /knows no such repository/);
        repository.git('config', 'remote.origin.url', remote);
        await git({ action: 'push' });
        const withoutToken = await open();
        await github.stop();
        await refusalOf('remote-unreachable', git({ action: 'push' }));
        await refusalOf('remote-unreachable', withoutToken({ action: 'push' }));
        await github.start();
    });

    it('runs nothing and asks nobody, whatever the repository names', async () => {
        createBoth();
        const trap = `sh -c 'touch ${workspace.path('TRAPPED')}'`;
        for (const name of [
            'core.sshCommand',
            'core.askPass',
            'core.gitProxy',
            'credential.helper',
            'gpg.program',
            'core.alternateRefsCommand'
        ]) {
            repository.git('config', name, name === 'credential.helper' ? `!${trap}` : trap);
        }
        repository.git('config', 'push.gpgSign', 'if-asked');
        repository.git('config', 'remote.origin.receivepack', trap);
        repository.git('config', 'push.recurseSubmodules', 'on-demand');
        for (const hook of ['pre-push', 'reference-transaction', 'push-to-checkout']) {
            writeFileSync(workspace.path('.git/hooks', hook), `#!/bin/sh\n${trap}\n`, { mode: 0o755 });
        }
        await (
            await open()
        )({ action: 'push' });
        assert.ok(!existsSync(workspace.path('TRAPPED')));
        repository.git('config', 'remote.origin.vcs', 'ext');
        await (
            await open()
        )({ action: 'push' });
        assert.ok(!existsSync(workspace.path('TRAPPED')));
    });
});
