import { quotePath } from '../quote-path';
import { WorkspaceError } from '../workspace-error';
import type { CredentialProvider, GitCredential } from './credential-provider';
import { excerpt, gitFailure } from './git-failure';
import type { GitPushResult, GitRequest } from './git-request';
import type { GitAnswer, GitRunner } from './git-runner';
import { readStatus } from './git-status';
import { PushTarget, pushTarget } from './push-address';

/** Settings of the repository that could lead a push to another address. */
export const ADDRESS_SETTINGS = /^(?:remote|branch)\./;

const PUSH = ['push', '--porcelain', '--no-verify', '--no-signed', '--no-follow-tags', '--no-recurse-submodules'];

/** Pushes the branch that is checked out to the branch of the same name, without force. Git gets the credential, and nobody else. */
export async function gitPush(
    git: GitRunner,
    { branch: wanted, remote: requested }: GitRequest,
    credentials?: CredentialProvider
): Promise<GitPushResult> {
    const { branch, commit } = await readStatus(git, { options: ['--untracked-files=no'] });
    if (branch === undefined) {
        throw new WorkspaceError('repository-state', 'No branch is checked out, so there is none to push. Check one out first.');
    }
    if (wanted !== undefined && wanted !== branch) {
        const problem = `The branch ${quotePath(wanted)} is not checked out, and only ${quotePath(branch)}, which is, can be pushed.`;
        throw new WorkspaceError('repository-state', `${problem} Check it out first.`);
    }
    if (commit === undefined) {
        throw new WorkspaceError('repository-state', 'The branch has no commit yet, so there is nothing to push. Commit something first.');
    }
    const target = pushTarget(git.repository, branch, requested);
    if (credentials === undefined) {
        throw new WorkspaceError(
            'no-credentials',
            'There is no credential to push with. Ask the person to push, or to start the product with a GitHub App (OPENSPACE_GITHUB_APP_ID).'
        );
    }
    if (!credentials.serves(target.address)) {
        throw new WorkspaceError(
            'remote-refused',
            'The remote is on another server than the one that the credential is for, so nothing is pushed there. Ask the person to push.'
        );
    }
    const answer = await tryPush(git, target, `${commit}:refs/heads/${branch}`, credentials);
    const [flag] = reportLine(answer.stdout) ?? '';
    await remember(git, target, commit);
    return { action: 'push', remote: target.remote, branch, commit, created: flag === '*', upToDate: flag === '=' };
}

/** Pushes with a credential and, when that was refused, once more with a new one. */
async function tryPush(git: GitRunner, target: PushTarget, refspec: string, credentials: CredentialProvider): Promise<GitAnswer> {
    for (const renew of [false, true]) {
        const credential = await credentials.credentialFor(target.address, { renew, signal: git.signal });
        const answer = await callPush(git, target, refspec, credential);
        if (answer.exitCode === 0) {
            return answer;
        }
        if (!isAccessRefused(answer)) {
            throw pushFailure(git, answer);
        }
    }
    throw new WorkspaceError(
        'no-credentials',
        'The server refused the credential, a new one as well. Ask the person to check that the GitHub App is installed for this repository and may write its contents.'
    );
}

function callPush(git: GitRunner, { address }: PushTarget, refspec: string, credential: GitCredential): Promise<GitAnswer> {
    const args = ['-c', `credential.username=${credential.username}`, ...PUSH, '--', address.href, refspec];
    return git.run({ args, effect: 'nothing', credential });
}

function isAccessRefused({ stderr }: GitAnswer): boolean {
    return /Authentication failed|could not read (?:Username|Password)|returned error: 40[13]/.test(stderr);
}

function pushFailure(git: GitRunner, answer: GitAnswer): WorkspaceError {
    const { stderr, stdout } = answer;
    const report = reportLine(stdout) ?? '';
    if (/\((?:fetch first|non-fast-forward|stale info|needs force)\)/.test(report)) {
        return new WorkspaceError(
            'push-rejected',
            'The remote has commits on this branch that are not in the workspace, so the push was rejected. Ask the person to fetch and merge them, or push another branch.'
        );
    }
    if (report.startsWith('!')) {
        return new WorkspaceError('push-rejected', `The server rejected the push.${excerpt(git, `${report}\n${stderr}`)}`);
    }
    if (/repository '.*' not found|returned error: 404/.test(stderr)) {
        return new WorkspaceError(
            'no-credentials',
            'The server knows no such repository, or the credential may not see it. Ask the person to check the address of the remote and where the GitHub App is installed.'
        );
    }
    if (/returned error: 3\d\d|redirect/i.test(stderr)) {
        return new WorkspaceError(
            'remote-refused',
            'The server wants the push to go to another address, which is not followed. Ask the person to set that address ("git remote set-url").'
        );
    }
    if (/unable to access|remote end hung up|RPC failed|early EOF|timed out/i.test(stderr)) {
        return new WorkspaceError(
            'remote-unreachable',
            `The server cannot be reached or broke off. Try again later.${excerpt(git, stderr)}`
        );
    }
    return gitFailure(git, answer);
}

/** The line about the branch in git's report: a flag, the two names, and a summary. */
function reportLine(stdout: string): string | undefined {
    return stdout.split('\n').find(line => /^[ *=!+-]\t/.test(line));
}

/** Notes what the remote has now, as git does for a push to a remote that it knows by name. */
async function remember(git: GitRunner, { trackingReference, remote }: PushTarget, commit: string): Promise<void> {
    if (trackingReference !== undefined) {
        const args = ['update-ref', '-m', `update by push to ${remote}`, trackingReference, commit];
        // Only a note: the push itself is done, whatever becomes of this.
        await git.run({ args, effect: 'repository', evenWhenCancelled: true });
    }
}
