import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AuditedCall, GitConfiguration, readAudit, readGitConfiguration } from '@openspace/workspace-tools';
import { APP_ID, GithubStandIn, INSTALLATION_ID } from '@openspace/workspace-tools/lib/test/github-stand-in';
import { useHub, WorkspaceHub } from '../testing/workspace-hub';

type Answer = Record<string, unknown> & { error?: { code: string; message: string } };

describe('Git operations of the tool interface', () => {
    const workspace = useHub(new WorkspaceHub());
    let github: GithubStandIn;
    let git: GitConfiguration;
    beforeEach(async () => {
        github = new GithubStandIn(() => join(workspace.base, 'served'));
        await github.start();
        writeFileSync(join(workspace.base, 'app.pem'), github.privateKey);
        git = readGitConfiguration({
            OPENSPACE_GITHUB_APP_ID: APP_ID,
            OPENSPACE_GITHUB_APP_KEY_FILE: join(workspace.base, 'app.pem'),
            OPENSPACE_GITHUB_INSTALLATION_ID: INSTALLATION_ID,
            OPENSPACE_GITHUB_API_URL: `${github.url}/api`
        });
        await workspace.restart({ git, policy: { sensitivePatterns: ['*.kdbx'] } });
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
    const served = (): string => join(workspace.base, 'served/project.git');
    const addRemote = (): void => {
        execFileSync('git', ['init', '--quiet', '--bare', served()]);
        execFileSync('git', ['-C', served(), 'config', 'http.receivepack', 'true']);
        person('remote', 'add', 'origin', `${github.url}/project.git`);
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

    it('Git status: says where a file came from, what the branch follows, and how far they are apart', async () => {
        addRemote();
        person('push', '--quiet', '--set-upstream', served(), 'main');
        person('fetch', '--quiet', served(), 'main:refs/remotes/origin/main');
        person('branch', '--quiet', '--set-upstream-to=origin/main');
        person('commit', '--quiet', '--allow-empty', '-m', 'Ahead');
        person('mv', 'src/server.ts', 'src/renamed.ts');
        const { staged, upstream, ahead, behind } = await succeed({ action: 'status' });
        assert.deepEqual([upstream, ahead, behind], ['origin/main', 1, 0]);
        assert.deepEqual(staged, [{ path: '/workspace/src/renamed.ts', status: 'renamed', from: '/workspace/src/server.ts' }]);
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
        workspace.file('own.kdbx', 'SECRET=2\n');
        person('add', '--force', '.');
        workspace.file('src/server.ts', 'const port = 8080;\n');
        const answer = await succeed({ action: 'diff' });
        assert.match(String(answer.staged), /\+staged\n/);
        assert.match(String(answer.unstaged), /-const port = 3000;\n\+const port = 8080;\n/);
        assert.equal(answer.diff, String(answer.staged) + String(answer.unstaged));
        assert.deepEqual(
            [answer.action, answer.hidden, answer.truncated, answer.total_bytes],
            ['diff', ['/workspace/.env', '/workspace/own.kdbx'], false, answer.diff.length]
        );
        assert.ok(!JSON.stringify(answer).includes('SECRET'));
        assert.equal((await succeed({ action: 'diff', files: ['/workspace/src'] })).staged, '');
    });

    it('Git diff: shows both sides of files with conflicts beside other changes, none of sensitive files', async () => {
        const odd = 'src/über "x".ts';
        const conflicting = (side: string): void => {
            workspace.file('src/server.ts', `const port = ${side};\n`);
            workspace.file(odd, `${side}\n`);
            workspace.file('.env', `SECRET=${side}\n`);
            person('add', '--force', '.');
            person('commit', '--quiet', '-m', side);
        };
        person('switch', '--quiet', '--create', 'theirs');
        conflicting('8081');
        person('switch', '--quiet', 'main');
        conflicting('8080');
        assert.throws(() => person('merge', '--quiet', 'theirs'));
        const both =
            /^diff --cc src\/server\.ts\n[^]*\n\+\+<<<<<<< HEAD\n \+const port = 8080;\n\+\+=======\n\+ const port = 8081;\n\+\+>>>>>>> theirs\n/;
        const one = await succeed({ action: 'diff', files: ['src/server.ts'] });
        assert.match(String(one.unstaged), both);
        assert.match(String(one.unstaged), /\n\+\+>>>>>>> theirs\n$/);
        workspace.file('other.ts', 'before\n');
        person('add', 'other.ts');
        workspace.file('other.ts', 'after\n');
        const { unstaged, staged, hidden, diff, total_bytes } = await succeed({ action: 'diff' });
        assert.match(String(unstaged), both);
        assert.match(String(unstaged), /\ndiff --cc "src\/über \\"x\\"\.ts"\n[^]*\n \+8080\n/);
        assert.match(String(unstaged), /\n-before\n\+after\n$/);
        assert.match(String(staged), /^\* Unmerged path src\/server\.ts$/m);
        assert.deepEqual([hidden, total_bytes], [['/workspace/.env'], Buffer.byteLength(String(diff))]);
        assert.doesNotMatch(String(diff), /SECRET|\.env/);
    });

    it('Git push: pushes commits of the bot to the remote with a short-lived token that the agent never sees', async () => {
        assert.match(await fail({ action: 'push' }, 409, 'repository_state'), /no remote/);
        addRemote();
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
        const log = execFileSync('git', ['-C', served(), 'log', '-1', '--format=%an %H', 'main'], { encoding: 'utf8' });
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

    it('Git push: gets another token when one has expired', async () => {
        addRemote();
        github.accepts = token => token === github.tokens[1];
        await succeed({ action: 'push' });
        assert.equal(github.tokens.length, 2);
        assert.ok(github.tokens.every(token => !JSON.stringify([noted(), workspace.hub.logLines]).includes(token)));
    });

    it('Git push: no command that runs meanwhile sees the token, no list of processes has it, and a server that sends it back is not passed on', async () => {
        await workspace.restart({ git, sandbox: 'bubblewrap' });
        addRemote();
        const hook = '#!/bin/sh\nprintf "\\033[31m%s %s\\n" "$(cat token)" "$(cat token.base64)" >&2\nexit 1\n';
        writeFileSync(join(served(), 'hooks/pre-receive'), hook, { mode: 0o755 });
        workspace.file('look.sh', 'cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ; grep -rs ghs_ . /tmp; echo looked');
        let seen = '';
        github.onPush = async () => {
            const [token] = github.tokens;
            writeFileSync(join(served(), 'token'), token);
            writeFileSync(join(served(), 'token.base64'), Buffer.from(`x-access-token:${token}`).toString('base64'));
            const files = readdirSync('/proc').flatMap(name =>
                /^\d+$/.test(name) ? [`/proc/${name}/cmdline`, `/proc/${name}/environ`] : []
            );
            seen +=
                files.map(readIfThere).join('\n') + JSON.stringify((await workspace.post('/tools/bash', { command: 'bash look.sh' })).body);
        };
        const message = await fail({ action: 'push' }, 409, 'push_rejected');
        assert.match(message, /^The server rejected the push\. Git says: [^]*remote: \\u\{1b\}\[31m\*\*\* \*\*\*/);
        assert.match(seen, /\0push\0[^]*looked/, 'the processes of the push were looked at, and the command ran');
        const [token] = github.tokens;
        const everything = [
            seen,
            message,
            JSON.stringify(noted()),
            workspace.hub.logLines.join(''),
            readIfThere(workspace.path('.git/config'))
        ];
        for (const secret of [token, Buffer.from(`x-access-token:${token}`).toString('base64')]) {
            assert.deepEqual(
                everything.filter(text => text.includes(secret)),
                []
            );
        }
    });

    it('Git push: looks at the ends of what a server says only, however much that is', async () => {
        addRemote();
        // To search all of it for what git says would take for ever.
        github.failure = "repository 'Unable to create ".repeat(100_000);
        assert.match(
            await fail({ action: 'push' }, 502, 'remote_unreachable'),
            /^The server cannot be reached or broke off\. .{1000,1200}$/s
        );
        person('remote', 'set-url', 'origin', `${github.url}/%zz.git`);
        assert.match(await fail({ action: 'push' }, 403, 'denied'), /"%" that encodes nothing/);
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
        workspace.file('own.kdbx', 'SECRET=2\n');
        await fail({ action: 'commit', message: 'x', files: ['/workspace/.env'] }, 403, 'denied');
        await fail({ action: 'commit', message: 'x', files: ['own.kdbx'] }, 403, 'denied');
        await fail({ action: 'commit', message: 'x', files: ['../x'] }, 403, 'denied');
        await fail({ action: 'commit', message: 'x' }, 409, 'repository_state');
        await fail({ action: 'commit' }, 400, 'invalid_argument');
        await fail({ action: 'rebase' }, 400, 'invalid_request');
        await fail({}, 400, 'invalid_request');
        rmSync(workspace.path('.git'), { recursive: true });
        await fail({ action: 'status' }, 404, 'no_repository');
    });

    it('Git operations take a message of any length, and say so when the names of files are too long for git', async () => {
        const message = 'ü'.repeat(64 * 1024);
        workspace.file('src/server.ts', 'const port = 8080;\n');
        await succeed({ action: 'commit', message, files: ['src/server.ts'] });
        assert.equal(person('log', '-1', '--format=%B').trim(), message);
        assert.match(await fail({ action: 'commit', message: `${message}!`, files: ['src'] }, 400, 'invalid_argument'), /message/);
        const files = Array.from({ length: 1000 }, (_, index) => `${index}/${'name'.repeat(50)}/${'name'.repeat(50)}/${'name'.repeat(50)}`);
        for (const request of [
            { action: 'diff', files },
            { action: 'commit', message: 'x', files }
        ]) {
            assert.match(await fail(request, 413, 'too_large'), /names of these files have \d+ bytes.*Name fewer/);
        }
        assert.equal((await succeed({ action: 'diff', files: files.slice(0, 500) })).diff, '');
    });

    it('Git operations show nothing of a sensitive file when git fails half-way', async () => {
        workspace.file('.env', 'SECRET=1\n');
        workspace.file('z.txt', 'z\n');
        person('add', '--force', '.');
        const blob = person('rev-parse', ':z.txt').trim();
        rmSync(workspace.path('.git/objects', blob.slice(0, 2), blob.slice(2)));
        workspace.file('z.txt', 'other\n');
        assert.match(await fail({ action: 'diff' }, 500, 'failed'), /^Git failed.*Git says: fatal: unable to read [0-9a-f]+$/);
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

function readIfThere(path: string): string {
    try {
        return readFileSync(path, 'latin1');
    } catch {
        return ''; // ended meanwhile
    }
}
