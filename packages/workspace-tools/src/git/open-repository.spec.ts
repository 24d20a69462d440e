import { strict as assert } from 'node:assert';
import { mkdirSync, rmSync } from 'node:fs';
import { useRepository } from '../test/test-repository';
import { refusalOf } from '../test/test-workspace';

describe('Repositories that are not used', () => {
    const { workspace, repository, local } = useRepository();

    const refusals = async (code: 'no-repository' | 'outside-workspace', text: RegExp): Promise<void> => {
        const git = await local();
        for (const request of [{ action: 'status' }, { action: 'commit', message: 'x' }, { action: 'push' }] as const) {
            const { message } = await refusalOf(code, git(request));
            assert.match(message, text);
            assert.ok(!message.includes(workspace.outside), message);
        }
    };

    it('are missing', () => refusals('no-repository', /is no git repository/));

    it('begin above the workspace', async () => {
        repository.gitIn(workspace.path('..'), 'init', '--quiet');
        await refusals('outside-workspace', /above the workspace/);
    });

    it('lie elsewhere: a linked working tree, a link', async () => {
        workspace.file('.git', `gitdir: ${workspace.outside}/real\n`);
        await refusals('outside-workspace', /linked working tree/);
        rmSync(workspace.path('.git'));
        repository.gitIn(workspace.outside, 'init', '--quiet');
        workspace.link('.git', `${workspace.outside}/.git`);
        await refusals('outside-workspace', /a file or a link/);
    });

    it('take a part of themselves from elsewhere', async () => {
        repository.gitIn(workspace.outside, 'init', '--quiet', '--bare', 'other');
        repository.create();
        for (const [name, content] of [
            ['objects/info/alternates', `${workspace.outside}/other/objects\n`],
            ['commondir', `${workspace.outside}/other\n`]
        ]) {
            workspace.file(`.git/${name}`, content);
            await refusals('outside-workspace', new RegExp(name));
            rmSync(workspace.path('.git', name));
        }
        for (const name of ['objects/pack', 'refs/heads', 'config']) {
            rmSync(workspace.path('.git', name), { recursive: true });
            workspace.link(`.git/${name}`, `${workspace.outside}/other/${name}`);
            await refusals('outside-workspace', new RegExp(`"\\.git/${name}" is a link`));
            rmSync(workspace.path('.git', name));
            mkdirSync(workspace.path('.git', name));
        }
    });

    it('have a configuration that nobody can read, or one for a git that is not this one', async () => {
        repository.create();
        workspace.file('.git/config', '[core\n');
        await refusals('no-repository', /configuration cannot be read/);
        workspace.file('.git/config', '[core]\n\trepositoryformatversion = 1\n[extensions]\n\trefStorage = reftable\n');
        await refusals('no-repository', /extensions\.refstorage/);
    });
});
