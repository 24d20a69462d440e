import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AuditedCall, readAudit, readGitConfiguration } from '@openspace/workspace-tools';
import { APP_ID, GithubStandIn, INSTALLATION_ID } from '@openspace/workspace-tools/lib/test/github-stand-in';
import { useHub, WorkspaceHub } from '../testing/workspace-hub';

type Answer = Record<string, unknown> & { error?: { code: string; message: string } };

describe('Git operations of the tool interface', () => {
    const workspace = useHub(new WorkspaceHub());
    let github: GithubStandIn;
    beforeEach(async () => {
        github = new GithubStandIn(() => join(workspace.base, 'served'));
        await github.start();
        writeFileSync(join(workspace.base, 'app.pem'), github.privateKey);
        const git = readGitConfiguration({
            OPENSPACE_GITHUB_APP_ID: APP_ID,
            OPENSPACE_GITHUB_APP_KEY_FILE: join(workspace.base, 'app.pem'),
            OPENSPACE_GITHUB_INSTALLATION_ID: INSTALLATION_ID,
            OPENSPACE_GITHUB_API_URL: `${github.url}/api`
        });
        await workspace.restart({ git });
        person('init', '--quiet', '--initial-branch=main');
        workspace.file('src/server.ts', 'const port = 3000;\n');
        person('add', '.');
        person('commit', '--quiet', '-m', 'First');
    });
    afterEach(async () => {
        await github.stop();
    });

    const person = (...args: string[]): string =>
        execFileSync('git', ['-C', workspace.path(), '-c', 'user.name=P', '-c', 'user.email=p@example.com', ...args], {
            encoding: 'utf8',
            stdio: ['ignore', 'pipe', 'pipe']
        });
    const call = (body: unknown): Promise<{ status: number; body: Answer }> =>
        workspace.post('/tools/git', body, { 'x-openspace-session': 'ses_git' });
    const succeed = async (request: unknown): Promise<Answer> => {
        const { status, body } = await call(request);
        assert.equal(status, 200, JSON.stringify(body));
        return body;
    };
    const fail = async (request: unknown, status: number, code: string): Promise<string> => {
        const answer = await call(request);
        assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(answer.body));
        const message = answer.body.error?.message ?? '';
        assert.ok(message.length > 0 && !message.includes(workspace.base), message);
        return message;
    };
    const noted = (): AuditedCall[] => readAudit(workspace.hub.auditDirectory).filter(({ session }) => session === 'ses_git');

    it('Git status: returns changed files, staged files and untracked files', async () => {
        workspace.file('src/server.ts', 'const port = 8080;\n');
        workspace.file('staged.ts', 'x\n');
        person('add', 'staged.ts');
        workspace.file('untracked file.ts', 'x\n');
        const { commit, ...status } = await succeed({ action: 'status' });
        assert.equal(commit, person('rev-parse', 'HEAD').trim());
        assert.deepEqual(status, {
            action: 'status',
            branch: 'main',
            changed: [{ path: '/workspace/src/server.ts', status: 'modified' }],
            staged: [{ path: '/workspace/staged.ts', status: 'added' }],
            untracked: ['/workspace/untracked file.ts'],
            truncated: false
        });
    });

    it('Git commit: stages the specified files and creates a commit with the given message', async () => {
        workspace.file('src/server.ts', 'const port = 8080;\n');
        workspace.file('other.ts', 'not part of it\n');
        const answer = await succeed({ action: 'commit', message: 'fix: update port', files: ['src/server.ts'] });
        assert.deepEqual(answer, {
            success: true,
            action: 'commit',
            commit: person('rev-parse', 'HEAD').trim(),
            branch: 'main',
            files: ['/workspace/src/server.ts'],
            author: { name: 'emergent-app[bot]', email: 'emergent-app[bot]@users.noreply.github.com' }
        });
        assert.equal(person('show', '--format=%an: %s', '--name-only'), 'emergent-app[bot]: fix: update port\n\nsrc/server.ts\n');
        assert.equal(person('status', '--short'), '?? other.ts\n');
        await succeed({ action: 'commit', message: 'Other', files: ['/workspace/other.ts'] });
    });

    it('Git diff: returns the diff output with staged and unstaged changes, none of sensitive files', async () => {
        workspace.file('staged.ts', 'staged\n');
        workspace.file('.env', 'SECRET=1\n');
        person('add', '--force', '.');
        workspace.file('src/server.ts', 'const port = 8080;\n');
        const answer = await succeed({ action: 'diff' });
        assert.match(String(answer.staged), /\+staged\n/);
        assert.match(String(answer.unstaged), /-const port = 3000;\n\+const port = 8080;\n/);
        assert.equal(answer.diff, String(answer.staged) + String(answer.unstaged));
        assert.deepEqual([answer.hidden, answer.truncated], [['/workspace/.env'], false]);
        assert.ok(!JSON.stringify(answer).includes('SECRET'));
        assert.equal((await succeed({ action: 'diff', files: ['/workspace/src'] })).staged, '');
    });

    it('Git push: pushes commits of the bot to the remote with a short-lived token that the agent never sees', async () => {
        assert.match(await fail({ action: 'push' }, 409, 'repository_state'), /no remote/);
        execFileSync('git', ['init', '--quiet', '--bare', join(workspace.base, 'served/project.git')]);
        execFileSync('git', ['-C', join(workspace.base, 'served/project.git'), 'config', 'http.receivepack', 'true']);
        person('remote', 'add', 'origin', `${github.url}/project.git`);
        workspace.file('src/server.ts', 'const port = 8080;\n');
        const { commit } = await succeed({ action: 'commit', message: 'fix: update port', files: ['src/server.ts'] });
        const answer = await succeed({ action: 'push' });
        assert.deepEqual(answer, {
            success: true,
            action: 'push',
            remote: 'origin',
            branch: 'main',
            commit,
            created: true,
            up_to_date: false
        });
        const log = execFileSync('git', ['-C', join(workspace.base, 'served/project.git'), 'log', '-1', '--format=%an %H', 'main'], {
            encoding: 'utf8'
        });
        assert.equal(log, `emergent-app[bot] ${String(commit)}\n`);
        const [token] = github.tokens;
        const seen = [
            JSON.stringify([answer, noted()]),
            workspace.hub.logLines.join(''),
            readFileSync(workspace.path('.git/config'), 'utf8')
        ];
        assert.ok(token.length > 20 && seen.every(text => !text.includes(token)));
        person('commit', '--quiet', '--amend', '-m', 'Other');
        assert.match(await fail({ action: 'push' }, 409, 'push_rejected'), /has commits on this branch/);
        github.accepts = () => false;
        await fail({ action: 'push' }, 403, 'no_credentials');
        person('remote', 'set-url', 'origin', 'git@github.com:owner/project.git');
        await fail({ action: 'push' }, 403, 'denied');
        person('remote', 'set-url', 'origin', 'http://127.0.0.1:9/project.git');
        await fail({ action: 'push' }, 502, 'remote_unreachable');
    });

    it('Git branch operations: creates and checks out the new branch', async () => {
        const answer = await succeed({ action: 'checkout', branch: 'feature/new-thing' });
        const commit = person('rev-parse', 'HEAD').trim();
        assert.deepEqual(answer, { success: true, action: 'checkout', branch: 'feature/new-thing', created: true, commit });
        assert.equal(person('symbolic-ref', '--short', 'HEAD'), 'feature/new-thing\n');
        assert.equal((await succeed({ action: 'checkout', branch: 'main' })).created, false);
        await fail({ action: 'checkout', branch: '--orphan' }, 400, 'invalid_argument');
    });

    it('Git operations refuse sensitive files, paths outside and wrong requests', async () => {
        workspace.file('.env', 'SECRET=1\n');
        await fail({ action: 'commit', message: 'x', files: ['/workspace/.env'] }, 403, 'denied');
        await fail({ action: 'commit', message: 'x', files: ['../x'] }, 403, 'denied');
        await fail({ action: 'commit', message: 'x' }, 409, 'repository_state');
        await fail({ action: 'commit' }, 400, 'invalid_argument');
        await fail({ action: 'rebase' }, 400, 'invalid_request');
        await fail({}, 400, 'invalid_request');
        rmSync(workspace.path('.git'), { recursive: true });
        await fail({ action: 'status' }, 404, 'no_repository');
    });

    it('Git operations are logged with their risk, without content', async () => {
        workspace.file('src/server.ts', 'const port = 8080;\n');
        await succeed({ action: 'status' });
        await succeed({ action: 'commit', message: 'fix: update port', files: ['src/server.ts'] });
        await fail({ action: 'push' }, 409, 'repository_state');
        assert.deepEqual(
            noted().map(({ command, risk, outcome, args }) => [command, risk, outcome, args.action]),
            [
                ['tools.git', 'read', 'done', 'status'],
                ['tools.git', 'write', 'done', 'commit'],
                ['tools.git', 'execute', 'failed', 'push']
            ]
        );
    });
});
