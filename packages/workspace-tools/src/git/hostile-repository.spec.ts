import { strict as assert } from 'node:assert';
import { readdirSync, writeFileSync } from 'node:fs';
import { useProviders } from '../test/sandbox-providers';
import { AskGit, TestRepository } from '../test/test-repository';
import { refusalOf, useWorkspace } from '../test/test-workspace';

const HOOKS = [
    'pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'pre-merge-commit', 'post-checkout', 'reference-transaction',
    'post-index-change', 'fsmonitor-watchman', 'pre-auto-gc', 'post-rewrite', 'pre-push'
]; // prettier-ignore

/** Settings of a repository that run a program, each with the name that its trap leaves behind. */
const PROGRAM_SETTINGS = [
    'core.fsmonitor', 'core.pager', 'core.editor', 'core.askPass', 'core.sshCommand', 'core.alternateRefsCommand', 'sequence.editor',
    'credential.helper', 'diff.external', 'diff.trap.textconv', 'diff.trap.command', 'filter.trap.clean', 'filter.trap.smudge',
    'filter.trap.process', 'merge.trap.driver', 'gpg.program', 'gpg.ssh.program', 'interactive.diffFilter', 'pager.status', 'pager.diff',
    'trailer.trap.command', 'uploadpack.packObjectsHook', 'submodule.sub.update', 'difftool.trap.cmd', 'browser.trap.cmd'
]; // prettier-ignore

describe('A hostile repository', () => {
    const workspace = useWorkspace();
    const providers = useProviders();
    const repository = new TestRepository(workspace);

    const trap = (name: string): string => `touch ${workspace.path(`TRAPPED-${name}`)}; cat; false`;
    const trapped = (): string[] => readdirSync(workspace.root).filter(name => name.startsWith('TRAPPED'));
    const write = (path: string, content: string): void => writeFileSync(workspace.path(path), content, { mode: 0o755 });

    const create = (): void => {
        repository.create({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
        repository.git('checkout', '--quiet', '-b', 'other');
        workspace.file('b.txt', 'other\n');
        repository.git('commit', '--quiet', '-am', 'Other');
        repository.git('checkout', '--quiet', 'main');
        HOOKS.forEach(hook => write(`.git/hooks/${hook}`, `#!/bin/sh\n${trap(`hook-${hook}`)}\n`));
        const included = PROGRAM_SETTINGS.map(name => ({ name, value: name.endsWith('update') ? `!${trap(name)}` : trap(name) }));
        included.forEach(({ name, value }) => repository.git('config', name, value));
        included.forEach(({ name, value }) => repository.git('config', '--file', workspace.path('.git/more'), name, `${value} # included`));
        repository.git('config', 'include.path', 'more');
        repository.git('config', 'includeIf.gitdir:/**.path', 'more');
        repository.git('config', 'core.hooksPath', '.git/hooks');
        repository.git('config', 'commit.gpgSign', 'true');
        repository.git('config', 'commit.template', '/etc/passwd');
        repository.git('config', 'filter.trap.required', 'true');
        repository.git('config', 'submodule.recurse', 'true');
        repository.git('config', 'protocol.ext.allow', 'always');
        repository.git('config', 'remote.origin.url', `ext::sh -c touch% ${workspace.path('TRAPPED-ext')}`);
        repository.git('config', 'remote.origin.promisor', 'true');
        repository.git('config', 'extensions.partialClone', 'origin');
        for (const alias of ['status', 'commit', 'diff', 'checkout', 'add', 'rev-parse']) {
            repository.git('config', `alias.${alias}`, `!${trap(`alias-${alias}`)}`);
        }
        workspace.file('.gitattributes', '*.txt diff=trap merge=trap\n*.filtered filter=trap\n');
        workspace.file(
            '.gitmodules',
            `[submodule "sub"]\n\tpath = sub\n\turl = ext::sh -c touch% TRAPPED\n\tupdate = !${trap('module')}\n`
        );
        workspace.file('a.txt', 'changed\n');
    };

    it('runs nothing, whatever is done in it, on every provider', async () => {
        for (const sandbox of providers.all) {
            workspace.remove();
            workspace.create();
            create();
            const git: AskGit = await repository.open(sandbox);
            const status = await git({ action: 'status' });
            assert.deepEqual(status.changed, [{ path: 'a.txt', status: 'modified' }], sandbox.name);
            assert.match((await git({ action: 'diff' })).unstaged, /-a\n\+changed\n/, sandbox.name);
            await git({ action: 'commit', message: 'Harmless', files: ['a.txt', '.gitattributes', '.gitmodules'] });
            await git({ action: 'checkout', branch: 'new' });
            await refusalOf('protected-path', git({ action: 'checkout', branch: 'other' }));
            await git({ action: 'checkout', branch: 'other' }, { confirmed: true });
            await refusalOf('remote-refused', git({ action: 'push' }));
            assert.deepEqual(trapped(), [], sandbox.name);
        }
    }).timeout(120_000);

    it('would run much when a person uses git in it', () => {
        create();
        workspace.file('x.filtered', 'x\n');
        assert.throws(() => repository.git('commit', '--all', '--message=x'));
        assert.throws(() => repository.git('add', 'x.filtered'));
        assert.throws(() => repository.git('diff'));
        assert.ok(trapped().length >= 3, trapped().join());
    });

    it('does not get a file committed that a filter should have changed', async () => {
        create();
        workspace.file('x.filtered', 'to be encrypted\n');
        for (const sandbox of providers.all.filter(({ name }) => name === 'local')) {
            const git = await repository.open(sandbox);
            const { message } = await refusalOf('repository-state', git({ action: 'commit', message: 'x', files: ['x.filtered'] }));
            assert.match(message, /"trap" \(\.gitattributes\), a program that does not run here/);
            assert.deepEqual((await git({ action: 'status' })).untracked, ['.gitattributes', '.gitmodules', 'x.filtered']);
        }
        assert.deepEqual(trapped(), []);
    });

    it('cannot make git see other objects in the place of its own', async () => {
        repository.create();
        workspace.file('evil.txt', 'replaced\n');
        const [own, other] = ['a.txt', 'evil.txt'].map(path => repository.git('hash-object', '-w', path).trim());
        repository.git('replace', own, other);
        workspace.file('a.txt', 'new\n');
        const git = await repository.open(providers.all[providers.all.length - 1]);
        assert.match((await git({ action: 'diff' })).unstaged, /-a\n\+new\n/);
    });
});
