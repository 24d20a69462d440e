import type { PathGuard } from '../path-guard';
import type { SandboxProvider } from '../sandbox/sandbox-provider';
import { WorkspaceError } from '../workspace-error';
import type { GitCredentialProvider, GitIdentity } from './git-credentials';
import type { GitOptions, GitRequest, GitResultOf } from './git-request';

/** What git runs in and commits with. */
export interface GitSetting {
    readonly sandbox: SandboxProvider;
    readonly gitIdentity?: GitIdentity;
    readonly gitCredentials?: GitCredentialProvider;
}

export function runGit<R extends GitRequest>(
    _guard: PathGuard,
    _setting: GitSetting,
    request: R,
    _options: GitOptions
): Promise<GitResultOf<R>> {
    return Promise.reject(new WorkspaceError('git-failed', `git ${request.action} is not available here.`));
}
