import { succeeded } from './git-failure';
import type { GitStatusResult } from './git-request';
import type { GitRunner } from './git-runner';
import { ParsedStatus, parseStatus } from './parse-status';

const STATUS = ['status', '--porcelain=v2', '--branch', '-z', '--ignore-submodules=dirty'];

/** Tells which branch is checked out and which files differ; sensitive ones by name. */
export async function gitStatus(git: GitRunner): Promise<GitStatusResult> {
    const { staged, changed, untracked, truncated, branch, commit, upstream, ahead, behind } = await readStatus(git, {
        options: ['--untracked-files=all', '--find-renames']
    });
    const limit = git.guard.policy.limits.gitFiles;
    return {
        action: 'status',
        ...(branch !== undefined && { branch }),
        ...(commit !== undefined && { commit }),
        ...(upstream !== undefined && { upstream }),
        ...(ahead !== undefined && { ahead, behind }),
        staged: staged.slice(0, limit),
        changed: changed.slice(0, limit),
        untracked: untracked.slice(0, limit),
        truncated: truncated || [staged, changed, untracked].some(list => list.length > limit)
    };
}

/** What to ask git about the working tree: all of it, or some paths. */
interface StatusQuestion {
    /** More options of `git status`. */
    readonly options: readonly string[];
    readonly paths?: readonly string[];
    readonly evenWhenCancelled?: boolean;
}

/** What git tells about the working tree; truncated when that is more than anyone reads. */
export async function readStatus(
    git: GitRunner,
    { options, paths = [], evenWhenCancelled }: StatusQuestion
): Promise<ParsedStatus & { readonly truncated: boolean }> {
    const args = [...STATUS, ...options, '--', ...paths];
    const { stdout, truncated } = succeeded(git, await git.run({ args, effect: 'nothing', evenWhenCancelled }));
    return { ...parseStatus(stdout), truncated };
}
