import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ExecResult } from '../exec/exec-request';
import { PathGuard } from '../path-guard';
import { Pin, choosePin, systemError } from '../pinned-entry';
import { Policy } from '../policy';
import { agree, useProviders } from '../test/sandbox-providers';
import { refusalOf, useWorkspace } from '../test/test-workspace';
import { WorkspaceError } from '../workspace-error';
import { WorkspaceTools } from '../workspace-tools';
import { withSandboxAccess } from './sandbox-access';
import type { SandboxProvider } from './sandbox-provider';

const IDENTITY = ['-c', 'user.name=A Person', '-c', 'user.email=person@example.com'];

describe('What commands in a sandbox leave behind', () => {
    const workspace = useWorkspace();
    const providers = useProviders();

    const git = (folder: string, ...args: string[]): string =>
        execFileSync('git', ['-C', folder, ...IDENTITY, ...args], { encoding: 'utf8' });
    const tryEach = async (test: (run: (command: string) => Promise<ExecResult>, sandbox: SandboxProvider) => Promise<void>): Promise<void> => {
        for (const sandbox of providers.isolating) {
            workspace.remove();
            workspace.create();
            // What a command line does openly is refused before it runs; a script can do anything.
            const run = async (script: string): Promise<ExecResult> => {
                workspace.file('script.sh', script);
                return (await WorkspaceTools.open(workspace.root, new Policy(), { sandbox })).exec({ command: 'bash script.sh' }, agree);
            };
            await test(run, sandbox);
        }
    }; // prettier-ignore
    const makeRepository = (path = '.'): void => {
        workspace.file(join(path, 'a.txt'), 'a\n');
        git(workspace.path(path), 'init', '-q');
        git(workspace.path(path), 'add', 'a.txt');
        git(workspace.path(path), 'commit', '-qm', 'First');
    };
    /** Configuration that leaves a trace when git uses it. */
    const TRAP = '[core]\\n\\tfsmonitor = touch ../TRAPPED TRAPPED; false\\n\\trepositoryformatversion = 0\\n';
    const isTrapped = (): boolean => readdirSync(workspace.root).includes('TRAPPED') || existsSync(join(workspace.root, '..', 'TRAPPED'));

    it('is a commit, where a repository is', () =>
        tryEach(async (run, { name }) => {
            makeRepository();
            const { exitCode, stderr, refused } = await run(`echo b > a.txt && git ${IDENTITY.map(text => `'${text}'`).join(' ')} commit -qam Second && git status --short`);
            assert.deepEqual([exitCode, stderr, refused], [0, '', undefined], name);
            assert.equal(git(workspace.root, 'log', '--format=%s'), 'Second\nFirst\n');
            assert.ok(!existsSync(workspace.path('.git/commondir')), 'the placeholder is gone');
            assert.ok(!existsSync(workspace.path('.vscode')));
        })).timeout(60_000); // prettier-ignore

    it('is no other place for the settings of a repository', () =>
        tryEach(async (run, { name }) => {
            makeRepository();
            makeRepository('nested');
            await run(`for r in .git nested/.git; do cp -r $r evil; printf '${TRAP}' > evil/config; printf ../evil > $r/commondir; printf x > $r/config.worktree; done; true`);
            git(workspace.root, 'status');
            git(workspace.path('nested'), 'status');
            assert.ok(!isTrapped(), name);
            assert.deepEqual(readdirSync(workspace.path('nested/.git')).filter(entry => ['commondir', 'config.worktree'].includes(entry)), []);
        })).timeout(60_000); // prettier-ignore

    it('is no changed setting of a submodule or of a linked working tree', () =>
        tryEach(async (run, { name }) => {
            makeRepository('../outside/library');
            makeRepository();
            git(workspace.root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', join(workspace.outside, 'library'), 'lib');
            git(workspace.root, 'commit', '-qm', 'Library');
            git(workspace.root, 'worktree', 'add', '-q', join(workspace.outside, 'tree'));
            const files = ['modules/lib/config', 'modules/lib/hooks/pre-commit', 'worktrees/tree/commondir', 'worktrees/tree/gitdir'];
            const contents = files.map(file => existsSync(workspace.path('.git', file)) && readFileSync(workspace.path('.git', file), 'utf8'));
            await run(files.map(file => `printf '${TRAP}' > .git/${file}`).join('; '));
            assert.deepEqual(files.map(file => existsSync(workspace.path('.git', file)) && readFileSync(workspace.path('.git', file), 'utf8')), contents, name);
            await run(`mv .git/modules .git/old; cp -r .git/old .git/modules; printf '${TRAP}' > .git/modules/lib/config; true`);
            git(workspace.root, 'status');
            git(join(workspace.outside, 'tree'), 'status');
            assert.ok(!isTrapped(), name);
        })).timeout(60_000); // prettier-ignore

    it('is no repository that runs something when a person uses git in it', () =>
        tryEach(async (run, { name }) => {
            makeRepository();
            const { refused } = await run(
                `git init -q new; printf '${TRAP}[user]\\n\\tname = Ännä \\\\"A\\\\"\\n[remote "o"]\\n\\turl = https://example.com/r.git\\n[include]\\n\\tpath = /x\\n' > new/.git/config; ` +
                    'printf "#!/bin/sh\\ntouch ../TRAPPED" > new/.git/hooks/post-checkout; chmod +x new/.git/hooks/post-checkout; ' +
                    `git init -q --bare bare; printf '${TRAP}' > bare/config; ` +
                    'mkdir link file; ln -s ../new/.git link/.git; echo "gitdir: ../new/.git" > file/.git; ' +
                    'ln -s ../../TRAPPED new/.git/COMMIT_EDITMSG; git init -q harmless; git add new 2>/dev/null; true'
            );
            assert.deepEqual(refused, ['bare', 'file/.git', 'link/.git', 'new/.git'], name);
            git(workspace.root, 'status');
            git(workspace.path('new'), 'status');
            git(workspace.path('new'), 'checkout', '-qb', 'other');
            git(workspace.path('new'), 'commit', '-q', '--allow-empty', '-m', 'x');
            git(workspace.path('harmless'), 'status');
            assert.ok(!isTrapped(), name);
            assert.equal(git(workspace.path('new'), 'config', 'user.name'), 'A Person\n');
            assert.equal(git(workspace.path('new'), 'config', '--local', 'user.name'), 'Ännä "A"\n');
            assert.equal(git(workspace.path('new'), 'remote', 'get-url', 'o'), 'https://example.com/r.git\n');
        })).timeout(60_000); // prettier-ignore

    it('is nothing that runs or approves something by itself; what was made has another name, and the answer says so', () =>
        tryEach(async (run, { name }) => {
            workspace.file('AGENTS.md', 'by a person');
            workspace.file('notes.md', 'by a person');
            const { refused } = await run(
                'mkdir -p sub/.vscode .idea; echo x > sub/.vscode/tasks.json; echo x > .envrc; echo x > .mcp.json; mv notes.md CLAUDE.md; ' +
                    'ln -s AGENTS.md opencode.json; echo x > .theia/settings.json; echo x > AGENTS.md; echo x > a.code-workspace; echo x > plain.txt'
            );
            assert.deepEqual(
                refused,
                ['.envrc', '.idea', '.mcp.json', 'CLAUDE.md', 'a.code-workspace', 'opencode.json', 'sub/.vscode'],
                name
            );
            refused.forEach(path => assert.equal(lstatSync(workspace.path(path), { throwIfNoEntry: false }), undefined, path));
            assert.equal(readFileSync(workspace.path('AGENTS.md'), 'utf8'), 'by a person');
            assert.equal(readFileSync(workspace.path('refused-CLAUDE.md~'), 'utf8'), 'by a person');
            assert.deepEqual((await run('echo again > other.txt')).refused, undefined);
        })).timeout(60_000);

    it('is nothing active although what else was made cannot be judged, named or mounted', () =>
        tryEach(async (run, { name }) => {
            const attempts: Readonly<Record<string, string>> = {
                'a sensitive name that is no text': 'touch "$(printf ".env.\\377")"',
                'an active name that is no text': 'touch "$(printf ".bash_\\377")"',
                'deeper than a path can tell': 'd=$(printf "d%.0s" {1..200}); for i in {1..25}; do mkdir $d; cd $d; done; touch .env AGENTS.md',
                'more than can be mounted': 'mkdir many; for i in {1..1001}; do : > many/$i.pem; done',
                'a name as long as can be': 'touch ".bash_$(printf "x%.0s" {1..249})"'
            };
            for (const [what, attempt] of Object.entries(attempts)) {
                const { refused } = await run(`mkdir -p sub/.vscode; echo x > sub/.vscode/tasks.json; echo x > .envrc; ${attempt}; true`);
                assert.deepEqual(refused?.filter(path => !/^\.(?:bash_|env\.)/.test(path)), ['.envrc', 'sub/.vscode'], `${name}: ${what}`);
                const left = [...readdirSync(workspace.root), ...readdirSync(workspace.path('sub'))];
                assert.deepEqual(left.filter(path => path.startsWith('.')), [], `${name}: ${what}`);
                execFileSync('rm', ['-rf', workspace.root]);
                mkdirSync(workspace.root);
            }
        })).timeout(120_000); // prettier-ignore

    it('is nothing active below a folder whose name is no text; what is sensitive or protected there is kept from the next one', () =>
        tryEach(async (run, { name }) => {
            const path = (...parts: string[]): Buffer => Buffer.from(join(workspace.root, ...parts), 'latin1');
            ['B\xfcro', 'B\xfcro/deep'].forEach(part => mkdirSync(path(part)));
            const names = 'b=$(printf "B\\374ro"); x=$(printf "x\\377"); y=$(printf "y\\377"); p=$(printf "plain\\374.txt")';
            const evil = `git init -q r; printf '${TRAP}' > r/.git/config; echo x > AGENTS.md; mkdir .vscode $y; echo x > $y/.envrc`;
            const { refused } = await run(`${names}; mkdir $x; cd $x; ${evil}; cd ..; echo x > $b/deep/AGENTS.md`);
            assert.deepEqual(
                refused,
                [
                    'B\ufffdro',
                    'refused-B\ufffdro~/deep/AGENTS.md',
                    'refused-x\ufffd~/.vscode',
                    'refused-x\ufffd~/AGENTS.md',
                    'refused-x\ufffd~/r/.git',
                    'refused-x\ufffd~/refused-y\ufffd~/.envrc',
                    'refused-x\ufffd~/y\ufffd',
                    'x\ufffd'
                ],
                name
            );
            git(workspace.path('refused-x\ufffd~/r'), 'status');
            assert.ok(!isTrapped(), name);
            // Nothing to keep a command from.
            mkdirSync(path('B\xfcro'));
            writeFileSync(path('B\xfcro', 'plain\xfc.txt'), 'plain');
            assert.equal((await run(`${names}; cat $b/$p`)).stdout, 'plain', name);
            writeFileSync(path('B\xfcro', '.env'), 'SECRET');
            const { message } = await refusalOf('sandbox-failed', run(`${names}; cat $b/.env`));
            assert.match(message, /"B\ufffdro" is not valid UTF-8/);
        })).timeout(60_000); // prettier-ignore

    it('is nothing active below any of many folders whose names are no text, and look the same', () =>
        tryEach(async (run, { name }) => {
            const { refused } = await run('for i in {2,3}{0..7}{0..7}; do d=$(printf "x\\377\\\\$i"); mkdir "$d"; echo x > "$d/.envrc"; done');
            const looks = new Set(refused?.map(path => path.replace(/-\d+/, '')));
            assert.deepEqual([...looks], ['refused-x\ufffd\ufffd~/.envrc', 'x\ufffd\ufffd'], name);
            assert.equal(refused?.length, 2 * 128, name);
            assert.deepEqual(readdirSync(workspace.root).filter(entry => !entry.startsWith('refused-')), ['script.sh'], name);
        })).timeout(60_000); // prettier-ignore

    it('is nothing active at the bottom of folders without a name in each other, nor anywhere between', () =>
        tryEach(async (run, { name }) => {
            const descend = (levels: number): string => `for i in {1..${levels}}; do mkdir "$x"; cd "$x"; done`;
            const { refused } = await run(
                `x=$(printf "\\377"); ${descend(105)}; echo x > .envrc; cd ${'../'.repeat(105)}; ` +
                    `for i in {1..12}; do mkdir -p "y$x/plain/.vscode"; cd "y$x/plain/.vscode"; done; ${descend(1)}; git init -q .; printf '${TRAP}' > .git/config`
            );
            assert.deepEqual(refused?.filter(path => !path.endsWith('\ufffd')).map(path => basename(path)).sort(), ['.envrc', '.git', '.vscode'], name);
            assert.equal(refused.length, 105 + 12 + 1 + 3, name);
            const left = execFileSync('find', [workspace.root], { encoding: 'latin1' });
            assert.doesNotMatch(left, /\/\.envrc$|\xff/m, name);
            assert.equal((await run('true')).refused, undefined, name);
        })).timeout(60_000); // prettier-ignore

    it('is not changed where a protected or sensitive name is a link', () =>
        tryEach(async (run, { name }) => {
            workspace.file('settings/tasks.json', 'by a person');
            workspace.file('shared/secret.txt', 'SECRET');
            workspace.link('.vscode', 'settings');
            workspace.link('.env', 'shared/secret.txt');
            const { stdout } = await run('echo x > settings/tasks.json; echo x > .vscode/tasks.json; cat shared/secret.txt');
            assert.equal(stdout, '', name);
            assert.equal(readFileSync(workspace.path('settings/tasks.json'), 'utf8'), 'by a person', name);
        })).timeout(60_000);

    it('is not reached through a link in the place of a repository', () =>
        tryEach(async (run, { name }) => {
            const made = await run(`ln -s ${workspace.outside} .git; ln -s ${workspace.outside} .theia; true`);
            assert.deepEqual(made.refused, ['.git'], name);
            workspace.link('.git', workspace.outside);
            workspace.link('.opencode', workspace.outside);
            const { stdout } = await run('cat .git/secret.txt .opencode/secret.txt; echo x > .git/made; true');
            assert.equal(stdout, '', name);
            assert.deepEqual(readdirSync(realpathSync(workspace.outside)), ['secret.txt'], name);
        })).timeout(60_000);

    it('is taken away also when the command did not end by itself', async () => {
        const [sandbox] = providers.isolating;
        const tools = await WorkspaceTools.open(workspace.root, new Policy(), { sandbox });
        const stop = new AbortController();
        const ended = tools.exec({ command: 'echo x > .envrc; echo x > made; while true; do sleep 1; done' }, { ...agree, signal: stop.signal });
        const made = setInterval(() => existsSync(workspace.path('made')) && stop.abort(), 20);
        await assert.rejects(ended).finally(() => clearInterval(made));
        assert.ok(!existsSync(workspace.path('.envrc')));
    }).timeout(60_000); // prettier-ignore

    it('is judged again before the next command as long as it could not be taken away', async () => {
        const [sandbox] = providers.isolating;
        let isClosed = true;
        const strongest = await choosePin(workspace.root);
        const pin: Pin = Object.assign(
            (path: string | Buffer, options?: Parameters<Pin>[1]) =>
                isClosed && path === workspace.path('sub') ? Promise.reject(systemError('EACCES')) : strongest(path, options),
            { sync: strongest.sync }
        );
        const guard = await PathGuard.open(workspace.root, new Policy(), pin);
        const call = <T>(use: () => T) => withSandboxAccess(guard, sandbox, { network: false }, () => Promise.resolve(use()));
        const { result, refused, remains } = await call(() => workspace.file('sub/.envrc') && workspace.file('.envrc') && 'its result');
        assert.deepEqual([result, refused], ['its result', ['.envrc']]);
        assert.match(remains ?? '', /left behind .* "sub\/\.envrc" may not be accessed .* ask the person to rename or remove it\.$/);
        const next = await refusalOf(
            'sandbox-failed',
            call(() => assert.fail('The next command ran.'))
        );
        assert.match(
            next.message,
            /^No command runs now: an earlier one made something .* "sub\/\.envrc" may not be accessed .* Ask the person/
        );
        isClosed = false;
        assert.deepEqual((await call(() => undefined)).refused, []);
        assert.deepEqual(readdirSync(workspace.path('sub')), ['refused-.envrc~']);
        assert.deepEqual((await call(() => undefined)).refused, []);
    });

    it('adds to the error of a command, and replaces none of it, where it cannot be taken away', async () => {
        const [sandbox] = providers.isolating;
        const strongest = await choosePin(workspace.root);
        const pin: Pin = Object.assign(() => Promise.reject(systemError('EACCES')), { sync: strongest.sync });
        const guard = await PathGuard.open(workspace.root, new Policy(), pin);
        const stopped = withSandboxAccess(guard, sandbox, { network: false }, () => {
            workspace.file('.envrc');
            return Promise.reject(new WorkspaceError('timeout', 'It took too long.', { limit: 5 }));
        });
        const { message, details } = await refusalOf('timeout', stopped);
        assert.match(message, /^It took too long\. Something .* "\.envrc" may not be accessed/);
        assert.deepEqual(details, { limit: 5 });
        await WorkspaceTools.open(workspace.root, new Policy(), { sandbox });
        assert.deepEqual(readdirSync(workspace.root), ['refused-.envrc~']);
    });
});
