import { strict as assert } from 'node:assert';
import { readFileSync, readdirSync } from 'node:fs';
import { commandEnvironment } from '../exec/command-environment';
import { runCommand } from '../exec/run-command';
import { PathGuard } from '../path-guard';
import { Pin, choosePin, systemError } from '../pinned-entry';
import { Policy } from '../policy';
import { useProviders } from '../test/sandbox-providers';
import { TestRepository } from '../test/test-repository';
import { refusalOf, useWorkspace } from '../test/test-workspace';
import { WorkspaceTools } from '../workspace-tools';
import { GitEffect, withGitAccess } from './git-access';
import { openRepository } from './open-repository';

/** Tries to change everything, as a git that was taken over might. */
const ATTEMPT =
    'for file in .git/config .git/hooks/pre-commit .git/made made.txt AGENTS.md .vscode/tasks.json; do { mkdir -p $(dirname $file); echo x > $file; } 2>/dev/null; done; cat .env';

describe('What git may change in a sandbox', () => {
    const workspace = useWorkspace();
    const providers = useProviders();
    const repository = new TestRepository(workspace);

    const attempt = async (effect: GitEffect): Promise<Record<string, string[]>> => {
        const changed: Record<string, string[]> = {};
        for (const provider of providers.isolating) {
            workspace.remove();
            workspace.create();
            repository.create({ 'AGENTS.md': 'by a person\n', '.env': 'SECRET=1\n' });
            const guard = await PathGuard.open(workspace.root, new Policy());
            const found = await openRepository(guard, false);
            const run = withGitAccess(guard, provider, found, { effect, network: false, shown: [] }, access =>
                runCommand(
                    provider,
                    { args: ['/bin/sh', '-c', ATTEMPT], cwd: workspace.root, env: commandEnvironment(), access },
                    { timeoutMs: 20_000, outputBytes: 1000 }
                )
            );
            const isRefused = effect === 'files';
            if (isRefused) {
                // It is kept apart beforehand, so nothing is left to be taken away.
                await run.catch((error: unknown) => refusalOf('protected-path', Promise.reject(error as Error)));
            } else {
                assert.equal((await run).stdout, 'SECRET=1\n', 'git compares sensitive files, too');
            }
            changed[provider.name] = [
                ...readdirSync(workspace.path('.git')).filter(name => name === 'made'),
                ...readdirSync(workspace.path('.git/hooks')).filter(name => name === 'pre-commit'),
                ...(readFileSync(workspace.path('.git/config'), 'utf8').startsWith('[core]') ? [] : ['config']),
                ...(readFileSync(workspace.path('AGENTS.md'), 'utf8') === 'by a person\n' ? [] : ['AGENTS.md']),
                ...readdirSync(workspace.root).filter(name => ['made.txt', '.vscode'].includes(name))
            ];
        }
        return changed;
    };

    for (const [effect, expected] of [
        ['nothing', []],
        ['repository', ['made']],
        ['files', ['made.txt']],
        ['protected-files', ['made', 'AGENTS.md', '.vscode', 'made.txt']]
    ] as const) {
        it(`is, for the effect "${effect}": ${expected.join(', ') || 'nothing at all'}; never configuration and hooks`, async () => {
            for (const [name, changed] of Object.entries(await attempt(effect))) {
                assert.deepEqual(changed, expected, name);
            }
        }).timeout(60_000);
    }

    it('is told as done, with what remains, where something cannot be taken away that came with it', async () => {
        const [provider] = providers.isolating;
        repository.create({});
        const { sync } = await choosePin(workspace.root);
        const pin: Pin = Object.assign(() => Promise.reject(systemError('EACCES')), { sync });
        const found = await openRepository(await PathGuard.open(workspace.root, new Policy()), false);
        const guard = await PathGuard.open(workspace.root, new Policy(), pin);
        const run = withGitAccess(guard, provider, found, { effect: 'files', network: false, shown: [] }, () =>
            Promise.resolve(workspace.file('.envrc'))
        );
        const { message } = await refusalOf('protected-path', run);
        assert.match(message, /^Git has ended\. Something .* "\.envrc" may not be accessed .* ask the person/);
        await WorkspaceTools.open(workspace.root, new Policy(), { sandbox: provider });
    });
});
