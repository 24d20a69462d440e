import { KeyedQueue } from '../keyed-queue';
import type { ChangeOptions } from '../operation';
import type { PathGuard } from '../path-guard';
import type { SandboxProvider } from '../sandbox/sandbox-provider';
import { gitCheckout } from './git-checkout';
import { gitCommit } from './git-commit';
import { GitConfiguration } from './git-configuration';
import { gitDiff } from './git-diff';
import { ADDRESS_SETTINGS, gitPush } from './git-push';
import type { GitRequest, GitResult } from './git-request';
import { GitRunner } from './git-runner';
import { gitStatus } from './git-status';

/** One change of a repository at a time; git itself would refuse the second one. */
const changes = new KeyedQueue();

/** Does with the repository of the workspace what a request says. */
export async function executeGit(
    guard: PathGuard,
    provider: SandboxProvider,
    { identity, credentials }: GitConfiguration,
    request: GitRequest,
    options: ChangeOptions
): Promise<GitResult> {
    const { limits } = guard.policy;
    const { action } = request;
    const toChange = action !== 'status' && action !== 'diff';
    const use = {
        identity,
        signal: options.signal,
        toChange,
        timeoutMs: action === 'push' ? limits.gitPushTimeoutMs : limits.gitTimeoutMs,
        ...(action === 'push' && { without: ADDRESS_SETTINGS })
    };
    const work = (git: GitRunner): Promise<GitResult> => {
        switch (action) {
            case 'status':
                return gitStatus(git);
            case 'diff':
                return gitDiff(git, request, options);
            case 'commit':
                return gitCommit(git, request, identity, options);
            case 'checkout':
                return gitCheckout(git, request, options);
            case 'push':
                return gitPush(git, request, credentials);
        }
    };
    const run = (): Promise<GitResult> => GitRunner.open(guard, provider, use, work);
    return toChange ? changes.run(guard.root, run) : run();
}
