import { strict as assert } from 'node:assert';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import type { FinishedOperation, StartedOperation } from '../operation';
import { Policy } from '../policy';
import { LocalSandbox } from '../sandbox/local-sandbox';
import { useRepository } from '../test/test-repository';
import { refusalOf } from '../test/test-workspace';
import { WorkspaceTools } from '../workspace-tools';

describe('Git in the workspace', () => {
    const { workspace, repository, local } = useRepository();

    it('is noted in the audit with the risk of the action, before it changes anything', async () => {
        repository.create();
        const started: StartedOperation[] = [];
        const finished: FinishedOperation[] = [];
        const audit = {
            started: (note: StartedOperation) => void started.push(note),
            finished: (note: FinishedOperation) => void finished.push(note)
        };
        const git = await local();
        workspace.file('a.txt', 'new\n');
        await git({ action: 'status' }, { audit });
        await git({ action: 'diff' }, { audit });
        await git({ action: 'commit', message: 'Message', files: ['a.txt'] }, { audit });
        await git({ action: 'checkout', branch: 'b' }, { audit });
        await refusalOf('repository-state', git({ action: 'push' }, { audit }));
        await refusalOf('invalid-argument', git({ action: 'checkout', branch: '-x' }, { audit }));
        assert.deepEqual(
            started.map(({ operation, risk, args }) => [operation, args.action, risk]),
            [
                ['git', 'commit', 'write'],
                ['git', 'checkout', 'write'],
                ['git', 'push', 'execute'],
                ['git', 'checkout', 'write']
            ]
        );
        assert.deepEqual(
            finished.map(({ risk, outcome, code }) => [risk, outcome, code]),
            [
                ['read', 'done', undefined],
                ['read', 'done', undefined],
                ['write', 'done', undefined],
                ['write', 'done', undefined],
                ['execute', 'failed', 'repository-state'],
                ['write', 'refused', 'invalid-argument']
            ]
        );
        const failing = { started: () => { throw new Error('full'); }, finished: () => undefined }; // prettier-ignore
        workspace.file('a.txt', 'newer\n');
        await assert.rejects(git({ action: 'commit', message: 'x', files: ['a.txt'] }, { audit: failing }));
        assert.equal(repository.git('status', '--short'), ' M a.txt\n', 'what cannot be noted is not done');
    });

    it('ends when its caller gives up or its time is up, and tells nothing of what git had read', async () => {
        repository.create();
        workspace.file(
            'bin/git',
            '#!/bin/sh\n[ "$1" = config ] && exec /usr/bin/git "$@"\necho SECRET; touch "$GIT_WORK_TREE/begun"; sleep 600\n'
        );
        chmodSync(workspace.path('bin/git'), 0o755);
        const path = process.env.PATH;
        process.env.PATH = `${workspace.path('bin')}:${path ?? ''}`;
        try {
            const policy = new Policy({ limits: { gitTimeoutMs: 500 } });
            const tools = await WorkspaceTools.open(workspace.root, policy, { sandbox: new LocalSandbox() });
            const error = await refusalOf('timeout', tools.git({ action: 'diff' }));
            assert.ok(!JSON.stringify([error.message, error.details]).includes('SECRET'));
            rmSync(workspace.path('begun'));
            const stop = new AbortController();
            const watch = setInterval(() => existsSync(workspace.path('begun')) && stop.abort(), 20);
            await refusalOf('cancelled', (await local())({ action: 'diff' }, { signal: stop.signal })).finally(() => clearInterval(watch));
        } finally {
            process.env.PATH = path;
        }
    });

    it('needs a sandbox', async () => {
        repository.create();
        await refusalOf('sandbox-failed', (await workspace.tools()).git({ action: 'status' }));
    });
});
